import { commandWords } from '../../../../machine/split-command.ts';

/** The files that paths in command lines are resolved against. */
export interface RepositoryFiles {
  /** The paths of all files of a commit. */
  readonly files: ReadonlySet<string>;
  /** The root of the repository, which absolute paths may start with. */
  readonly repository: string;
}

/** A path relative to the root of the repository: empty for the root, undefined outside of it. */
export function pathInRepository(path: string, repository: string): string | undefined {
  const root = partsOf(repository);
  const parts: string[] = path.startsWith('/') ? [] : [...(root ?? [])];
  for (const part of path.split('/')) {
    if (part === '' || part === '.') continue;
    if (part !== '..') parts.push(part);
    else if (parts.pop() === undefined) return undefined;
  }
  if (root === undefined) return path.startsWith('/') ? undefined : parts.join('/');
  if (root.some((part, i) => parts[i] !== part)) return undefined;
  return parts.slice(root.length).join('/');
}

/** The parts of an absolute path; undefined for a relative one. */
function partsOf(path: string): readonly string[] | undefined {
  return path.startsWith('/') ? path.split('/').filter((part) => part !== '' && part !== '.') : undefined;
}

/** Whether a path is a pattern that matches several files. */
export function isPattern(path: string): boolean {
  return /[*?[]/.test(path);
}

/** Source folders may be arguments of a linter; folders with such names contain measuring code. */
const MEASURING_FOLDER =
  /^(?:__)?(?:tests?|specs?|e2e|perf|bench(?:es|marks?)?|evals?|evaluat(?:ion|or)s?)(?:__)?$/i;
/** Extensions that a program may add to a name. */
const ENDINGS = ['js', 'mjs', 'cjs', 'ts', 'mts', 'cts', 'py', 'rb', 'sh'];

/** Programs that read a script file which the command line does not name. */
const SCRIPT_FILES: readonly {
  readonly program: RegExp;
  readonly word?: RegExp;
  readonly files: readonly string[];
}[] = [
  {
    program: /^(?:npm|pnpm|yarn|bun)$/,
    word: /^(?:run|run-script|test|t|tst|start|exec|bench)$/,
    files: ['package.json', '.npmrc'],
  },
  { program: /^(?:node|bun)$/, word: /^(?:--run|\.)$/, files: ['package.json'] },
  { program: /^g?make$/, files: ['GNUmakefile', 'makefile', 'Makefile'] },
  { program: /^just$/, files: ['justfile', 'Justfile', '.justfile'] },
];

/** The paths in a commit that command lines name in any notation, and the script files of their programs. */
export function pathsNamedBy(evaluators: readonly string[], repository: RepositoryFiles): readonly string[] {
  return [...new Set(evaluators.flatMap((evaluator) => namedBy(evaluator, repository)))];
}

function namedBy(evaluator: string, { files, repository }: RepositoryFiles): readonly string[] {
  const pieces = [...new Set((commandWords(evaluator) ?? []).flatMap(piecesOf))];
  const folders = foldersOf(files);
  const paths = pieces.flatMap((piece) => pathInRepository(piece, repository) || []);
  // A shell may have changed to any named folder.
  const places = ['', ...paths.filter((path) => folders.has(path))];
  const within = (place: string, path: string) => (place === '' ? path : `${place}/${path}`);
  const named = places.flatMap((place) =>
    paths.flatMap((path) => found(within(place, path), files, folders)),
  );
  const programs = pieces.map((piece) => piece.split('/').at(-1) ?? '');
  const scripts = SCRIPT_FILES.filter(
    ({ program, word }) =>
      programs.some((name) => program.test(name)) &&
      (word === undefined || pieces.some((piece) => word.test(piece))),
  );
  return [
    ...named,
    ...scripts.flatMap((each) => places.flatMap((place) => each.files.map((file) => within(place, file)))),
  ];
}

/** The parts of a command-line word: of a shell script, an option or a variable. */
function piecesOf(word: string): readonly string[] {
  const parts = (text: string) => text.split(/[\s;&|()<>{}=,:$`@"']+/).filter((part) => part !== '');
  return [word, ...parts(word), ...parts(word.replace(/["'\\]/g, ''))];
}

function found(path: string, files: ReadonlySet<string>, folders: ReadonlySet<string>): readonly string[] {
  if (files.has(path)) return [path];
  if (folders.has(path)) return MEASURING_FOLDER.test(path.split('/').at(-1) ?? '') ? [path] : [];
  if (isPattern(path)) {
    const matches = patternOf(path);
    return [...files].some((file) => matches.test(file)) ? [path] : [];
  }
  return ENDINGS.flatMap((ending) => (files.has(`${path}.${ending}`) ? [`${path}.${ending}`] : []));
}

function foldersOf(files: ReadonlySet<string>): ReadonlySet<string> {
  const folders = new Set<string>();
  for (const file of files) {
    for (let end = file.lastIndexOf('/'); end > 0; end = file.lastIndexOf('/', end - 1)) {
      if (folders.has(file.slice(0, end))) break;
      folders.add(file.slice(0, end));
    }
  }
  return folders;
}

function patternOf(glob: string): RegExp {
  const source = glob.replace(/\*\*\/?|\*|\?|[^*?]/gs, (part) => {
    if (part.startsWith('**')) return '.*';
    if (part === '*') return '[^/]*';
    return part === '?' ? '[^/]' : part.replace(/[.+^${}()|[\]\\]/g, '\\$&');
  });
  return new RegExp(`^${source}$`);
}
