import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { storeWith } from '../../../test/store-with.ts';
import { type FactStore, memoryStore, openJournal } from '../../journal/index.ts';
import { SimulatedClock } from '../../testing/simulated-clock.ts';
import { ClaimLostError } from '../error.ts';
import { acceptAll } from '../projection/projection.ts';
import { type Claim, claim, release, renew, settle } from './claim.ts';
import { ClaimCache, ClaimFold } from './claim-fold.ts';

const sent = { type: 'mail_sent' };

async function setting(store: FactStore = memoryStore()) {
  const clock = new SimulatedClock(0);
  const journal = openJournal(store, 'j', { clock });
  await journal.append([{ type: 'mail_approved' }]);
  const claimAs = async (worker: string) =>
    await claim(journal, { work: 'mailer', target: 1, worker, ttlMs: 1000 }, { clock });
  return { clock, journal, claimAs };
}

describe('the claim cache', () => {
  it('saves reading the journal again', async () => {
    const store = memoryStore();
    const { clock, journal } = await setting(store);
    const reads: number[] = [];
    const counted = openJournal(
      storeWith(store, {
        read: async (id, range) => {
          const facts = await store.read(id, range);
          reads.push(...facts.map(({ seq }) => seq));
          return facts;
        },
      }),
      'j',
      { clock },
    );
    const claims = new ClaimCache();
    for (let i = 0; i < 5; i++) {
      await journal.append([{ type: 'mail_approved' }]);
      const target = await journal.head();
      const outcome = await claim(counted, { work: 'w', target, worker: 'a', ttlMs: 9 }, { clock, claims });
      if (outcome.ok) await settle(counted, outcome.claim, [sent], { claims });
      expect(claims.fold.statusOf('w', target)).toMatchObject({ type: 'held' });
    }
    claims.accept(await journal.facts({ from: claims.fold.head + 1 }));
    expect(claims.fold.statusOf('w', 2)).toMatchObject({ type: 'settled' });
    expect(new Set(reads).size).toBe(reads.length);
  });

  it('ignores other facts, and those it has seen', async () => {
    const { journal } = await setting();
    await journal.append([
      { type: 'claimed', work: 'w' },
      { type: 'claimed', work: 'w', target: 1, worker: 'a', until: 'soon' },
      { type: 'reaction_settled', target: 1 },
    ]);
    let fold = acceptAll(new ClaimFold(), await journal.facts());
    expect(fold.statusOf('w', 1)).toEqual({ type: 'free' });
    await journal.append([
      { type: 'claimed', work: 'w', target: 1, worker: 'a', until: '2026-01-01T00:00:00.000Z', since: 'v2' },
    ]);
    fold = acceptAll(fold, await journal.facts());
    fold = acceptAll(fold, await journal.facts({ to: 2 }));
    expect(fold.statusOf('w', 1)).toMatchObject({ type: 'held', worker: 'a', seq: 5 });
    expect(fold.head).toBe(5);
  });

  it('ignores a copied pause', async () => {
    const journal = openJournal(memoryStore(), 'j');
    await journal.append([{ type: 'session_paused', cause: 'person', by: 'ada' }]);
    const facts = await journal.facts();
    const own = acceptAll(new ClaimFold(), facts);
    const copy = acceptAll(new ClaimFold(0, { nativeFrom: 2 }), facts);
    expect(own.pause).toMatchObject({ by: 'ada', seq: 1 });
    expect(copy.pause).toBeUndefined();
  });

  it('keeps work settled, and reports the newest claim before that', () => {
    const fact = fc.record({
      type: fc.constantFrom('claimed', 'reaction_settled', 'note_added'),
      work: fc.constantFrom('a', 'b'),
      target: fc.constantFrom(1, 2),
      worker: fc.constantFrom('x', 'y'),
      until: fc.constant('2026-01-01T00:00:00.000Z'),
    });
    fc.assert(
      fc.property(fc.array(fact), (payloads) => {
        const facts = payloads.map((payload, i) => ({ ...payload, seq: i + 1, id: `f${i}`, ts: '', v: 1 }));
        const fold = acceptAll(new ClaimFold(), facts);
        for (const work of ['a', 'b']) {
          for (const target of [1, 2]) {
            const standing = fold.statusOf(work, target);
            const end = facts.find(
              (each) => each.type === 'reaction_settled' && each.work === work && each.target === target,
            );
            if (end) expect(standing).toEqual({ type: 'settled', seq: end.seq });
          }
        }
      }),
    );
  });
});

describe('workers that come, stall and go', () => {
  it('hold work one at a time, and exactly one settles it', async () => {
    const step = fc.record({
      worker: fc.integer({ min: 0, max: 2 }),
      does: fc.constantFrom('claim', 'claim', 'renew', 'settle', 'release', 'crash'),
      after: fc.integer({ min: 0, max: 700 }),
    });
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 30 }), async (steps) => {
        const { clock, journal, claimAs } = await setting();
        const claims = new Map<number, Claim>();
        let settled = 0;
        const tried = async (run: () => Promise<void>) => {
          await run().catch((error: unknown) => {
            expect(error).toBeInstanceOf(ClaimLostError);
          });
        };
        for (const { worker, does, after } of steps) {
          clock.advance(after);
          const mine = claims.get(worker);
          if (does === 'claim') {
            const holders = [...claims.values()].filter(({ until }) => until > clock.now());
            const outcome = await claimAs(`w${worker}`);
            if (outcome.ok) claims.set(worker, outcome.claim);
            expect(outcome.ok).toBe(settled === 0 && holders.length === 0);
          } else if (does === 'crash') {
            // It does nothing any more, but what it held stays held until it runs out.
          } else if (mine && does === 'renew') {
            await tried(
              async () => void claims.set(worker, await renew(journal, mine, { ttlMs: 1000, clock })),
            );
          } else if (mine && does === 'settle') {
            await tried(async () => {
              await settle(journal, mine, [sent]);
              settled += 1;
            });
          } else if (mine) {
            await tried(async () => {
              await release(journal, mine, { clock });
              claims.delete(worker);
            });
          }
          const live = [...claims.values()].filter(({ until }) => until > clock.now());
          expect(live.length).toBeLessThanOrEqual(1);
        }
        expect(settled).toBeLessThanOrEqual(1);
        const types = (await journal.facts()).map(({ type }) => type);
        expect(types.filter((type) => type === 'mail_sent')).toHaveLength(settled);
      }),
    );
  });
});
