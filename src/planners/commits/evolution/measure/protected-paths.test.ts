import { expect, test } from 'vitest';
import { pathInRepository, pathsNamedBy } from './protected-paths.ts';

test.each([
  ['bench.mjs', 'bench.mjs'],
  ['./bench.mjs', 'bench.mjs'],
  ['./x/../bench.mjs', 'bench.mjs'],
  ['x//y/./z/', 'x/y/z'],
  ['/repo/bench.mjs', 'bench.mjs'],
  ['/repo/../repo/x', 'x'],
  ['.', ''],
  ['/repo', ''],
  ['x/..', ''],
  ['..', undefined],
  ['../other', undefined],
  ['/etc/passwd', undefined],
  ['/repository/x', undefined],
])('%s is %s in the repository', (path, expected) => {
  expect(pathInRepository(path, '/repo')).toBe(expected);
});

const files = new Set([
  'bench.mjs',
  'Prüf ung.mjs',
  'x/bench.mjs',
  'x/bench-2.mjs',
  'src/main.ts',
  'tests/one.py',
  'run.js',
  'package.json',
  'Makefile',
]);
const named = (evaluator: string) => pathsNamedBy([evaluator], { files, repository: '/repo' });

test.each([
  ['node bench.mjs', 'bench.mjs'],
  ['node ./x/../bench.mjs', 'bench.mjs'],
  ['node /repo/bench.mjs', 'bench.mjs'],
  ['node "Prüf ung.mjs"', 'Prüf ung.mjs'],
  ['env MODE=x node bench.mjs', 'bench.mjs'],
  ['env FILE=bench.mjs node', 'bench.mjs'],
  ['node --import=./bench.mjs src/main.ts', 'bench.mjs'],
  ['["sh","-c","cd x && node bench.mjs"]', 'x/bench.mjs'],
  [`["sh","-c","node 'bench.mjs'"]`, 'bench.mjs'],
  [`["sh","-c","node be'nch'.mjs"]`, 'bench.mjs'],
  ['["bash","-lc","(node bench.mjs>/dev/null)"]', 'bench.mjs'],
  ['["sh","-c","node x/*.mjs"]', 'x/*.mjs'],
  ['node run', 'run.js'],
  ['pytest tests', 'tests'],
  ['npm test', 'package.json'],
  ['node --run bench', 'package.json'],
  ['node .', 'package.json'],
  ['make bench', 'Makefile'],
  ['make bench', 'GNUmakefile'],
])('%s protects %s', (evaluator, path) => {
  expect(named(evaluator)).toContain(path);
});

test('a named source folder, and the repository itself, may be changed', () => {
  expect(named('["sh","-c","cd src && node main.ts"]')).toEqual(['src/main.ts']);
  expect(named('eslint . src')).toEqual([]);
  expect(named('npm ci')).toEqual([]);
});
