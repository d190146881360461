import assert from 'node:assert/strict';
import type { FactStore } from '../../journal/store.ts';
import { collect } from './collector.ts';
import { assertWhole, note, notes, refuses, request, texts } from './expectations.ts';
import type { Suite } from './suite.ts';

const NOW = '2026-01-01T00:00:00.000Z';

async function ids(store: FactStore, page: { after?: string; prefix?: string; limit?: number } = {}) {
  return (await store.list({ limit: 100, ...page })).map(({ id }) => id);
}

export function housekeepingContract({ describe, it }: Suite): void {
  describe('the list of journals', () => {
    const inOrder = ['10', '9', 'A', 'Z-1', 'a', 'a-b', 'a.b', 'a1', 'a:b', 'aB', 'a_b', 'ab', 'b'];

    it('is sorted by id, character code by character code', async ({ open, store }) => {
      for (const id of inOrder.toReversed()) await open(id).append([note('a')]);
      assert.deepEqual(await ids(store), inOrder);
    });

    it('is paged by the last id seen', async ({ open, store }) => {
      for (const id of inOrder) await open(id).append([note('a')]);
      assert.deepEqual(await ids(store, { limit: 3 }), ['10', '9', 'A']);
      assert.deepEqual(await ids(store, { after: 'A', limit: 2 }), ['Z-1', 'a']);
      assert.deepEqual(await ids(store, { after: 'aA' }), ['aB', 'a_b', 'ab', 'b']);
      assert.deepEqual(await ids(store, { after: 'b' }), []);
    });

    it('knows prefixes, taken literally', async ({ open, store }) => {
      for (const id of inOrder) await open(id).append([note('a')]);
      assert.deepEqual(await ids(store, { prefix: 'a_' }), ['a_b']);
      assert.deepEqual(await ids(store, { prefix: 'a.' }), ['a.b']);
      assert.deepEqual(await ids(store, { prefix: 'A' }), ['A']);
      assert.deepEqual(await ids(store, { prefix: 'a', after: 'a1', limit: 2 }), ['a:b', 'aB']);
      assert.deepEqual(await ids(store, { prefix: 'x' }), []);
    });

    it('describes each journal', async ({ open, store, clock }) => {
      await open('j').append(notes(2));
      clock.advance(1000);
      await open('j').append([note(3)]);
      const [summary] = await store.list({ limit: 1 });
      const [last] = await store.read('j', { from: 3, to: 3, limit: 1 });
      assert.deepEqual(summary, {
        id: 'j',
        head: 3,
        hash: last?.hash,
        origin: { type: 'created' },
        nativeFrom: 1,
        createdAt: NOW,
        updatedAt: '2026-01-01T00:00:01.000Z',
      });
      assert.deepEqual(await store.describe('j'), summary);
    });
  });

  describe('usage', () => {
    it('counts everything, and what forks share once', async ({ open, store }) => {
      const empty = await store.usage();
      assert.deepEqual(
        { ...empty, bytes: 0 },
        { journals: 0, facts: 0, attachments: 0, attachmentBytes: 0, bytes: 0 },
      );
      await open('a').append(notes(3));
      await open('b').append(notes(2));
      await open('a').fork(3, 'f');
      await open('a').attachments.put(new Uint8Array(100));
      const { bytes, ...counts } = await store.usage();
      assert.deepEqual(counts, { journals: 3, facts: 5, attachments: 1, attachmentBytes: 100 });
      assert.ok(bytes > 0);
    });
  });

  describe('durability', () => {
    it('keeps everything acknowledged across a restart', async ({ open, reopen, second }) => {
      const { sha256 } = await open('j').attachments.put(new Uint8Array([1, 2, 3]));
      await open('j').append(notes(3));
      await (await open('j').fork(2, 'f')).append([note('own')]);
      await open('j').saveSnapshot({ name: 'fold', version: 1, seq: 3, state: { sum: 6 } });
      const before = [await open('j').describe(), await open('f').describe()];
      const again = reopen ? await reopen() : await second();
      assert.deepEqual(await again.list({ limit: 10 }), before.toReversed());
      assert.deepEqual(texts(await open('f', again).facts()), ['1', '2', 'own']);
      assert.equal((await open('j', again).loadSnapshot({ name: 'fold', version: 1 }))?.seq, 3);
      assert.equal((await open('j', again).attachments.get(sha256)).length, 3);
      await assertWhole(open('j', again), 3);
    });
  });

  describe('a closed store', () => {
    it('refuses everything', async ({ store }) => {
      await store.append(request('j', [note('a')], NOW));
      await store.close();
      const hash = '0'.repeat(64);
      const newRecord = () => assert.fail('nothing is recorded');
      const calls: Record<keyof Omit<FactStore, 'directory' | 'watch' | 'close'>, () => Promise<unknown>> = {
        append: () => store.append(request('j', [note('b')], NOW)),
        describe: () => store.describe('j'),
        read: () => store.read('j', { from: 1, to: 1, limit: 1 }),
        erasures: () => store.erasures('j'),
        inspect: () => store.inspect(),
        list: () => store.list({ limit: 1 }),
        fork: () =>
          store.fork({ source: 'j', at: 1, target: 'f', createdAt: NOW, redactions: 0, records: [] }),
        restore: () => store.restore('r', (async function* () {})(), NOW),
        redact: () => store.redact({ journal: 'j', seq: 1, redactedAt: NOW, record: newRecord }),
        delete: () => store.delete('j'),
        redactions: () => store.redactions(),
        saveSnapshot: () => store.saveSnapshot('j', { name: 'n', version: 1, seq: 1, state: '1' }, 0),
        loadSnapshot: () => store.loadSnapshot('j', { name: 'n', version: 1, atMost: 1 }),
        putAttachment: () => store.putAttachment(hash, new Uint8Array(), NOW),
        getAttachment: () => store.getAttachment(hash),
        collectAttachments: () => store.collectAttachments(NOW),
        // Stores without files have nothing to overwrite.
        overwriteUnused: () => (store.overwriteUnused ? store.overwriteUnused() : store.usage()),
        usage: () => store.usage(),
        leases: () => (store.leases ? store.leases.survey() : store.usage()),
      };
      for (const call of Object.values(calls)) await refuses(call(), 'store-closed');
    });

    it('may be closed again', async ({ store }) => {
      await store.close();
      await store.close();
    });

    it('has finished pending work', async ({ store, open, reopen }) => {
      const under = Array.from({ length: 20 }, () => store.append(request('j', [note('a')], NOW)));
      await store.close();
      assert.ok((await Promise.all(under)).every(({ ok }) => ok));
      if (reopen) await assertWhole(open('j', await reopen()), 20);
    });

    it('leaves other instances and their subscriptions alone', async (setting) => {
      const other = await setting.second();
      if (other === setting.store) return;
      const received = collect(setting, setting.open('j', other));
      await setting.open('j').append([note('a')]);
      await setting.store.close();
      await setting.open('j', other).append([note('b')]);
      assert.deepEqual(texts(await received.count(2)), ['a', 'b']);
    });
  });
}
