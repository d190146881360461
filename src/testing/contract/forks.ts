import assert from 'node:assert/strict';
import { assertWhole, note, notes, refuses, texts } from './expectations.ts';
import type { Suite } from './suite.ts';

export function forksContract({ describe, it }: Suite): void {
  describe('a fork', () => {
    it('starts with its source’s facts, identical in every field', async ({ open }) => {
      await open('j').append(notes(5));
      const fork = await open('j').fork(3, 'f');
      assert.deepEqual(await fork.facts(), await open('j').facts({ to: 3 }));
      assert.equal(fork.id, 'f');
      await assertWhole(fork, 3);
    });

    it('and its source diverge', async ({ open }) => {
      await open('j').append(notes(3));
      const fork = await open('j').fork(2, 'f');
      await fork.append([note('fork')], { expectedSeq: 2 });
      await open('j').append([note('source')], { expectedSeq: 3 });
      assert.deepEqual(texts(await fork.facts()), ['1', '2', 'fork']);
      assert.deepEqual(texts(await open('j').facts()), ['1', '2', '3', 'source']);
      await assertWhole(fork, 3);
      await assertWhole(open('j'), 4);
    });

    it('reads ranges across its base', async ({ open }) => {
      await open('j').append(notes(5));
      const fork = await open('j').fork(3, 'f');
      await fork.append(notes(2, 40));
      assert.deepEqual(texts(await fork.facts({ from: 2, to: 4 })), ['2', '3', '40']);
      assert.deepEqual(texts(await fork.facts({ from: 4 })), ['40', '41']);
    });

    it('of a fork of a fork is complete, at any depth', async ({ open }) => {
      await open('j').append(notes(4));
      const first = await open('j').fork(3, 'f1');
      await first.append(notes(2, 10));
      const second = await first.fork(4, 'f2');
      await second.append(notes(2, 20));
      const third = await second.fork(2, 'f3');
      await third.append([note(30)]);
      const fourth = await second.fork(6, 'f4');
      assert.deepEqual(texts(await second.facts()), ['1', '2', '3', '10', '20', '21']);
      assert.deepEqual(texts(await third.facts()), ['1', '2', '30']);
      assert.deepEqual(texts(await fourth.facts()), texts(await second.facts()));
      await assertWhole(first, 5);
      await assertWhole(second, 6);
      await assertWhole(third, 3);
      await assertWhole(fourth, 6);
    });

    it('at 0 is an empty journal that exists', async ({ open, store }) => {
      await open('j').append(notes(2));
      const fork = await open('j').fork(0, 'f');
      assert.equal((await fork.describe())?.head, 0);
      assert.deepEqual(await fork.facts(), []);
      assert.deepEqual(await fork.verify(), { ok: true, head: 0 });
      assert.equal((await fork.append([note('a')], { expectedSeq: 0 })).ok, true);
      await assertWhole(fork, 1);
      assert.equal((await store.list({ limit: 10 })).length, 2);
    });

    it('knows its origin and where its own facts begin', async ({ open, clock }) => {
      await open('j').append(notes(5));
      clock.advance(60_000);
      const fork = await open('j').fork(3, 'f');
      assert.deepEqual(await fork.describe(), {
        id: 'f',
        head: 3,
        hash: (await fork.describe())?.hash,
        origin: { type: 'fork', journal: 'j', at: 3 },
        nativeFrom: 4,
        createdAt: '2026-01-01T00:01:00.000Z',
        updatedAt: '2026-01-01T00:00:00.000Z',
      });
      await fork.append([note('own')]);
      const after = await fork.describe();
      assert.equal(after?.nativeFrom, 4);
      assert.equal(after?.head, 4);
      assert.equal(after?.updatedAt, '2026-01-01T00:01:00.000Z');
    });

    it('shares its source’s hash where it shares its facts', async ({ open }) => {
      await open('j').append(notes(2));
      const fork = await open('j').fork(2, 'f');
      const [source, forked] = [await open('j').describe(), await fork.describe()];
      assert.equal(forked?.hash, source?.hash);
      await fork.append([note('own')]);
      await open('j').append([note('other')]);
      assert.notEqual((await fork.describe())?.hash, (await open('j').describe())?.hash);
    });

    it('never has a ts before that of its base', async ({ open, clock }) => {
      await open('j').append([note('a')]);
      const fork = await open('j').fork(1, 'f');
      clock.set('2020-01-01T00:00:00.000Z');
      await fork.append([note('b')]);
      assert.equal((await fork.facts()).at(-1)?.ts, '2026-01-01T00:00:00.000Z');
      await assertWhole(fork, 2);
    });

    it('is refused without a source, onto an existing journal, or beyond the head', async ({
      open,
      store,
    }) => {
      await open('j').append(notes(2));
      await open('taken').append([note('a')]);
      await refuses(open('unknown').fork(0, 'f'), 'journal-not-found');
      await refuses(open('j').fork(1, 'taken'), 'journal-exists');
      await refuses(open('j').fork(1, 'j'), 'journal-exists');
      await refuses(open('j').fork(3, 'f'), 'invalid-seq');
      assert.deepEqual(texts(await open('taken').facts()), ['a']);
      assert.deepEqual(
        (await store.list({ limit: 10 })).map(({ id }) => id),
        ['j', 'taken'],
      );
    });

    it('is refused by the store when something was erased since its records were looked up', async ({
      open,
      store,
    }) => {
      await open('j').append(notes(2));
      await open('j').redact(1);
      const stale = { source: 'j', at: 2, target: 'f', createdAt: '2026-01-01T00:00:00.000Z', records: [] };
      await refuses(store.fork({ ...stale, redactions: 0 }), 'erased-meanwhile');
      assert.equal(await store.describe('f'), undefined);
    });

    it('is created once by concurrent requests for the same id', async ({ open, second }) => {
      const other = await second();
      await open('j').append(notes(2));
      const results = await Promise.allSettled(
        Array.from({ length: 8 }, (_, i) => open('j', i % 2 ? other : undefined).fork(i % 3, 'f')),
      );
      const winner = results.findIndex(({ status }) => status === 'fulfilled');
      assert.equal(results.filter(({ status }) => status === 'fulfilled').length, 1);
      for (const result of results) {
        if (result.status === 'rejected') assert.equal(result.reason.code, 'journal-exists');
      }
      await assertWhole(open('f'), winner % 3);
    });
  });
}
