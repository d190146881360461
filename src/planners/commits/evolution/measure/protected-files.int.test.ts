import { mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { GitRepository } from '../../../../../test/cli-stand-ins/git-repository.ts';
import { inDetachedWorktree } from '../../../../machine/git/worktree.ts';
import { changedProtected, protectedPaths, restoring } from './protected-files.ts';

let repository: GitRepository;
let base: string;

beforeEach(() => {
  repository = new GitRepository();
  symlinkSync('real/bench.mjs', join(repository.directory, 'bench.mjs'));
  base = repository.commit('Measure', {
    'real/bench.mjs': 'measure();\n',
    'tests/one.txt': '1\n',
    '[id].mjs': 'x\n',
    'main.mjs': 'slow();\n',
  });
});

afterEach(() => repository.remove());

test('the target of a link is protected with it', async () => {
  const { directory } = repository;
  const paths = await protectedPaths(directory, base, { evaluators: ['node bench.mjs'], protect: ['tests'] });
  expect(paths.toSorted()).toEqual(['bench.mjs', 'real/bench.mjs', 'tests']);
});

test('git lists the changed, added and removed ones, whatever other files there are', async () => {
  const many = Object.fromEntries(Array.from({ length: 600 }, (_, i) => [`a/${i}.txt`, 'x\n']));
  rmSync(join(repository.directory, 'real/bench.mjs'));
  const commit = repository.commit('Cheat', { ...many, 'tests/two.txt': '2\n', '[id].mjs': 'y\n' });
  const changed = (paths: readonly string[]) =>
    changedProtected(repository.directory, { from: base, paths }, commit);
  expect(await changed(['real/bench.mjs'])).toEqual(['real/bench.mjs']);
  expect(await changed(['tests', '[id].mjs'])).toEqual(['[id].mjs', 'tests/two.txt']);
  expect(await changed(['r*', '*.txt'])).toEqual(['real/bench.mjs']);
  expect(await changed(['main.mjs'])).toEqual([]);
});

test('changes of a program to protected files are undone, and no others', async () => {
  const paths = ['real/bench.mjs', 'tests'];
  await inDetachedWorktree(repository.directory, base, async (checkout) => {
    const at = (path: string) => join(checkout.directory, path);
    const restore = await restoring(repository.directory, { from: base, paths }, checkout);
    for (const spoil of [
      () => writeFileSync(at('real/bench.mjs'), 'print(0);\n'),
      () => {
        rmSync(at('real'), { recursive: true });
        symlinkSync('/etc', at('real'));
      },
      () => {
        rmSync(at('tests'), { recursive: true });
        rmSync(at('real/bench.mjs'));
        mkdirSync(at('real/bench.mjs'));
      },
      () => writeFileSync(at('.git'), 'gitdir: /nonexistent\n'),
    ]) {
      spoil();
      writeFileSync(at('main.mjs'), 'fast();\n');
      await restore();
      expect(readFileSync(at('real/bench.mjs'), 'utf8')).toBe('measure();\n');
      expect(readFileSync(at('tests/one.txt'), 'utf8')).toBe('1\n');
      expect(readFileSync(at('main.mjs'), 'utf8')).toBe('fast();\n');
    }
  });
});
