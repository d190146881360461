import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { newPlannerFiles } from './new-planner.ts';

const here = new URL('./load-modules.ts', import.meta.url);

// In a process of its own: the loader of the test runner would import the files in its own way.
const PROGRAM = `
import { z } from '${import.meta.resolve('zod')}';
import { loadPlannerModules } from '${here.href}';
globalThis.emptyConfig = z.strictObject({});
const { specs, options } = JSON.parse(process.argv[1]);
try {
  const loaded = await loadPlannerModules(specs, options);
  console.log(JSON.stringify(loaded.map(({ module: { id, title }, source }) => ({ id, title, source }))));
} catch (error) {
  const { name, code, source, summary } = error;
  console.log(JSON.stringify({ name, code, source, summary }));
}`;

let directory: string;

beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'wayfold-modules-'));
});
afterEach(() => rmSync(directory, { recursive: true }));

/** Writes a file below the directory and returns its path. */
function write(path: string, text: string): string {
  const file = join(directory, path);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, text);
  return file;
}

function planner(id: string, { facts = '{}', title = 'Title' } = {}): string {
  return `{
    [Symbol.for('wayfold.planner')]: 1, id: '${id}', title: '${title}', description: '', talks: 'nobody',
    config: globalThis.emptyConfig, state: { initial: null, apply: () => null }, facts: ${facts}, commands: {},
  }`;
}

async function load(specs: readonly string[], options: object = {}): Promise<unknown> {
  const given = JSON.stringify({ specs, options: { cwd: directory, ...options } });
  const { stdout, stderr } = await promisify(execFile)(
    process.execPath,
    ['--input-type=module', '-e', PROGRAM, given],
    { env: { PATH: process.env.PATH } },
  );
  expect(stderr).toBe('');
  return JSON.parse(stdout);
}

describe('a module in a file', () => {
  it('of TypeScript imports wayfold, zod and its neighbours where nothing is installed', async () => {
    write('half.ts', 'export const half = (n: number): number => n / 2;\n');
    const source = write(
      'minutes.ts',
      `import { memoryStore } from 'wayfold/journal';
       import { z } from 'zod';
       import { half } from './half.ts';
       interface Unused { readonly a: string }
       const schema: unknown = z.strictObject({});
       export default ${planner('minutes', { facts: '{ minutes_written: { schema, kind: "plan" } }' })} satisfies object;
       if (half(2) !== 1 || typeof memoryStore !== 'function') throw new Error('not what was wanted');`,
    );
    expect(await load(['./minutes.ts'])).toEqual([{ id: 'minutes', title: 'Title', source }]);
  });

  it.each([
    ['{}', 'minutes.ts'],
    ['{}', 'minutes.js'],
    ['{ "type": "commonjs" }', 'minutes.ts'],
    ['{ "type": "commonjs" }', 'minutes.mts'],
    ['{ "type": "commonjs" }', 'minutes.mjs'],
    ['{ "type": "module" }', 'minutes.js'],
  ])('is loaded without a warning beside a package.json with %s: %s', async (manifest, file) => {
    write('package.json', manifest);
    const source = write(file, `import 'zod';\nexport default ${planner('minutes')};\n`);
    expect(await load([source])).toEqual([{ id: 'minutes', title: 'Title', source }]);
  });

  it('may be a function of what the host offers', async () => {
    write('a.ts', `export default ({ n }: { n: number }) => (${planner('a')});\n`);
    write('b.ts', `export default async ({ n }) => ({ ...${planner('b')}, title: 'B' + n });\n`);
    expect(await load(['a.ts', 'b.ts'], { options: { n: 3 } })).toMatchObject([{ id: 'a' }, { title: 'B3' }]);
  });

  it('is loaded once, however often and in whatever way it is named', async () => {
    const source = write('a.mjs', `export default ${planner('a')};\n`);
    expect(await load(['./a.mjs', source, `file://${source}`])).toHaveLength(1);
  });

  it('is loaded anew under another version', async () => {
    write('a.mjs', `export default { ...${planner('a')}, title: new URL(import.meta.url).search };\n`);
    expect(await load(['a.mjs'], { version: 'two' })).toMatchObject([{ title: '?version=two' }]);
  });
});

