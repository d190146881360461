import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { memoryStore, openJournal, type ProposedFact } from '../../journal/index.ts';
import { SimulatedClock } from '../../testing/simulated-clock.ts';
import { acceptAll } from '../projection/projection.ts';
import { claim, release, settle } from '../work/claim.ts';
import { reachedLimit, SpendingFold } from './spending.ts';

const usage = (inputTokens: number, outputTokens: number, cost?: number) => ({
  inputTokens,
  outputTokens,
  ...(cost !== undefined && { cost }),
});

function setting() {
  const clock = new SimulatedClock();
  const journal = openJournal(memoryStore(), 'j', { clock });
  const spent = async () => {
    return acceptAll(new SpendingFold(), await journal.facts()).spent;
  };
  return { clock, journal, spent };
}

describe('what a journal has spent', () => {
  it('is the model usage of passes, reactions and attempts', async () => {
    const { journal, spent } = setting();
    await journal.append([
      { type: 'pass_settled', records: [{ prompt: 'a', usage: usage(10, 5, 0.5) }, { prompt: 'b' }] },
      { type: 'model_used', work: 'tasks', model: 'm', usage: usage(1, 1) },
      { type: 'plan_attempted', usage: usage(100, 50, 1) },
      { type: 'note_added', usage: 'much' },
    ]);
    expect(await spent()).toEqual({ tokens: 167, usd: 1.5, seconds: 0 });
  });

  it('is the time during which work was running, counted once if concurrent', async () => {
    const { clock, journal, spent } = setting();
    await journal.append([{ type: 'asked' }]);
    const begin = async (work: string) => {
      const claimed = await claim(journal, { work, target: 1, worker: 'w', ttlMs: 60_000 }, { clock });
      if (!claimed.ok) throw new TypeError('it was free');
      return claimed.claim;
    };
    clock.advance(5000);
    const first = await begin('a');
    clock.advance(3000);
    const second = await begin('b');
    clock.advance(2000);
    await settle(journal, first, []);
    clock.advance(1000);
    await release(journal, second, { clock });
    clock.advance(50_000);
    await journal.append([{ type: 'noted' }]);
    expect((await spent()).seconds).toBe(6);
  });

  it('counts an unresponsive worker until its claim expires', async () => {
    const { clock, journal, spent } = setting();
    await journal.append([{ type: 'asked' }]);
    await claim(journal, { work: 'a', target: 1, worker: 'w', ttlMs: 10_000 }, { clock });
    clock.advance(3_600_000);
    await journal.append([{ type: 'noted' }]);
    expect((await spent()).seconds).toBe(10);
  });

  it('ends the time of a pass with the pass', async () => {
    const { clock, journal, spent } = setting();
    await journal.append([{ type: 'user_input' }]);
    await claim(journal, { work: 'plan', target: 1, worker: 'w', ttlMs: 10_000 }, { clock });
    clock.advance(4000);
    await journal.append([{ type: 'pass_settled' }]);
    clock.advance(4000);
    await journal.append([{ type: 'noted' }]);
    expect((await spent()).seconds).toBe(4);
  });

  it('leaves out what the original of a copy spent', async () => {
    const { journal } = setting();
    await journal.append([{ type: 'model_used', work: 'a', model: 'm', usage: usage(10, 10) }]);
    const fork = await journal.fork(1, 'k');
    await fork.append([{ type: 'model_used', work: 'a', model: 'm', usage: usage(1, 2) }]);
    const { nativeFrom = 1 } = (await fork.describe()) ?? {};
    const fold = acceptAll(new SpendingFold({ nativeFrom }), await fork.facts());
    expect(fold.spent.tokens).toBe(3);
  });

  it('is the same for facts one by one or all at once, and never decreases', async () => {
    const fact: fc.Arbitrary<ProposedFact> = fc.oneof(
      fc.record({ type: fc.constant('pass_settled') }),
      fc.record({
        type: fc.constant('claimed'),
        work: fc.constantFrom('plan', 'a', 'b'),
        target: fc.integer({ min: 1, max: 3 }),
        until: fc
          .integer({ min: 0, max: 120 })
          .map((s) => new Date(1_767_225_600_000 + s * 1000).toISOString()),
      }),
      fc.record({
        type: fc.constant('reaction_settled'),
        work: fc.constantFrom('a', 'b'),
        target: fc.constant(1),
      }),
      fc.record({
        type: fc.constant('model_used'),
        usage: fc.record({ inputTokens: fc.nat(9), outputTokens: fc.nat(9), cost: fc.nat(9) }),
      }),
    );
    await fc.assert(
      fc.asyncProperty(fc.array(fc.tuple(fact, fc.nat(20_000)), { maxLength: 30 }), async (steps) => {
        const { clock, journal, spent } = setting();
        let stepwise = new SpendingFold();
        let before = stepwise.spent;
        for (const [proposed, ms] of steps) {
          clock.advance(ms);
          const appended = await journal.append([proposed]);
          if (appended.ok) stepwise = acceptAll(stepwise, appended.facts);
          const now = stepwise.spent;
          expect(now.tokens).toBeGreaterThanOrEqual(before.tokens);
          expect(now.seconds).toBeGreaterThanOrEqual(before.seconds);
          before = now;
        }
        expect(stepwise.spent).toEqual(await spent());
      }),
      { numRuns: 50 },
    );
  });
});

describe('a limit', () => {
  it('is reached when spending equals the budget', () => {
    const spent = { tokens: 100, usd: 1, seconds: 5 };
    expect(reachedLimit(spent, {})).toBeUndefined();
    expect(reachedLimit(spent, { tokens: 101, usd: 1.01 })).toBeUndefined();
    expect(reachedLimit(spent, { usd: 1 })).toEqual({ limit: 'usd', spent: 1, allowed: 1 });
    expect(reachedLimit(spent, { usd: 0.5, tokens: 50 })).toMatchObject({ limit: 'tokens' });
  });
});
