import assert from 'node:assert/strict';
import type { StoredFact } from '../../journal/store.ts';
import { assertWhole, note, notes, refuses, texts } from './expectations.ts';
import type { Setting } from './setting.ts';
import type { Suite } from './suite.ts';

const CREATED_AT = '2026-02-02T00:00:00.000Z';

async function* exported({ store }: Setting, id: string, after = 0): AsyncGenerator<StoredFact> {
  for (let from = after + 1; ; ) {
    const page = await store.read(id, { from, to: Number.MAX_SAFE_INTEGER, limit: 500 });
    yield* page;
    if (page.length === 0) return;
    from += page.length;
  }
}

export function restoringContract({ describe, it }: Suite): void {
  describe('a restored journal', () => {
    it('equals the one it was read from, erased facts included', async (setting) => {
      const { open, store } = setting;
      await open('j').append([note('a'), note('b'), { type: 'odd_seen', text: '\ud800\u0000' }]);
      await open('j').redact(2, { keep: ['text'] });
      await store.restore('copy', exported(setting, 'j'), CREATED_AT);
      assert.deepEqual(await open('copy').facts(), await open('j').facts());
      assert.equal((await open('copy').describe())?.hash, (await open('j').describe())?.hash);
      await assertWhole(open('copy'), 4);
    });

    it('may be long', async (setting) => {
      const { open, store } = setting;
      for (const from of [1, 1001, 2001]) await open('j').append(notes(1000, from));
      await store.restore('copy', exported(setting, 'j'), CREATED_AT);
      await assertWhole(open('copy'), 3000);
    });

    it('is marked as an import without facts of its own', async (setting) => {
      const { open, store } = setting;
      await open('j').append(notes(3));
      await store.restore('copy', exported(setting, 'j'), CREATED_AT);
      const summary = await open('copy').describe();
      assert.deepEqual(summary?.origin, { type: 'import' });
      assert.equal(summary?.nativeFrom, 4);
      assert.equal(summary?.createdAt, CREATED_AT);
    });

    it('continues independently', async (setting) => {
      const { open, store } = setting;
      await open('j').append(notes(2), { key: 'k' });
      await store.restore('copy', exported(setting, 'j'), CREATED_AT);
      await open('copy').append([note('c')], { expectedSeq: 2, key: 'k' });
      await open('copy').redact(1);
      assert.deepEqual(texts(await open('j').facts()), ['1', '2']);
      assert.deepEqual(texts(await open('copy').facts()), ['redacted', '2', 'c', 'fact_erased']);
      await assertWhole(open('copy'), 4);
    });

    it('does not exist if its facts fail halfway', async (setting) => {
      const { open, store } = setting;
      await open('j').append(notes(3));
      const [first] = await store.read('j', { from: 1, to: 1, limit: 1 });
      const torn = (async function* () {
        if (first) yield first;
        throw new RangeError('torn');
      })();
      await assert.rejects(store.restore('copy', torn, CREATED_AT), { message: 'torn' });
      assert.equal(await open('copy').describe(), undefined);
      assert.equal((await store.usage()).facts, 3);
      await store.restore('copy', exported(setting, 'j'), CREATED_AT);
      await assertWhole(open('copy'), 3);
    });

    it('is refused if the journal exists', async (setting) => {
      const { open, store } = setting;
      await open('j').append(notes(3));
      await open('copy').append([note('mine')]);
      await refuses(store.restore('copy', exported(setting, 'j'), CREATED_AT), 'journal-exists');
      assert.deepEqual(texts(await open('copy').facts()), ['mine']);
    });

    it('may be empty', async ({ open, store }) => {
      await store.restore('copy', (async function* () {})(), CREATED_AT);
      assert.equal((await open('copy').describe())?.head, 0);
      assert.deepEqual(await open('copy').verify(), { ok: true, head: 0 });
    });
  });

  describe('a restored fork', () => {
    /** Notes 1 to 3 in `j`, a fork at 2 with a note of its own, and a fork of that. */
    async function family(setting: Setting): Promise<void> {
      const { open, store } = setting;
      await open('j').append(notes(3));
      await open('j').fork(2, 'fork');
      await open('fork').append([note('own')]);
      await store.restore('copy', exported(setting, 'fork', 2), CREATED_AT, {
        source: 'j',
        at: 2,
        redactions: 0,
      });
    }

    it('has the facts of the fork it was read from, and shares those it shared', async (setting) => {
      const { open, store } = setting;
      await family(setting);
      assert.deepEqual(await open('copy').facts(), await open('fork').facts());
      assert.equal((await store.usage()).facts, 5);
      await assertWhole(open('copy'), 3);
      await open('j').redact(1);
      assert.deepEqual(texts(await open('copy').facts()), ['redacted', '2', 'own', 'fact_erased']);
    });

    it('is marked as a fork without facts of its own', async (setting) => {
      await family(setting);
      const summary = await setting.open('copy').describe();
      assert.deepEqual(summary?.origin, { type: 'fork', journal: 'j', at: 2 });
      assert.equal(summary?.nativeFrom, 4);
      assert.equal(summary?.createdAt, CREATED_AT);
    });

    it('can be forked and continued, and outlives its source', async (setting) => {
      const { open, store } = setting;
      await family(setting);
      const shared = { source: 'copy', at: 1, redactions: 0 };
      await store.restore('second', exported(setting, 'j', 1), CREATED_AT, shared);
      await open('copy').append([note('more')], { expectedSeq: 3 });
      for (const id of ['j', 'fork']) await store.delete(id);
      assert.deepEqual(texts(await open('copy').facts()), ['1', '2', 'own', 'more']);
      assert.deepEqual(texts(await open('second').facts()), ['1', '2', '3']);
      await store.delete('copy');
      await assertWhole(open('second'), 3);
    });

    it('may have no facts of its own, or share none', async (setting) => {
      const { open, store } = setting;
      await open('j').append(notes(2));
      await store.restore('bare', (async function* () {})(), CREATED_AT, {
        source: 'j',
        at: 2,
        redactions: 0,
      });
      await store.restore('apart', exported(setting, 'j'), CREATED_AT, { source: 'j', at: 0, redactions: 0 });
      await assertWhole(open('bare'), 2);
      await assertWhole(open('apart'), 2);
      await open('j').redact(1);
      assert.deepEqual(texts(await open('bare').facts()), ['redacted', '2', 'fact_erased']);
      assert.deepEqual(texts(await open('apart').facts()), ['1', '2']);
    });

    it('is refused without the facts it shares, and does not exist if its facts fail halfway', async (setting) => {
      const { open, store } = setting;
      await open('j').append(notes(2));
      const none = (source: string, at: number) =>
        store.restore('copy', (async function* () {})(), CREATED_AT, { source, at, redactions: 0 });
      await refuses(none('gone', 1), 'journal-not-found');
      await refuses(none('j', 3), 'invalid-seq');
      const torn = (async function* () {
        yield* [];
        throw new RangeError('torn');
      })();
      await assert.rejects(store.restore('copy', torn, CREATED_AT, { source: 'j', at: 2, redactions: 0 }), {
        message: 'torn',
      });
      assert.equal(await open('copy').describe(), undefined);
      await assertWhole(open('j'), 2);
    });
  });

  describe('verification', () => {
    it('finds the first changed fact, wherever it is', async (setting) => {
      const { open, store } = setting;
      await open('j').append(notes(5));
      const facts = await store.read('j', { from: 1, to: 5, limit: 5 });
      const forgeries: Record<string, (fact: StoredFact) => StoredFact> = {
        payload: (fact) => ({ ...fact, payload: '{"text":"forged"}' }),
        type: (fact) => ({ ...fact, type: 'forged' }),
        ts: (fact) => ({ ...fact, ts: '2027-01-01T00:00:00.000Z' }),
        digest: (fact) => ({ ...fact, payload: null, digest: 'f'.repeat(64) }),
      };
      for (const [kind, forge] of Object.entries(forgeries)) {
        const forged = facts.map((fact) => (fact.seq === 3 ? forge(fact) : fact));
        await store.restore(
          `forged-${kind}`,
          (async function* () {
            yield* forged;
          })(),
          CREATED_AT,
        );
        assert.deepEqual(await open(`forged-${kind}`).verify(), { ok: false, head: 5, firstBad: 3 }, kind);
      }
    });

    it('refuses a journal that does not exist', async ({ open }) => {
      await refuses(open('j').verify(), 'journal-not-found');
    });
  });
}
