import assert from 'node:assert/strict';
import { placeAfter } from '../../journal/append.ts';
import { EMPTY_TIP } from '../../journal/integrity/chain.ts';
import { sha256 } from '../../journal/integrity/sha256.ts';
import type { Journal } from '../../journal/journal.ts';
import type { FactStore, StoredFact } from '../../journal/store.ts';
import { collect } from './collector.ts';
import { assertWhole, note, notes, refuses, texts, written } from './expectations.ts';
import type { Suite } from './suite.ts';

const fold = { name: 'fold', version: 1 };

async function snapshotSeq(journal: Journal): Promise<number | undefined> {
  return (await journal.loadSnapshot(fold))?.seq;
}

/** A fact as the store keeps it. */
async function storedAt(store: FactStore, id: string, seq: number): Promise<StoredFact | undefined> {
  const [stored] = await store.read(id, { from: seq, to: seq, limit: 1 });
  return stored;
}

/** Facts as they were written before salts were introduced. */
async function* unsalted(texts: readonly string[]): AsyncGenerator<StoredFact> {
  const facts = texts.map((text, i) => {
    const payload = JSON.stringify({ text });
    return { id: `old-${i + 1}`, type: 'note_added', v: 1, payload, digest: sha256(payload) };
  });
  yield* placeAfter(EMPTY_TIP, { facts, ts: '2025-01-01T00:00:00.000Z' });
}

