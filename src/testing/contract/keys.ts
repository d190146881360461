import assert from 'node:assert/strict';
import { assertWhole, note, notes, refuses, texts, written } from './expectations.ts';
import type { Suite } from './suite.ts';

export function keysContract({ describe, it }: Suite): void {
  describe('idempotency keys', () => {
    it('return the first result to a retry', async ({ open, clock }) => {
      const first = await open('j').append(notes(2), { key: 'k' });
      clock.advance(1000);
      await open('j').append([note('later')]);
      assert.deepEqual(await open('j').append(notes(2), { key: 'k' }), first);
      await assertWhole(open('j'), 3);
    });

    it('return the first result even if the expected seq is stale', async ({ open }) => {
      const first = await open('j').append(notes(2), { key: 'k', expectedSeq: 0 });
      assert.deepEqual(await open('j').append(notes(2), { key: 'k', expectedSeq: 0 }), first);
      assert.deepEqual(await open('j').append(notes(2), { key: 'k', expectedSeq: 99 }), first);
      await assertWhole(open('j'), 2);
    });

    for (const [kind, facts] of [
      ['other content', [note('b')]],
      ['more facts', [note('a'), note('b')]],
      ['another type', [{ type: 'note_changed', text: 'a' }]],
      ['another version', [{ ...note('a'), v: 2 }]],
    ] as const) {
      it(`refuse ${kind} under a used key and write nothing`, async ({ open }) => {
        await open('j').append([note('a')], { key: 'k' });
        await refuses(open('j').append(facts, { key: 'k' }), 'key-reused');
        await assertWhole(open('j'), 1);
      });
    }

    it('are still free after a refused compare-and-set', async ({ open }) => {
      await open('j').append([note('a')]);
      assert.equal((await open('j').append([note('b')], { key: 'k', expectedSeq: 0 })).ok, false);
      const { head } = written(await open('j').append([note('c')], { key: 'k', expectedSeq: 1 }));
      assert.equal(head, 2);
    });

    it('belong to one journal', async ({ open }) => {
      await open('a').append([note('in a')], { key: 'k' });
      await open('b').append([note('in b')], { key: 'k' });
      assert.deepEqual(texts(await open('b').facts()), ['in b']);
    });

    it('are not inherited by a fork', async ({ open }) => {
      await open('j').append([note('a')], { key: 'k' });
      const fork = await open('j').fork(1, 'f');
      assert.equal(written(await fork.append([note('b')], { key: 'k' })).head, 2);
      assert.deepEqual(texts(await fork.facts()), ['a', 'b']);
    });

    it('take every printable character and up to 256 of them', async ({ open }) => {
      const printable = Array.from({ length: 95 }, (_, i) => String.fromCharCode(0x20 + i)).join('');
      for (const [i, key] of [printable, 'k'.repeat(256), ' ', '%', "';--"].entries()) {
        const first = await open('j').append([note(i)], { key });
        assert.deepEqual(await open('j').append([note(i)], { key }), first);
      }
      await assertWhole(open('j'), 5);
    });

    it('differ by case', async ({ open }) => {
      await open('j').append([note('a')], { key: 'k' });
      await open('j').append([note('b')], { key: 'K' });
      await assertWhole(open('j'), 2);
    });

    it('write one of many equal concurrent appends and return the same to all', async ({ open, second }) => {
      const other = await second();
      const results = await Promise.all(
        Array.from({ length: 20 }, (_, i) =>
          open('j', i % 2 ? other : undefined).append(notes(2), { key: 'k' }),
        ),
      );
      for (const result of results) assert.deepEqual(result, results[0]);
      await assertWhole(open('j'), 2);
    });

    it('return placeholders for facts erased since, whatever is appended under the key', async ({ open }) => {
      await open('j').append(notes(2), { key: 'k' });
      await open('j').append([note('other')], { key: 'other' });
      await open('j').redact(1);
      for (const again of [notes(2), [note('another guess')]]) {
        const { facts, head } = written(await open('j').append(again, { key: 'k' }));
        assert.deepEqual([texts(facts), head], [['redacted', '2'], 2]);
      }
      await refuses(open('j').append([note('not the same')], { key: 'other' }), 'key-reused');
      await assertWhole(open('j'), 4);
    });

    it('are known to another instance and after a restart', async ({ open, second, reopen }) => {
      const first = await open('j').append(notes(2), { key: 'k' });
      assert.deepEqual(await open('j', await second()).append(notes(2), { key: 'k' }), first);
      if (reopen) assert.deepEqual(await open('j', await reopen()).append(notes(2), { key: 'k' }), first);
    });
  });
}
