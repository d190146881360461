/**
 * The rule behind "one definition, every surface": nothing outside a planner's own folder knows it by name. Aliases that
 * keep names which people and programs use already lie in folders called `aliases`.
 * `node scripts/planner-names.ts` prints every place that names a planner and fails if there is one.
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, posix } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseSync, Visitor } from 'oxc-parser';

/** Where a planner may not be named. */
const WATCHED = ['src/harness', 'src/host', 'src/kernel', 'src/sessions', 'src/surfaces', 'web/src'];
const ALLOWED = [/\/aliases\//, /^web\/src\/panels\//, /\.(int\.|e2e\.)?test\.tsx?$/, /\/fixtures?\//];

/** A place that names a planner. */
export interface NamedPlanner {
  readonly file: string;
  readonly line: number;
  readonly planner: string;
  readonly how: string;
}

/** Every place outside the planners' own folders that names one of them. */
export function findNamedPlanners(root: string): NamedPlanner[] {
  const planners = plannersIn(root);
  return WATCHED.flatMap((folder) => sourcesIn(root, folder)).flatMap((file) =>
    namesIn(root, file, planners),
  );
}

function describeNamedPlanner({ file, line, planner, how }: NamedPlanner): string {
  return `${file}:${line} names the planner ${planner}: ${how}\n    What it knows of it belongs into src/planners/, or as an alias into a folder aliases/.`;
}

/** The ids of the planners that have a folder: those their modules give themselves. */
function plannersIn(root: string): ReadonlyMap<string, string> {
  const folders = readdirSync(join(root, 'src/planners'), { withFileTypes: true }).filter((entry) =>
    entry.isDirectory(),
  );
  return new Map(
    folders.map(({ name }) => {
      const module = join(root, 'src/planners', name, 'module.ts');
      const [, id = name] = existsSync(module)
        ? (/\bid: '([a-z][a-z0-9-]*)'/.exec(readFileSync(module, 'utf8')) ?? [])
        : [];
      return [name, id];
    }),
  );
}

function sourcesIn(root: string, folder: string): string[] {
  if (!existsSync(join(root, folder))) return [];
  return readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .map((path) => `${folder}/${path.replaceAll('\\', '/')}`)
    .filter((path) => /\.tsx?$/.test(path) && !ALLOWED.some((pattern) => pattern.test(path)))
    .toSorted();
}

function namesIn(root: string, file: string, planners: ReadonlyMap<string, string>): NamedPlanner[] {
  const source = readFileSync(join(root, file), 'utf8');
  const { program, module } = parseSync(file, source);
  const found: NamedPlanner[] = [];
  const note = (start: number, planner: string, how: string) =>
    found.push({ file, line: source.slice(0, start).split('\n').length, planner, how });
  const noteImport = (specifier: string, start: number) => {
    const target = specifier.startsWith('.') ? posix.join(posix.dirname(file), specifier) : '';
    const [, folder = ''] = /^src\/planners\/([^/]+)\//.exec(target) ?? [];
    if (planners.has(folder)) note(start, folder, `imports ${specifier}`);
  };
  const ids = new Set(planners.values());
  const noteText = (text: unknown, start: number) => {
    const [, id = ''] = typeof text === 'string' ? (/^([a-z][a-z0-9-]*)(?::.*)?$/s.exec(text) ?? []) : [];
    if (ids.has(id)) note(start, id, `says ${JSON.stringify(text)}`);
  };
  for (const { moduleRequest, start } of module.staticImports) noteImport(moduleRequest.value, start);
  for (const { entries, start } of module.staticExports) {
    const from = entries.find((entry) => entry.moduleRequest !== null)?.moduleRequest;
    if (from) noteImport(from.value, start);
  }
  new Visitor({
    ImportExpression: ({ source: argument, start }) => {
      if (argument.type === 'Literal' && typeof argument.value === 'string')
        noteImport(argument.value, start);
    },
    Literal: ({ value, start }) => noteText(value, start),
    TemplateElement: ({ value, start }) => noteText(value.cooked, start),
  }).visit(program);
  return found;
}

if (import.meta.main) {
  const named = findNamedPlanners(fileURLToPath(new URL('..', import.meta.url)));
  for (const each of named) console.error(describeNamedPlanner(each));
  if (named.length > 0) process.exitCode = 1;
}
