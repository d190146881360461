import assert from 'node:assert/strict';
import type { Journal } from '../../journal/journal.ts';
import { collect } from './collector.ts';
import { isWhole, note, notes, refuses, texts, written } from './expectations.ts';
import type { Suite } from './suite.ts';

const fold = { name: 'fold', version: 1 };

async function snapshotSeq(journal: Journal): Promise<number | undefined> {
  return (await journal.loadSnapshot(fold))?.seq;
}

export function erasureContract({ describe, it }: Suite): void {
  describe('redaction', () => {
    it('leaves a mark in place of the payload, and the chain holds', async ({ open, store, clock }) => {
      await open('j').append([note('a'), { type: 'secret_told', secret: 'hush' }, note('c')]);
      const before = await open('j').describe();
      clock.advance(5000);
      assert.equal(await open('j').redact(2), true);
      const facts = await open('j').facts();
      assert.deepEqual(facts[1], {
        seq: 2,
        id: 'f-2',
        ts: '2026-01-01T00:00:00.000Z',
        type: 'redacted',
        v: 1,
        redactedType: 'secret_told',
        redactedAt: '2026-01-01T00:00:05.000Z',
      });
      assert.deepEqual(texts(facts), ['a', 'redacted', 'c']);
      const [stored] = await store.read('j', { from: 2, to: 2, limit: 1 });
      assert.equal(stored?.payload, null);
      assert.equal((await open('j').describe())?.hash, before?.hash);
      await isWhole(open('j'), 3);
    });

    it('happens once', async ({ open, store, clock }) => {
      await open('j').append(notes(2));
      assert.equal(await store.redactions(), 0);
      assert.equal(await open('j').redact(1), true);
      clock.advance(5000);
      assert.equal(await open('j').redact(1), false);
      assert.equal(await store.redactions(), 1);
      assert.equal((await open('j').facts())[0]?.redactedAt, '2026-01-01T00:00:00.000Z');
    });

    it('needs a fact', async ({ open }) => {
      await refuses(open('j').redact(1), 'journal-not-found');
      await open('j').append(notes(2));
      await refuses(open('j').redact(3), 'invalid-seq');
      await refuses(open('j').redact(0), 'invalid-seq');
    });

    it('in the source reaches every fork that shares the fact, and no other', async ({ open }) => {
      await open('j').append(notes(3));
      const sharing = await open('j').fork(2, 'f1');
      const deeper = await sharing.fork(2, 'f2');
      const before = await open('j').fork(1, 'f3');
      await before.append([note('own')]);
      await open('j').redact(2);
      assert.deepEqual(texts(await sharing.facts()), ['1', 'redacted']);
      assert.deepEqual(texts(await deeper.facts()), ['1', 'redacted']);
      assert.deepEqual(texts(await before.facts()), ['1', 'own']);
      await isWhole(deeper, 2);
    });

    it('in a fork reaches its source and its siblings', async ({ open }) => {
      await open('j').append(notes(3));
      const fork = await open('j').fork(2, 'f1');
      const sibling = await open('j').fork(3, 'f2');
      await fork.redact(1);
      assert.deepEqual(texts(await open('j').facts()), ['redacted', '2', '3']);
      assert.deepEqual(texts(await sibling.facts()), ['redacted', '2', '3']);
    });

    it('of a fork’s own fact leaves its source alone', async ({ open }) => {
      await open('j').append(notes(3));
      const fork = await open('j').fork(1, 'f');
      await fork.append([note('own')]);
      await fork.redact(2);
      assert.deepEqual(texts(await open('j').facts()), ['1', '2', '3']);
      assert.deepEqual(texts(await fork.facts()), ['1', 'redacted']);
    });

    it('reaches siblings when their source is gone', async ({ open, store }) => {
      await open('j').append(notes(2));
      const one = await open('j').fork(2, 'f1');
      const other = await open('j').fork(2, 'f2');
      await store.delete('j');
      await one.redact(1);
      assert.deepEqual(texts(await other.facts()), ['redacted', '2']);
      await isWhole(other, 2);
    });

    it('drops the snapshots that may hold the payload, in forks too', async ({ open }) => {
      await open('j').append(notes(9));
      for (const seq of [3, 6]) await open('j').saveSnapshot({ ...fold, seq, state: seq });
      const fork = await open('j').fork(6, 'f');
      await fork.append([note('own')]);
      await fork.saveSnapshot({ ...fold, seq: 7, state: 7 });
      for (const seq of [6, 4]) {
        await open('j').redact(seq);
        for (const journal of [open('j'), fork]) {
          const left = await snapshotSeq(journal);
          assert.ok(left === undefined || left < seq, `${journal.id} still has a snapshot at ${left}`);
        }
      }
      await open('j').redact(1);
      assert.equal(await snapshotSeq(open('j')), undefined);
      assert.equal(await snapshotSeq(fork), undefined);
    });

    it('is there for another instance and after a restart', async ({ open, second, reopen }) => {
      await open('j').append(notes(2));
      await open('j').redact(1);
      const elsewhere = reopen ? await reopen() : await second();
      assert.deepEqual(texts(await open('j', elsewhere).facts()), ['redacted', '2']);
    });
  });

  describe('deletion', () => {
    it('removes a journal whole', async ({ open, store }) => {
      await open('j').append(notes(3));
      assert.equal(await store.delete('j'), true);
      assert.equal(await open('j').describe(), undefined);
      assert.deepEqual(await open('j').facts(), []);
      assert.deepEqual(await store.list({ limit: 10 }), []);
      await refuses(open('j').verify(), 'journal-not-found');
      const { journals, facts } = await store.usage();
      assert.deepEqual({ journals, facts }, { journals: 0, facts: 0 });
      assert.equal(await store.delete('j'), false);
    });

    it('frees the id: the next journal of that name starts anew', async (setting) => {
      const { open, store, clock } = setting;
      await open('j').append(notes(3), { key: 'k' });
      await open('j').saveSnapshot({ ...fold, seq: 3, state: 'old' });
      await store.delete('j');
      clock.set('2025-01-01T00:00:00.000Z');
      const { facts } = written(await open('j').append([note('new')], { key: 'k', expectedSeq: 0 }));
      assert.deepEqual(
        facts.map(({ seq, ts, text }) => ({ seq, ts, text })),
        [{ seq: 1, ts: '2025-01-01T00:00:00.000Z', text: 'new' }],
      );
      await open('j').append(notes(4));
      assert.equal(await open('j').loadSnapshot(fold), undefined);
      assert.equal((await open('j').describe())?.createdAt, '2025-01-01T00:00:00.000Z');
      assert.deepEqual(texts(await collect(setting, open('j')).count(5)), ['new', '1', '2', '3', '4']);
      await isWhole(open('j'), 5);
    });

    it('leaves forks whole, at any depth', async ({ open, store }) => {
      await open('j').append(notes(3));
      const first = await open('j').fork(2, 'f1');
      await first.append([note('first')]);
      const second = await first.fork(3, 'f2');
      await store.delete('j');
      assert.deepEqual(texts(await first.facts()), ['1', '2', 'first']);
      await store.delete('f1');
      assert.deepEqual(texts(await second.facts()), ['1', '2', 'first']);
      await second.append([note('second')]);
      await isWhole(second, 4);
      assert.deepEqual((await second.describe())?.origin, { type: 'fork', journal: 'f1', at: 3 });
    });

    it('keeps no fact that no journal has any more', async ({ open, store }) => {
      await open('j').append(notes(5));
      const fork = await open('j').fork(2, 'f');
      await fork.append([note('own')]);
      await store.delete('j');
      assert.equal((await store.usage()).facts, 3);
      await store.delete('f');
      assert.equal((await store.usage()).facts, 0);
    });

    it('keeps a fork apart from a new journal under its source’s id', async ({ open, store }) => {
      await open('j').append(notes(3));
      const fork = await open('j').fork(2, 'f');
      await store.delete('j');
      await open('j').append([note('x'), note('y'), note('z')]);
      await open('j').saveSnapshot({ ...fold, seq: 1, state: 'of the new one' });
      await open('j').redact(1);
      await open('j').saveSnapshot({ ...fold, seq: 1, state: 'of the new one' });
      assert.deepEqual(texts(await fork.facts()), ['1', '2']);
      assert.equal(await fork.loadSnapshot(fold), undefined);
      await fork.redact(2);
      assert.deepEqual(texts(await open('j').facts()), ['redacted', 'y', 'z']);
      await isWhole(fork, 2);
      await isWhole(open('j'), 3);
    });

    it('of a fork leaves its source whole', async ({ open, store }) => {
      await open('j').append(notes(3));
      const fork = await open('j').fork(2, 'f');
      await fork.append([note('own')]);
      await store.delete('f');
      assert.deepEqual(texts(await open('j').facts()), ['1', '2', '3']);
      await isWhole(open('j'), 3);
    });
  });
}
