import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { MOVE_KINDS, MOVE_LIMITS, playHistory } from '../testing/contract/histories.ts';
import { factStoreContract } from '../testing/fact-store-contract.ts';
import { openJournal } from './journal.ts';
import { memoryStore } from './memory-store.ts';

describe('the memory store', () => {
  factStoreContract(memoryStore, { describe, it });

  it('equals a plain array after any history', async () => {
    const move = fc.record({
      kind: fc.constantFrom(...MOVE_KINDS, 'append' as const, 'append' as const),
      journal: fc.nat(MOVE_LIMITS.journal),
      target: fc.nat(MOVE_LIMITS.target),
      size: fc.integer({ min: 1, max: MOVE_LIMITS.size }),
      off: fc.nat(MOVE_LIMITS.off),
    });
    await fc.assert(
      fc.asyncProperty(fc.array(move, { maxLength: 40 }), (moves) => playHistory(memoryStore(), moves)),
      { numRuns: 300 },
    );
  });

  it('keeps few of 10,000 snapshots', async () => {
    const store = memoryStore();
    for (let batch = 0; batch < 10; batch++) {
      await openJournal(store, 'j').append(Array.from({ length: 1000 }, () => ({ type: 'note_added' })));
    }
    for (let seq = 1; seq <= 10_000; seq++) {
      await store.saveSnapshot('j', { name: 'fold', version: 1, seq, state: '{}' }, 0);
    }
    let kept = 0;
    for (let atMost = 10_000; ; kept++) {
      const snapshot = await store.loadSnapshot('j', { name: 'fold', version: 1, atMost });
      if (snapshot === undefined) break;
      atMost = snapshot.seq - 1;
    }
    expect(kept).toBeLessThan(20);
  });

  it('does not let a caller change what it holds', async () => {
    const store = memoryStore();
    await openJournal(store, 'j').append([{ type: 'note_added' }]);
    const [fact] = await store.read('j', { from: 1, to: 1, limit: 1 });
    Object.assign(fact ?? {}, { payload: '{"forged":true}', seq: 9 });
    expect(await openJournal(store, 'j').verify()).toEqual({ ok: true, head: 1 });
  });
});
