import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { describeViolation, findViolations } from '../scripts/import-directions.ts';

let root: string;

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'wayfold-imports-'));
});

afterEach(() => rmSync(root, { recursive: true, force: true }));

describe('the order of folders', () => {
  test('a folder imports only earlier ones', () => {
    given({
      'src/journal/fact.ts': 'export const a = 1;',
      'src/planners/trip/planner.ts': "import { a } from '../../journal/fact.ts'; export const b = a;",
    });
    expect(findViolations(root)).toEqual([]);
  });

  test('an import of a later folder is reported with file, line, import and rule', () => {
    given({
      'src/journal/fact.ts': "export const a = 1;\nexport { b } from '../kernel/fold.ts';",
      'src/kernel/fold.ts': 'export const b = 2;',
    });
    expect(findViolations(root).map(describeViolation)).toEqual([
      expect.stringMatching(
        /^src\/journal\/fact\.ts:2 imports '\.\.\/kernel\/fold\.ts'\n.*src\/journal\/ may not import src\/kernel\//,
      ),
    ]);
  });

  test.each([
    ['a type', "import type { B } from '../kernel/fold.ts';"],
    ['an inline type', "export type C = import('../kernel/fold.ts').B;"],
    ['a re-export', "export * from '../kernel/fold.ts';"],
    ['a side effect', "import '../kernel/fold.ts';"],
    ['a dynamic import', "export const load = () => import('../kernel/fold.ts');"],
    ['an import by package name', "import { b } from 'wayfold/kernel'; b;"],
  ])('%s counts as an import', (_, source) => {
    given({
      'src/journal/fact.ts': source,
      'src/kernel/fold.ts': 'export type B = 1; export const b = 2;',
      'src/kernel/index.ts': "export { b } from './fold.ts';",
    });
    expect(filesWithViolations()).toEqual(['src/journal/fact.ts']);
  });

  test('a folder without a position is refused', () => {
    given({ 'src/drawer/things.ts': 'export const a = 1;' });
    expect(filesWithViolations()).toEqual(['src/drawer/things.ts']);
  });

  test('the product imports nothing outside src', () => {
    given({
      'src/surfaces/cli/main.ts':
        "import '../../../bench/run.ts'; import manifest from '../../../package.json' with { type: 'json' };",
      'bench/run.ts': '',
      'package.json': '{}',
    });
    expect(findViolations(root)).toMatchObject([{ imported: '../../../bench/run.ts' }]);
  });
});

describe('planners', () => {
  test('a planner never imports a sibling', () => {
    given({
      'src/planners/trip/planner.ts': "import { a } from '../tasks/facts.ts'; export const b = a;",
      'src/planners/tasks/facts.ts': 'export const a = 1;',
    });
    expect(findViolations(root)).toMatchObject([
      { file: 'src/planners/trip/planner.ts', rule: expect.stringContaining('its sibling tasks') },
    ]);
  });

  test('files beside the planners are shared by all, and import none', () => {
    given({
      'src/planners/trip/planner.ts': "import { a } from '../shared.ts'; export const b = a;",
      'src/planners/shared.ts': "import { c } from './tasks/facts.ts'; export const a = c;",
      'src/planners/tasks/facts.ts': 'export const c = 1;',
    });
    expect(findViolations(root)).toMatchObject([
      { file: 'src/planners/shared.ts', rule: expect.stringContaining('its sibling tasks') },
    ]);
  });

  test('a planner imports its own files', () => {
    given({
      'src/planners/trip/planner.ts': "import { a } from './facts.ts'; export const b = a;",
      'src/planners/trip/facts.ts': 'export const a = 1;',
    });
    expect(findViolations(root)).toEqual([]);
  });
});

describe('testing', () => {
  const testing = {
    'src/testing/index.ts': "import { main } from '../cli/main.ts'; export const clock = main;",
    'src/surfaces/cli/main.ts': 'export const main = 1;',
  };

  test('testing imports anything and tests import testing', () => {
    given({
      ...testing,
      'src/journal/fact.test.ts': "import { clock } from '../../testing/index.ts'; clock;",
    });
    expect(findViolations(root)).toEqual([]);
  });

  test('product code never imports testing', () => {
    given({
      ...testing,
      'src/surfaces/http/http.ts': "import { clock } from '../../testing/index.ts'; clock;",
    });
    expect(filesWithViolations()).toEqual(['src/surfaces/http/http.ts']);
  });
});

describe('code that also runs in a browser', () => {
  test.each(['src/kernel/a.ts', 'src/harness/a.ts', 'src/repair/a.ts', 'src/plan-tools/a.ts'])(
    '%s never imports Node',
    (file) => {
      given({ [file]: "import { readFileSync } from 'node:fs'; readFileSync;" });
      expect(findViolations(root)).toMatchObject([{ file, imported: 'node:fs' }]);
    },
  );

  test.each(['facts.ts', 'config.ts', 'fold.ts', 'stops-fold.ts'])(
    "a planner's %s never imports Node",
    (name) => {
      given({ [`src/planners/trip/${name}`]: "import 'fs/promises';" });
      expect(findViolations(root)).toMatchObject([{ imported: 'fs/promises' }]);
    },
  );

  test('an indirect import of Node is found and reported with its path', () => {
    given({
      'src/kernel/run.ts': "import { open } from '../journal/index.ts'; open;",
      'src/journal/index.ts': "export { open } from './sqlite-store.ts';",
      'src/journal/sqlite-store.ts':
        "import { DatabaseSync } from 'node:sqlite'; export const open = DatabaseSync;",
    });
    expect(findViolations(root)).toMatchObject([
      {
        file: 'src/kernel/run.ts',
        rule: expect.stringContaining(
          'src/kernel/run.ts -> src/journal/index.ts -> src/journal/sqlite-store.ts -> node:sqlite',
        ),
      },
    ]);
  });

  test('a package that needs Node counts as Node', () => {
    given({
      'src/kernel/run.ts': "import { pool } from '../journal/pool.ts'; pool;",
      'src/journal/pool.ts': "import { Pool } from 'pg'; export const pool = Pool;",
    });
    expect(filesWithViolations()).toEqual(['src/kernel/run.ts']);
  });

  test('only the file where it leaves the browser is reported', () => {
    given({
      'src/kernel/index.ts': "export * from './run.ts';",
      'src/kernel/run.ts': "import 'node:fs';",
    });
    expect(filesWithViolations()).toEqual(['src/kernel/run.ts']);
  });

  test('an erased type import does not count, but an emptied one does', () => {
    given({
      'src/kernel/erased.ts': "import type { Store } from '../journal/store.ts'; export type A = Store;",
      'src/kernel/emptied.ts': "import { type Store } from '../journal/store.ts'; export type A = Store;",
      'src/journal/store.ts': "import 'node:fs'; export type Store = 1;",
    });
    expect(filesWithViolations()).toEqual(['src/kernel/emptied.ts']);
  });

  test('circular imports end the search', () => {
    given({
      'src/kernel/run.ts': "import '../journal/a.ts';",
      'src/journal/a.ts': "import './b.ts';",
      'src/journal/b.ts': "import './a.ts';",
    });
    expect(findViolations(root)).toEqual([]);
  });
});

function given(files: Readonly<Record<string, string>>): void {
  for (const [path, source] of Object.entries(files)) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), source);
  }
}

function filesWithViolations(): string[] {
  return findViolations(root).map(({ file }) => file);
}
