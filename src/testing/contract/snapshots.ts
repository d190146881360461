import assert from 'node:assert/strict';
import { note, notes, refuses } from './expectations.ts';
import type { Suite } from './suite.ts';

const fold = { name: 'fold', version: 1 };

export function snapshotsContract({ describe, it }: Suite): void {
  describe('a snapshot', () => {
    it('is the newest at or below the wanted seq', async ({ open }) => {
      const journal = open('j');
      await journal.append(notes(9));
      for (const seq of [2, 8, 5]) await journal.saveSnapshot({ ...fold, seq, state: { at: seq } });
      const loaded = async (atMost?: number) =>
        await journal.loadSnapshot({ ...fold, ...(atMost !== undefined && { atMost }) });
      assert.deepEqual(await loaded(), { ...fold, seq: 8, state: { at: 8 } });
      assert.deepEqual(await loaded(8), { ...fold, seq: 8, state: { at: 8 } });
      assert.equal((await loaded(7))?.seq, 5);
      assert.equal((await loaded(2))?.seq, 2);
      assert.equal(await loaded(1), undefined);
    });

    it('is loaded only for its own fold and version', async ({ open }) => {
      await open('j').append(notes(3));
      await open('j').saveSnapshot({ ...fold, seq: 3, state: 'one' });
      assert.equal(await open('j').loadSnapshot({ ...fold, version: 2 }), undefined);
      assert.equal(await open('j').loadSnapshot({ ...fold, name: 'other' }), undefined);
      await open('j').saveSnapshot({ name: 'other', version: 7, seq: 2, state: 'two' });
      assert.equal((await open('j').loadSnapshot(fold))?.state, 'one');
      assert.equal((await open('j').loadSnapshot({ name: 'other', version: 7 }))?.state, 'two');
    });

    it('is of one journal', async ({ open }) => {
      await open('a').append(notes(3));
      await open('b').append(notes(3));
      await open('a').saveSnapshot({ ...fold, seq: 3, state: 'a' });
      assert.equal(await open('b').loadSnapshot(fold), undefined);
    });

    it('is replaced when saved again at the same seq', async ({ open }) => {
      await open('j').append(notes(3));
      await open('j').saveSnapshot({ ...fold, seq: 3, state: 'first' });
      await open('j').saveSnapshot({ ...fold, seq: 3, state: 'second' });
      assert.equal((await open('j').loadSnapshot(fold))?.state, 'second');
    });

    it('is restored exactly, however large', async ({ open, second, reopen }) => {
      await open('j').append([note('a')]);
      const state = { text: '€'.repeat(1_000_000), odd: ['\u0000', '\ud800', 1e21, null] };
      await open('j').saveSnapshot({ ...fold, seq: 1, state });
      const elsewhere = reopen ? await reopen() : await second();
      assert.deepEqual((await open('j', elsewhere).loadSnapshot(fold))?.state, state);
    });

    it('of a state from before an erasure is not saved after it', async ({ open, second }) => {
      const journal = open('j');
      await journal.append(notes(3));
      const redactions = await journal.redactions();
      await open('j', await second()).redact(2);
      await journal.saveSnapshot({ ...fold, seq: 3, state: 'may hold it' }, { redactions });
      assert.equal(await journal.loadSnapshot(fold), undefined);
      await journal.saveSnapshot(
        { ...fold, seq: 3, state: 'folded anew' },
        { redactions: await journal.redactions() },
      );
      assert.equal((await journal.loadSnapshot(fold))?.state, 'folded anew');
    });

    it('beyond the head is refused', async ({ open }) => {
      await open('j').append(notes(2));
      await refuses(open('j').saveSnapshot({ ...fold, seq: 3, state: 1 }), 'invalid-seq');
      assert.equal(await open('j').loadSnapshot(fold), undefined);
    });

    it('needs a journal', async ({ open }) => {
      await refuses(open('j').saveSnapshot({ ...fold, seq: 0, state: 1 }), 'journal-not-found');
      assert.equal(await open('j').loadSnapshot(fold), undefined);
    });

    it('of the source serves a fork up to its base and not beyond', async ({ open }) => {
      await open('j').append(notes(9));
      for (const seq of [3, 7]) await open('j').saveSnapshot({ ...fold, seq, state: `source ${seq}` });
      const fork = await open('j').fork(5, 'f');
      await open('j').saveSnapshot({ ...fold, seq: 9, state: 'source 9' });
      await fork.append(notes(6));
      assert.deepEqual(await fork.loadSnapshot(fold), { ...fold, seq: 3, state: 'source 3' });
      await fork.saveSnapshot({ ...fold, seq: 8, state: 'fork 8' });
      assert.equal((await fork.loadSnapshot(fold))?.state, 'fork 8');
      assert.equal((await fork.loadSnapshot({ ...fold, atMost: 7 }))?.state, 'source 3');
      assert.equal((await open('j').loadSnapshot({ ...fold, atMost: 8 }))?.state, 'source 7');
    });

    it('serves a fork of a fork up to both bases', async ({ open }) => {
      await open('j').append(notes(9));
      for (const seq of [4, 6]) await open('j').saveSnapshot({ ...fold, seq, state: seq });
      const first = await open('j').fork(5, 'f1');
      await first.append(notes(5));
      await first.saveSnapshot({ ...fold, seq: 9, state: 'first 9' });
      const second = await first.fork(8, 'f2');
      const third = await first.fork(3, 'f3');
      assert.equal((await second.loadSnapshot(fold))?.seq, 4);
      assert.equal(await third.loadSnapshot(fold), undefined);
    });

    it('is one of few, however many were saved', async ({ open, store }) => {
      for (let from = 1; from <= 10_000; from += 1000) await open('j').append(notes(1000, from));
      for (let seq = 10; seq <= 10_000; seq += 10) {
        await store.saveSnapshot('j', { ...fold, seq, state: String(seq) }, 0);
      }
      const kept: number[] = [];
      for (let atMost = 10_000; ; ) {
        const found = await store.loadSnapshot('j', { ...fold, atMost });
        if (found === undefined) break;
        assert.ok(found.seq <= atMost, `a snapshot at ${found.seq} is not at or below ${atMost}`);
        kept.push(found.seq);
        atMost = found.seq - 1;
      }
      assert.equal(kept[0], 10_000);
      assert.ok(kept.length > 3 && kept.length < 40, `${kept.length} are kept: ${kept}`);
    });
  });
}
