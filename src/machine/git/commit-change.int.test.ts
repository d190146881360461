import { afterEach, beforeEach, expect, it } from 'vitest';
import { GitRepository } from '../../../test/cli-stand-ins/git-repository.ts';
import { commitTree, offerBranch, treeOf } from './commit-change.ts';

let repository: GitRepository;

beforeEach(() => {
  repository = new GitRepository();
});

afterEach(() => repository.remove());

it('offers a commit on a branch, and leaves a branch in use unchanged', async () => {
  const root = repository.directory;
  const [first, second, third] = ['1', '2', '3'].map((text) => repository.commit(text, { 'v.txt': text }));
  if (first === undefined || second === undefined || third === undefined) throw new Error('no commit');
  expect(await offerBranch(root, 'best', first, undefined)).toBe('best');
  expect(await offerBranch(root, 'best', first, undefined)).toBe('best');
  expect(await offerBranch(root, 'best', second, first)).toBe('best');
  repository.git('checkout', '-q', 'best');
  expect(await offerBranch(root, 'best', third, second)).toBe('best-2');
  expect(repository.git('rev-parse', 'best')).toBe(second);
  expect(repository.git('status', '--porcelain')).toBe('');
  const own = repository.commit('Their own', { 'own.txt': 'x' });
  repository.git('checkout', '-q', '--detach');
  expect(await offerBranch(root, 'best', first, second)).toBe('best-3');
  expect(repository.git('rev-parse', 'best')).toBe(own);
});

it('accepts a message that git would refuse', async () => {
  const parent = repository.commit('One', { 'v.txt': '1' });
  const root = repository.directory;
  const commit = await commitTree(root, {
    tree: await treeOf(root, parent),
    parents: [parent],
    message: 'a\0b',
  });
  expect(repository.git('log', '-1', '--format=%s', commit)).toBe('ab');
});
