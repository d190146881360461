import { chmodSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { GitRepository } from '../../../../test/cli-stand-ins/git-repository.ts';
import { commitContext } from '../history/commit-context.ts';
import type { CommitCard } from '../trajectory/card-index.ts';
import { buildTrajectory } from '../trajectory/trajectory.ts';
import { cardsFromGit, cardsIn, indexFromGit } from './git-log.ts';

let repository: GitRepository;

beforeEach(() => {
  repository = new GitRepository();
});

afterEach(() => repository.remove());

async function all<Item>(items: AsyncIterable<Item>): Promise<Item[]> {
  const found: Item[] = [];
  for await (const item of items) found.push(item);
  return found;
}

describe('cards of a repository', () => {
  test('are its commits, newest first, with their messages', async () => {
    const first = repository.commit('Add the parser\n\nIt reads\nheaders.');
    const second = repository.commit('Ünïcode “quotes” 😀');
    expect(await all(cardsFromGit(repository.directory))).toEqual([
      { commitHash: second, parentCommitHash: first, subject: 'Ünïcode “quotes” 😀', changeSummary: '' },
      {
        commitHash: first,
        parentCommitHash: null,
        subject: 'Add the parser',
        changeSummary: 'It reads headers.',
      },
    ]);
  });

  test('are read without the output of signature checks', async () => {
    const first = repository.commit('First');
    const tree = repository.git('rev-parse', 'HEAD^{tree}');
    const signature = 'gpgsig -----BEGIN PGP SIGNATURE-----\n \n x\n -----END PGP SIGNATURE-----';
    const who = 'Ada <ada@example.org> 1700000000 +0000';
    const signed = `tree ${tree}\nparent ${first}\nauthor ${who}\ncommitter ${who}\n${signature}\n\nSigned\n`;
    repository.write('.git/signed', signed);
    const hash = repository.git('hash-object', '-t', 'commit', '-w', '.git/signed');
    repository.write(
      '.git/checker',
      '#!/bin/sh\necho "gpg: a word in between" >&2\necho "[GNUPG:] GOODSIG 1 Ada"\n',
    );
    chmodSync(join(repository.directory, '.git/checker'), 0o755);
    repository.git('config', 'gpg.program', join(repository.directory, '.git/checker'));
    repository.git('config', 'log.showSignature', 'true');
    const [card] = await all(cardsFromGit(repository.directory, { tips: [hash] }));
    expect(card).toMatchObject({ commitHash: hash, parentCommitHash: first, subject: 'Signed' });
    expect((await commitContext(repository.directory, hash)).subject).toBe('Signed');
  });

  test('follow the first parent of a merge', async () => {
    const root = repository.commit('Root');
    repository.git('checkout', '-q', '-b', 'side');
    repository.commit('On the side');
    repository.git('checkout', '-q', 'main');
    const main = repository.commit('On main');
    repository.git('merge', '-q', '--no-ff', '-m', 'Merge', 'side');
    const cards = await all(cardsFromGit(repository.directory));
    expect(cards.map(({ subject }) => subject)).toEqual(['Merge', 'On main', 'Root']);
    expect(cards.map(({ parentCommitHash }) => parentCommitHash)).toEqual([main, root, null]);
  });

  test('of several tips are listed once', async () => {
    repository.commit('Root');
    repository.git('branch', 'side');
    repository.commit('On main');
    repository.git('checkout', '-q', 'side');
    repository.commit('On the side');
    const cards = await all(cardsFromGit(repository.directory, { tips: ['main', 'side'] }));
    expect(cards.map(({ subject }) => subject).toSorted()).toEqual(['On main', 'On the side', 'Root']);
  });

  test('end at known commits', async () => {
    const first = repository.commit('First');
    repository.commit('Second');
    const cards = await all(cardsFromGit(repository.directory, { known: (hash) => hash === first }));
    expect(cards.map(({ subject }) => subject)).toEqual(['Second']);
  });

  test('of an unknown revision are refused', async () => {
    repository.commit('First');
    const reading = all(cardsFromGit(repository.directory, { tips: ['--all'] }));
    await expect(reading).rejects.toMatchObject({ code: 'unknown-revision' });
  });

  test('keep a message that is not UTF-8 readable, and a long one short', async () => {
    repository.git('config', 'i18n.commitEncoding', 'ISO-8859-1');
    repository.commit(`Gr\u00fc\u00dfe\n\n${'long '.repeat(5000)}`);
    const [card] = await all(cardsFromGit(repository.directory));
    expect(card?.subject).toContain('Gr');
    expect(card?.changeSummary?.length).toBeLessThanOrEqual(2048);
  });
});

describe('an index', () => {
  test('grows by new commits', async () => {
    repository.commit('Root');
    const index = await indexFromGit(repository.directory);
    const base = repository.git('rev-parse', 'HEAD');
    for (let i = 0; i < 12; i++) repository.commit(`Step ${i}`);
    const tip = repository.git('rev-parse', 'HEAD');
    await indexFromGit(repository.directory, { index });
    expect(index.size).toBe(13);
    const { meta } = await buildTrajectory({
      cards: index,
      base,
      tip,
      blockSize: 4,
      maxRawSteps: 2,
      maxChunks: 1,
    });
    expect(meta).toMatchObject({ uniqueStepsCount: 12, lca: base });
  });

  test('that could not be completed is unchanged', async () => {
    repository.commit('Root');
    const index = await indexFromGit(repository.directory);
    for (let i = 0; i < 5; i++) repository.commit(`Step ${i}`);
    const stopped = AbortSignal.abort(new Error('stop'));
    await expect(indexFromGit(repository.directory, { index, signal: stopped })).rejects.toThrow();
    expect(index.size).toBe(1);
  });
});

test('cards do not depend on chunk boundaries', async () => {
  const bytes = Buffer.from(
    `${'a'.repeat(40)}\0${'b'.repeat(40)} ${'c'.repeat(40)}\0Grüße 😀\0One\ntwo\0${'b'.repeat(40)}\0\0Root\0\0`,
  );
  const expected: CommitCard[] = [
    {
      commitHash: 'a'.repeat(40),
      parentCommitHash: 'b'.repeat(40),
      subject: 'Grüße 😀',
      changeSummary: 'One two',
    },
    { commitHash: 'b'.repeat(40), parentCommitHash: null, subject: 'Root', changeSummary: '' },
  ];
  for (const size of [1, 3, 7, 64, 1000]) {
    const pieces = Array.from({ length: Math.ceil(bytes.length / size) }, (_, i) =>
      bytes.subarray(i * size, (i + 1) * size),
    );
    const stream = (async function* () {
      yield* pieces;
    })();
    expect((await all(cardsIn(stream))).flat()).toEqual(expected);
  }
});
