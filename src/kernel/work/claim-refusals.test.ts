import { describe, expect, it } from 'vitest';
import { memoryStore, openJournal } from '../../journal/index.ts';
import { SimulatedClock } from '../../testing/simulated-clock.ts';
import { type Claim, claim, release, renew, settle } from './claim.ts';

const YEAR_MS = 366 * 24 * 60 * 60 * 1000;

async function setting() {
  const clock = new SimulatedClock(0);
  const journal = openJournal(memoryStore(), 'j', { clock });
  await journal.append([{ type: 'asked' }]);
  const held = async (worker: string): Promise<Claim> => {
    const outcome = await claim(journal, { work: 'answer', target: 1, worker, ttlMs: 1000 }, { clock });
    if (!outcome.ok) throw new Error(`${worker} did not get the claim`);
    return outcome.claim;
  };
  return { clock, journal, held };
}

describe('a lost claim', () => {
  it('says who took the work over', async () => {
    const { clock, journal, held } = await setting();
    const mine = await held('ann');
    clock.advance(1000);
    await held('bob');
    await expect(settle(journal, mine, [])).rejects.toMatchObject({
      name: 'ClaimLostError',
      code: 'claim-lost',
      summary: expect.stringMatching(/^ann .*seq 1 of journal j.*bob .*seq 3/),
    });
  });

  it('says where the work was settled', async () => {
    const { clock, journal, held } = await setting();
    const mine = await held('ann');
    await settle(journal, mine, []);
    await expect(release(journal, mine, { clock })).rejects.toMatchObject({
      code: 'claim-lost',
      summary: expect.stringContaining('seq 3'),
    });
  });
});

describe('a claim that cannot be made', () => {
  it('names each invalid part', async () => {
    const { journal } = await setting();
    const request = { work: '', target: 1, worker: 'w'.repeat(257), ttlMs: 1000 };
    await expect(claim(journal, request)).rejects.toMatchObject({
      name: 'InvalidClaimError',
      code: 'invalid-claim',
      summary: expect.stringMatching(/work: .+; worker: .+$/),
    });
  });

  it.each([0, -1, YEAR_MS + 1, Number.NaN, Number.POSITIVE_INFINITY])('cannot last %s ms', async (ttlMs) => {
    const { clock, journal, held } = await setting();
    const refusal = {
      name: 'InvalidClaimError',
      code: 'invalid-claim',
      expected: 'ttlMs from 1 to 31622400000, a year',
      actual: `${ttlMs}`,
      fix: 'Claim for as long as a worker may be unresponsive before another one takes over.',
    };
    const request = { work: 'answer', target: 1, worker: 'ann', ttlMs };
    await expect(claim(journal, request, { clock })).rejects.toMatchObject(refusal);
    const mine = await held('ann');
    await expect(renew(journal, mine, { ttlMs, clock })).rejects.toMatchObject(refusal);
    expect(await journal.head()).toBe(2);
  });

  it.each([1, YEAR_MS])('may last %s ms', async (ttlMs) => {
    const { clock, journal } = await setting();
    const request = { work: 'answer', target: 1, worker: 'ann', ttlMs };
    expect(await claim(journal, request, { clock })).toMatchObject({ ok: true, claim: { until: ttlMs } });
  });
});

describe('the times of a claim', () => {
  it('are extended by the clock, or to the requested minimum', async () => {
    const { clock, journal, held } = await setting();
    const mine = await held('ann');
    const longer = await renew(journal, mine, { ttlMs: 1000, atLeast: 5000, clock });
    expect(longer).toEqual({ ...mine, until: 5000, seq: 3 });
    clock.advance(4500);
    expect(await renew(journal, longer, { ttlMs: 1000, atLeast: 5000, clock })).toEqual({
      ...mine,
      until: 5500,
      seq: 4,
    });
  });

  it('end when it is released', async () => {
    const { clock, journal, held } = await setting();
    const mine = await held('ann');
    clock.advance(300);
    await release(journal, mine, { clock });
    expect(await journal.facts({ from: 3 })).toMatchObject([
      { type: 'claimed', worker: 'ann', until: '1970-01-01T00:00:00.300Z' },
    ]);
  });
});