export function erasureContract({ describe, it }: Suite): void {
  describe('redaction', () => {
    it('leaves a placeholder for the payload and a record at the end, and the chain is valid', async (setting) => {
      const { open, store, clock } = setting;
      await open('j').append([note('a'), { type: 'secret_told', secret: 'hush' }, note('c')]);
      clock.advance(5000);
      assert.equal(await open('j').redact(2, { by: 'ann', reason: 'asked for it' }), true);
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
      assert.deepEqual(facts[3], {
        seq: 4,
        id: 'f-4',
        ts: '2026-01-01T00:00:05.000Z',
        type: 'fact_erased',
        v: 1,
        erasedSeq: 2,
        erasedType: 'secret_told',
        erasedAt: '2026-01-01T00:00:05.000Z',
        by: 'ann',
        reason: 'asked for it',
      });
      assert.deepEqual(texts(facts), ['a', 'redacted', 'c', 'fact_erased']);
      const stored = await storedAt(store, 'j', 2);
      assert.deepEqual([stored?.payload, stored?.salt], [null, undefined]);
      assert.deepEqual(await store.erasures('j'), [await storedAt(store, 'j', 4)]);
      await assertWhole(open('j'), 4);
    });

    it('keeps the hashes of salted facts', async ({ open, store }) => {
      await open('j').append(notes(3));
      const before = await store.read('j', { from: 1, to: 3, limit: 3 });
      await open('j').redact(2);
      const after = await store.read('j', { from: 1, to: 3, limit: 3 });
      assert.deepEqual(
        after.map(({ hash }) => hash),
        before.map(({ hash }) => hash),
      );
    });

    it('keeps the fields that must stay in force, and no other', async ({ open, second, reopen }) => {
      await open('j').append([
        { type: 'configured', mode: 'approve', limits: { euros: 5, note: 'private' }, name: 'Ann' },
      ]);
      await open('j').redact(1, { keep: ['mode', 'limits.euros', 'missing', 'name.first'] });
      const kept = { mode: 'approve', limits: { euros: 5 } };
      const elsewhere = reopen ? await reopen() : await second();
      const [mark, record] = await open('j', elsewhere).facts();
      assert.deepEqual([mark?.type, mark?.kept, record?.kept], ['redacted', kept, kept]);
      await assertWhole(open('j', elsewhere), 2);
    });

    it('happens once', async ({ open, store, clock }) => {
      await open('j').append(notes(2));
      assert.equal(await store.redactions(), 0);
      assert.equal(await open('j').redact(1), true);
      clock.advance(5000);
      assert.equal(await open('j').redact(1), false);
      assert.equal(await store.redactions(), 1);
      assert.equal((await open('j').facts())[0]?.redactedAt, '2026-01-01T00:00:00.000Z');
      await assertWhole(open('j'), 3);
    });

    it('happens once with concurrent requests', async ({ open, second }) => {
      const other = await second();
      await open('j').append(notes(2));
      const results = await Promise.all(
        Array.from({ length: 8 }, (_, i) => open('j', i % 2 ? other : undefined).redact(1)),
      );
      assert.equal(results.filter((erased) => erased).length, 1);
      await assertWhole(open('j'), 3);
    });

    it('with concurrent appends leaves everything intact', async ({ open, second }) => {
      const other = await second();
      await open('j').append(notes(10));
      await open('j').fork(10, 'f');
      await Promise.all(
        Array.from({ length: 10 }, async (_, i) => {
          await open('j', i % 2 ? other : undefined).redact(i + 1);
          await open(i % 3 ? 'j' : 'f', i % 2 ? undefined : other).append([note('more')]);
        }),
      );
      await assertWhole(open('j'), 26);
      await assertWhole(open('f'), 24);
    });

    it('needs a fact', async ({ open }) => {
      await refuses(open('j').redact(1), 'journal-not-found');
      await open('j').append(notes(2));
      await refuses(open('j').redact(3), 'invalid-seq');
      await refuses(open('j').redact(0), 'invalid-seq');
    });

    it('cannot be undone, forged or erased itself', async ({ open }) => {
      await open('j').append(notes(2));
      await open('j').redact(1);
      await refuses(open('j').redact(3), 'fact-not-erasable');
      for (const type of ['redacted', 'fact_erased'])
        await refuses(open('j').append([{ type }]), 'invalid-fact');
      await assertWhole(open('j'), 3);
    });

    it('without a record is detected anywhere', async ({ open, store }) => {
      await open('j').append(notes(3));
      const facts = await store.read('j', { from: 1, to: 3, limit: 3 });
      const forged = facts.map(({ salt: _, ...fact }) =>
        fact.seq === 2 ? { ...fact, payload: null, redactedAt: fact.ts } : { ...fact, ...(_ && { salt: _ }) },
      );
      const restored = async function* () {
        yield* forged;
      };
      await store.restore('forged', restored(), '2026-01-01T00:00:00.000Z');
      assert.deepEqual(await open('forged').verify(), { ok: false, head: 3, firstBad: 2 });
    });

    it('in the source reaches every fork that shares the fact, and no other', async ({ open }) => {
      await open('j').append(notes(3));
      const sharing = await open('j').fork(2, 'f1');
      const deeper = await sharing.fork(2, 'f2');
      const before = await open('j').fork(1, 'f3');
      await before.append([note('own')]);
      await open('j').redact(2);
      assert.deepEqual(texts(await sharing.facts()), ['1', 'redacted', 'fact_erased']);
      assert.deepEqual(texts(await deeper.facts()), ['1', 'redacted', 'fact_erased']);
      assert.deepEqual(texts(await before.facts()), ['1', 'own']);
      for (const journal of [sharing, deeper]) await assertWhole(journal, 3);
    });

    it('in a fork reaches its source and its siblings', async ({ open }) => {
      await open('j').append(notes(3));
      const fork = await open('j').fork(2, 'f1');
      const sibling = await open('j').fork(3, 'f2');
      await fork.redact(1);
      assert.deepEqual(texts(await open('j').facts()), ['redacted', '2', '3', 'fact_erased']);
      assert.deepEqual(texts(await sibling.facts()), ['redacted', '2', '3', 'fact_erased']);
      for (const journal of [open('j'), sibling]) await assertWhole(journal, 4);
    });

    it('of a fork’s own fact leaves its source unchanged', async ({ open }) => {
      await open('j').append(notes(3));
      const fork = await open('j').fork(1, 'f');
      await fork.append([note('own')]);
      await fork.redact(2);
      assert.deepEqual(texts(await open('j').facts()), ['1', '2', '3']);
      assert.deepEqual(texts(await fork.facts()), ['1', 'redacted', 'fact_erased']);
    });

    it('reaches siblings when their source is gone', async ({ open, store }) => {
      await open('j').append(notes(2));
      const one = await open('j').fork(2, 'f1');
      const other = await open('j').fork(2, 'f2');
      await store.delete('j');
      await one.redact(1);
      assert.deepEqual(texts(await other.facts()), ['redacted', '2', 'fact_erased']);
      await assertWhole(other, 3);
    });

    it('is recorded in a fork made between the fact and its record', async ({ open }) => {
      await open('j').append(notes(3));
      await open('j').redact(1, { by: 'ann' });
      await open('j').redact(3);
      const early = await open('j').fork(2, 'early');
      const between = await open('j').fork(4, 'between');
      const deep = await between.fork(1, 'deep');
      assert.deepEqual(texts(await early.facts()), ['redacted', '2', 'fact_erased']);
      assert.equal((await early.facts())[2]?.by, 'ann');
      assert.equal((await early.describe())?.nativeFrom, 3);
      assert.deepEqual(texts(await between.facts()), [
        'redacted',
        '2',
        'redacted',
        'fact_erased',
        'fact_erased',
      ]);
      await assertWhole(early, 3);
      await assertWhole(between, 5);
      await assertWhole(deep, 2);
      await early.append([note('own')], { expectedSeq: 3 });
      await assertWhole(early, 4);
    });

    it('drops the snapshots that may contain the payload, in forks too', async ({ open }) => {
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

    it('is visible to another instance and after a restart', async ({ open, second, reopen }) => {
      await open('j').append(notes(2));
      await open('j').redact(1);
      const elsewhere = reopen ? await reopen() : await second();
      assert.deepEqual(texts(await open('j', elsewhere).facts()), ['redacted', '2', 'fact_erased']);
      await assertWhole(open('j', elsewhere), 3);
    });
  });

  describe('redaction of a fact without a salt', () => {
    const OLD = ['1', '2', '3', '4'];

    it('leaves neither its digest nor a hash that covers it, in forks neither', async ({ open, store }) => {
      await store.restore('j', unsalted(OLD), '2026-01-01T00:00:00.000Z');
      await open('j').append([note('new')]);
      const forks = [await open('j').fork(2, 'f1'), await open('j').fork(5, 'f2')];
      await forks[0]?.append([note('own')]);
      const deep = await open('f1').fork(3, 'f3');
      const old = await store.read('j', { from: 1, to: 5, limit: 5 });
      const oldHashes = new Set(old.slice(1).flatMap(({ digest, hash }) => [digest, hash]));
      await open('j').redact(2);
      const second = old[1]?.digest;
      for (const journal of [open('j'), ...forks, deep]) {
        const facts = await store.read(journal.id, { from: 1, to: 9, limit: 9 });
        assert.ok(facts.every(({ hash }) => !oldHashes.has(hash)));
        assert.ok(facts.every(({ digest }) => digest !== second));
        await assertWhole(journal, facts.length);
        await journal.append([note('later')]);
        await assertWhole(journal, facts.length + 1);
      }
      await assertWhole(open('f1'), 5);
      assert.deepEqual(texts(await deep.facts()), ['1', 'redacted', 'own', 'fact_erased', 'later']);
    });

    it('keeps the facts before it as they were', async ({ open, store }) => {
      await store.restore('j', unsalted(OLD), '2026-01-01T00:00:00.000Z');
      const before = await store.read('j', { from: 1, to: 2, limit: 2 });
      await open('j').redact(3);
      assert.deepEqual(await store.read('j', { from: 1, to: 2, limit: 2 }), before);
    });

    it('reaches a fork whose source is gone', async ({ open, store }) => {
      await store.restore('j', unsalted(OLD), '2026-01-01T00:00:00.000Z');
      const one = await open('j').fork(3, 'f1');
      const other = await open('j').fork(2, 'f2');
      await store.delete('j');
      await one.redact(1);
      await assertWhole(one, 4);
      await assertWhole(other, 3);
      await other.redact(2);
      await assertWhole(one, 5);
      await assertWhole(other, 4);
    });
  });

  describe('deletion', () => {
    it('removes a journal completely', async ({ open, store }) => {
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

    it('frees the id: the next journal with it starts empty', async (setting) => {
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
      await assertWhole(open('j'), 5);
    });

    it('leaves forks intact, at any depth', async ({ open, store }) => {
      await open('j').append(notes(3));
      const first = await open('j').fork(2, 'f1');
      await first.append([note('first')]);
      const second = await first.fork(3, 'f2');
      await store.delete('j');
      assert.deepEqual(texts(await first.facts()), ['1', '2', 'first']);
      await store.delete('f1');
      assert.deepEqual(texts(await second.facts()), ['1', '2', 'first']);
      await second.append([note('second')]);
      await assertWhole(second, 4);
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
      assert.deepEqual(texts(await open('j').facts()), ['redacted', 'y', 'z', 'fact_erased']);
      await assertWhole(fork, 3);
      await assertWhole(open('j'), 4);
    });

    it('of a fork leaves its source intact', async ({ open, store }) => {
      await open('j').append(notes(3));
      const fork = await open('j').fork(2, 'f');
      await fork.append([note('own')]);
      await store.delete('f');
      assert.deepEqual(texts(await open('j').facts()), ['1', '2', '3']);
      await assertWhole(open('j'), 3);
    });
  });
}