describe('a module in a package', () => {
  it('is found as an import in the directory would find it', async () => {
    const manifest = { name: '@me/minutes', type: 'module', exports: { './planner': { import: './p.js' } } };
    write('node_modules/@me/minutes/package.json', JSON.stringify(manifest));
    const source = write(
      'node_modules/@me/minutes/p.js',
      `import 'zod'; export default ${planner('minutes')};`,
    );
    const cwd = join(directory, 'deeper');
    expect(await load(['npm:@me/minutes/planner'], { cwd })).toMatchObject([{ id: 'minutes', source }]);
  });

  it('may be CommonJS that was compiled from TypeScript', async () => {
    write('node_modules/minutes/package.json', '{ "main": "m.js" }');
    write(
      'node_modules/minutes/m.js',
      `Object.defineProperty(exports, '__esModule', { value: true }); exports.default = ${planner('minutes')};`,
    );
    expect(await load(['npm:minutes'])).toMatchObject([{ id: 'minutes' }]);
  });

  it('that ships TypeScript is refused', async () => {
    write('node_modules/minutes/package.json', '{ "exports": "./m.ts" }');
    const source = write('node_modules/minutes/m.ts', `export default ${planner('minutes')};`);
    expect(await load(['npm:minutes'])).toMatchObject({ code: 'module-unloadable', source });
  });

  it.each(['npm:not-installed', 'npm:', 'npm:../minutes', 'npm:fs'])('is not there: %s', async (spec) => {
    expect(await load([spec])).toMatchObject({ name: 'ModuleError', code: 'module-not-found', source: spec });
  });
});

describe('a module that cannot be used', () => {
  it('because there is no such file is named by its whole path', async () => {
    const source = join(directory, 'none.ts');
    expect(await load(['./none.ts'])).toMatchObject({ code: 'module-not-found', source });
    expect(await load([directory])).toMatchObject({ code: 'module-not-found', source: directory });
  });

  it.each([
    ['a syntax error', 'syntax.ts', 'const a: number = 1;\n\nconst b: = 2;\n', 3],
    ['a syntax error', 'syntax.js', 'const a = 1;\n\nconst b = ;\n', 3],
    ['TypeScript that is more than types', 'enum.ts', 'export const a = 1;\nenum Order { asSaid }\n', 2],
    ['what it throws', 'throws.ts', 'const a: number = 1;\nthrow new TypeError("no");\n', 2],
    ['a name that zod lacks', 'names.ts', 'import { nothing } from "zod";\nnothing();\n', 1],
    ['what its function throws', 'make.ts', 'export default () => {\n  throw new Error("no");\n};\n', 2],
  ])('because of %s names the file and the line: %s', async (_reason, file, text, line) => {
    const source = write(file, text);
    expect(await load([file])).toMatchObject({
      code: 'module-unloadable',
      source,
      summary: expect.stringContaining(`(${source}:${line})`),
    });
  });

  it('because an import is missing names what is missing', async () => {
    const source = write('a.ts', 'import "not-installed";\n');
    expect(await load(['a.ts'])).toMatchObject({
      code: 'module-unloadable',
      source,
      summary: expect.stringContaining('not-installed'),
    });
  });

  it('because of what was thrown that is no error', async () => {
    write('a.ts', 'throw "no";\n');
    expect(await load(['a.ts'])).toMatchObject({
      code: 'module-unloadable',
      summary: expect.stringContaining('"no"'),
    });
  });

  it('because it is no program', async () => {
    const source = write('a.json', '{}');
    expect(await load(['a.json'])).toMatchObject({ code: 'module-unloadable', source });
  });

  it.each([
    'export const a = 1;',
    'export default 1;',
    'export default {};',
    `export default { id: 'a', title: 'A', facts: {} };`,
    `export default { [Symbol.for('wayfold.planner')]: 2 };`,
    'export default () => undefined;',
  ])('because of what it exports: %s', async (text) => {
    const source = write('a.ts', text);
    expect(await load(['a.ts'])).toMatchObject({ code: 'module-invalid', source });
  });

  it('because another has its id already', async () => {
    write('a.ts', `export default ${planner('a')};`);
    const source = write('b.ts', `export default ${planner('a')};`);
    expect(await load(['a.ts', 'b.ts'])).toMatchObject({ code: 'module-duplicate', source });
    const known = [{ id: 'a', factTypes: [], source: 'Wayfold itself' }];
    expect(await load(['b.ts'], { alreadyLoaded: known })).toMatchObject({
      code: 'module-duplicate',
      source,
    });
  });
});

it('a new planner can be loaded, with the copy of Wayfold that its project has', async () => {
  write('node_modules/wayfold/package.json', '{ "type": "module", "exports": "./index.js" }');
  const module = new URL('../../harness/module/', import.meta.url).href;
  write(
    'node_modules/wayfold/index.js',
    `export { definePlanner } from '${module}define-planner.ts'; export { refuse } from '${module}refusal.ts';`,
  );
  for (const { path, text } of newPlannerFiles('book-club')) write(path, text);
  expect(readFileSync(join(directory, 'book-club.test.ts'), 'utf8')).toContain("'./book-club.ts'");
  expect(await load(['./book-club.ts'])).toMatchObject([{ id: 'book-club', title: 'Book club' }]);
});
