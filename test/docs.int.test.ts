import { execFile } from 'node:child_process';
import { globSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { linkPackage, typePaths } from './linked-package.ts';

/**
 * The TypeScript in the documentation, as programs. A block that imports something begins a program; one that imports
 * nothing goes on with the program above it. What a reader need not see stands in a comment `<!-- ts … -->` before its
 * block. A program is run and must print exactly what its comments `// → …` say, if there are any. One with a block
 * marked `ts no-run` is only type-checked.
 */
interface Program {
  /** `docs/journal.md:12`: where its first line stands. */
  readonly place: string;
  /** The page with everything else blanked out, so that its line numbers are those of the page. */
  readonly lines: string[];
  runs: boolean;
}

const root = fileURLToPath(new URL('..', import.meta.url));
const pages = globSync(['README.md', 'docs/**/*.md'], { cwd: root }).toSorted();
const programs = pages.flatMap((page) => programsIn(page, readFileSync(join(root, page), 'utf8')));
const complete = programs.filter(({ runs }) => runs);

const Outcomes = z.array(
  z.object({ place: z.string(), printed: z.string(), failure: z.optional(z.string()) }),
);

/** Runs programs one after the other in one process, each in an empty directory, so that the sources load once. */
const RUNNER = `
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { format } from 'node:util';

const { dirname: workspace } = import.meta;
const outcomes = [];
for (const { place, url } of JSON.parse(readFileSync('programs.json', 'utf8'))) {
  const outcome = { place, printed: '' };
  console.log = (...values) => void (outcome.printed += format(...values) + '\\n');
  outcomes.push(outcome);
  process.chdir(mkdtempSync(join(workspace, 'run-')));
  await import(url).catch((error) => void (outcome.failure = String(error.stack)));
  writeFileSync(join(workspace, 'outcomes.json'), JSON.stringify(outcomes));
}`;

let workspace: string;
let ending: Promise<unknown>;

// Inside the repository, so that packages like zod are found where a reader's project would have them.
beforeAll(() => {
  mkdirSync(join(root, '.cache'), { recursive: true });
  workspace = mkdtempSync(join(root, '.cache', 'docs-'));
  linkPackage(workspace);
  for (const program of programs) writeProgram(program);
  const listed = complete.map((program) => ({ place: program.place, url: pathToFileURL(fileOf(program)) }));
  writeFileSync(join(workspace, 'programs.json'), JSON.stringify(listed));
  writeFileSync(join(workspace, 'runner.mjs'), RUNNER);
  ending = node('runner.mjs');
});

afterAll(async () => {
  await ending;
  rmSync(workspace, { recursive: true, force: true });
});

test('every program in the documentation type-checks', async () => {
  // The package's own exports say what there is, and not more.
  const compilerOptions = { paths: typePaths('../..') };
  const config = { extends: '../../tsconfig.json', compilerOptions, include: ['programs'] };
  writeFileSync(join(workspace, 'tsconfig.json'), JSON.stringify(config));
  const tsc = join(root, 'node_modules', 'typescript', 'bin', 'tsc');
  expect(await node(tsc, '-p', 'tsconfig.json')).toEqual({ code: 0, output: '' });
});

test('the programs in the documentation finish', async () => {
  expect(complete).not.toEqual([]);
  expect(await ending).toMatchObject({ code: 0 });
});

test.each(complete)('$place runs and prints the documented output', async (program) => {
  await ending;
  const outcomes = Outcomes.parse(JSON.parse(readFileSync(join(workspace, 'outcomes.json'), 'utf8')));
  const outcome = outcomes.find(({ place }) => place === program.place);
  const promised = promisedOutput(program) || outcome?.printed;
  expect(outcome).toEqual({ place: program.place, printed: promised });
});

/** Runs Node in the workspace, to its end or for as long as documentation may take. */
function node(...args: readonly string[]): Promise<{ code: unknown; output: string }> {
  return new Promise((resolve) => {
    execFile(process.execPath, args, { cwd: workspace, timeout: 100_000 }, (error, stdout, stderr) =>
      resolve({ code: error?.code ?? error?.signal ?? 0, output: stdout + stderr }),
    );
  });
}

function programsIn(page: string, markdown: string): Program[] {
  const found: Program[] = [];
  const hidden: { at: number; text: string }[] = [];
  const blocks = /^ *<!-- ts\n(?<unseen>.*?)^ *-->$|^ *```ts(?: (?<info>[^\n]*))?\n(?<code>.*?)^ *```$/gms;
  for (const { groups = {}, index } of markdown.matchAll(blocks)) {
    const { unseen, info = '', code = '' } = groups;
    const at = markdown.slice(0, index).split('\n').length;
    if (unseen !== undefined) {
      hidden.push({ at, text: unseen });
      continue;
    }
    const parts = [...hidden.splice(0), { at, text: code }];
    const last = found.at(-1);
    const begins = last === undefined || parts.some(({ text }) => /^ *import\b/m.test(text));
    const program = begins ? { place: `${page}:${at + 1}`, lines: [], runs: true } : last;
    if (begins) found.push(program);
    for (const part of parts) putLines(program.lines, part);
    if (info === 'no-run') program.runs = false;
  }
  return found;
}

function putLines(lines: string[], { at, text }: { at: number; text: string }): void {
  while (lines.length < at) lines.push('');
  lines.push(...text.trimEnd().split('\n'));
}

function promisedOutput({ lines }: Program): string {
  return lines
    .flatMap((line) => /\/\/ → (.*)$/.exec(line)?.[1] ?? [])
    .reduce((all, line) => `${all}${line}\n`, '');
}

function fileOf({ place }: Program): string {
  return join(workspace, 'programs', `${place.replace(':', '.')}.ts`);
}

function writeProgram(program: Program): void {
  const file = fileOf(program);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, [...program.lines, 'export {};', ''].join('\n'));
}
