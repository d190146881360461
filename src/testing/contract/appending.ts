import assert from 'node:assert/strict';
import { MAX_BATCH_FACTS } from '../../journal/fact.ts';
import { assertWhole, note, notes, refuses, texts, written } from './expectations.ts';
import type { Suite } from './suite.ts';

export function appendingContract({ describe, it }: Suite): void {
  describe('appending', () => {
    it('starts a new journal at seq 1 when 0 is expected', async ({ open }) => {
      const { head, facts } = written(await open('j').append([note('a')], { expectedSeq: 0 }));
      assert.equal(head, 1);
      assert.deepEqual(facts, [
        { seq: 1, id: 'f-1', ts: '2026-01-01T00:00:00.000Z', type: 'note_added', v: 1, text: 'a' },
      ]);
      assert.deepEqual(await open('j').facts(), facts);
    });

    it('writes after exactly the expected seq', async ({ open }) => {
      await open('j').append(notes(2));
      const { head, facts } = written(await open('j').append(notes(2, 3), { expectedSeq: 2 }));
      assert.equal(head, 4);
      assert.deepEqual(texts(facts), ['3', '4']);
      await assertWhole(open('j'), 4);
    });

    for (const [kind, expectedSeq] of [
      ['a stale', 2],
      ['no', 0],
      ['a future', 4],
    ] as const) {
      it(`writes nothing and returns the head when ${kind} seq is expected`, async ({ open }) => {
        await open('j').append(notes(3));
        assert.deepEqual(await open('j').append([note('late')], { expectedSeq }), { ok: false, head: 3 });
        assert.deepEqual(texts(await open('j').facts()), ['1', '2', '3']);
      });
    }

    it('does not create a journal for an append that expects one', async ({ open }) => {
      assert.deepEqual(await open('j').append([note('a')], { expectedSeq: 1 }), { ok: false, head: 0 });
      assert.equal(await open('j').describe(), undefined);
    });

    it('writes nothing for an empty batch, which still compares the seq', async ({ open }) => {
      assert.deepEqual(await open('j').append([]), { ok: true, head: 0, facts: [] });
      assert.equal(await open('j').describe(), undefined);
      await open('j').append(notes(2));
      assert.deepEqual(await open('j').append([], { expectedSeq: 2 }), { ok: true, head: 2, facts: [] });
      assert.deepEqual(await open('j').append([], { expectedSeq: 1 }), { ok: false, head: 2 });
    });

    it('writes nothing of a batch with a refused fact', async ({ open }) => {
      await open('j').append([note('a')]);
      await refuses(open('j').append([note('b'), { type: 'bad', at: Number.NaN }]), 'invalid-fact');
      await assertWhole(open('j'), 1);
    });

    it(`accepts ${MAX_BATCH_FACTS} facts in one batch and no more`, async ({ open }) => {
      const { head, facts } = written(await open('j').append(notes(MAX_BATCH_FACTS)));
      assert.equal(head, MAX_BATCH_FACTS);
      assert.equal(facts.length, MAX_BATCH_FACTS);
      await refuses(open('j').append(notes(MAX_BATCH_FACTS + 1)), 'batch-too-large');
      await assertWhole(open('j'), MAX_BATCH_FACTS);
    });

    it('keeps journals apart', async ({ open }) => {
      await open('a').append(notes(3));
      const { head } = written(await open('b').append([note('other')], { expectedSeq: 0 }));
      assert.equal(head, 1);
      assert.deepEqual(texts(await open('b').facts()), ['other']);
      await assertWhole(open('a'), 3);
    });

    it('keeps the id and version a fact came with', async ({ open }) => {
      await open('j').append([{ type: 'constructor', v: 7 }]);
      const [fact] = await open('j').facts();
      assert.deepEqual(fact, {
        seq: 1,
        id: 'f-1',
        ts: '2026-01-01T00:00:00.000Z',
        type: 'constructor',
        v: 7,
      });
    });
  });

  describe('time', () => {
    it('gives a batch one ts, from the clock', async ({ open, clock }) => {
      await open('j').append(notes(2));
      clock.advance(1);
      await open('j').append(notes(2));
      assert.deepEqual(
        (await open('j').facts()).map(({ ts }) => ts.slice(-5)),
        ['.000Z', '.000Z', '.001Z', '.001Z'],
      );
    });

    it('never goes back, even when the clock does', async ({ open, clock }) => {
      clock.set('2026-05-05T12:00:00.000Z');
      await open('j').append([note('a')]);
      clock.set('2020-01-01T00:00:00.000Z');
      const { facts } = written(await open('j').append([note('b')]));
      assert.equal(facts[0]?.ts, '2026-05-05T12:00:00.000Z');
      clock.set('2026-05-05T12:00:00.001Z');
      await open('j').append([note('c')]);
      assert.deepEqual(
        (await open('j').facts()).map(({ ts }) => ts),
        ['2026-05-05T12:00:00.000Z', '2026-05-05T12:00:00.000Z', '2026-05-05T12:00:00.001Z'],
      );
      await assertWhole(open('j'), 3);
    });
  });

  describe('appending at once', () => {
    it('lands 100 appends from two instances that expect nothing', async ({ open, second }) => {
      const other = await second();
      const results = await Promise.all(
        Array.from({ length: 100 }, (_, i) =>
          open('j', i % 2 ? other : undefined).append([note(`${i}a`), note(`${i}b`)]),
        ),
      );
      await assertWhole(open('j'), 200);
      const facts = texts(await open('j').facts());
      results.forEach((result, i) => {
        const { head } = written(result);
        assert.deepEqual(facts.slice(head - 2, head), [`${i}a`, `${i}b`]);
      });
    });

    it('lets exactly one of 50 appends that expect the same seq succeed', async ({ open, second }) => {
      const other = await second();
      await open('j').append([note('first')]);
      const results = await Promise.all(
        Array.from({ length: 50 }, (_, i) =>
          open('j', i % 2 ? other : undefined).append([note(i)], { expectedSeq: 1 }),
        ),
      );
      const winner = results.findIndex(({ ok }) => ok);
      assert.deepEqual(texts(await open('j').facts()), ['first', String(winner)]);
      for (const [i, result] of results.entries()) {
        if (i !== winner) assert.deepEqual(result, { ok: false, head: 2 });
      }
    });

    it('loses no update of writers that retry', async ({ open, second }) => {
      const other = await second();
      const write = async (i: number) => {
        const journal = open('j', i % 2 ? other : undefined);
        let head = 0;
        for (;;) {
          const result = await journal.append([note(i)], { expectedSeq: head });
          if (result.ok) return;
          head = result.head;
        }
      };
      await Promise.all(Array.from({ length: 20 }, (_, i) => write(i)));
      await assertWhole(open('j'), 20);
      const facts = texts(await open('j').facts());
      assert.deepEqual(
        facts.map(Number).toSorted((a, b) => a - b),
        Array.from({ length: 20 }, (_, i) => i),
      );
    });
  });
}
