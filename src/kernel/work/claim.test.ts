import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { storeWith } from '../../../test/store-with.ts';
import { type FactStore, memoryStore, openJournal } from '../../journal/index.ts';
import { SimulatedClock } from '../../testing/simulated-clock.ts';
import { DEFAULT_ATTEMPTS } from '../append-decision.ts';
import { ClaimLostError } from '../error.ts';
import { kernelFacts } from '../facts.ts';
import { type Claim, claim, release, renew, settle } from './claim.ts';
import { ClaimCache } from './claim-fold.ts';

const sent = { type: 'mail_sent' };

async function setting(store: FactStore = memoryStore()) {
  const clock = new SimulatedClock(0);
  const journal = openJournal(store, 'j', { clock });
  await journal.append([{ type: 'mail_approved' }]);
  const claimAs = async (worker: string, ttlMs = 1000) =>
    await claim(journal, { work: 'mailer', target: 1, worker, ttlMs }, { clock });
  const held = async (worker: string): Promise<Claim> => {
    const outcome = await claimAs(worker);
    if (!outcome.ok) throw new Error(`${worker} did not get the claim`);
    return outcome.claim;
  };
  const types = async () => (await journal.facts()).map(({ type }) => type);
  return { clock, journal, claimAs, held, types };
}

describe('claiming', () => {
  it('records who works on what until when', async () => {
    const { journal, held } = await setting();
    expect(await held('a')).toEqual({ work: 'mailer', target: 1, worker: 'a', until: 1000, seq: 2 });
    expect(await journal.facts({ from: 2 })).toMatchObject([
      { type: 'claimed', work: 'mailer', target: 1, worker: 'a', until: '1970-01-01T00:00:01.000Z' },
    ]);
  });

  it('is refused while the work is held, even by the same worker', async () => {
    const { clock, claimAs, types } = await setting();
    await claimAs('a');
    clock.advance(999);
    expect(await claimAs('b')).toEqual({ ok: false, reason: 'held', worker: 'a', until: 1000 });
    expect(await claimAs('a')).toEqual({ ok: false, reason: 'held', worker: 'a', until: 1000 });
    expect(await types()).toEqual(['mail_approved', 'claimed']);
  });

  it('takes over an expired claim', async () => {
    const { clock, claimAs } = await setting();
    await claimAs('a');
    clock.advance(1000);
    expect(await claimAs('b')).toMatchObject({ ok: true, claim: { worker: 'b', until: 2000, seq: 3 } });
  });

  it('is refused once the work is settled', async () => {
    const { clock, journal, held, claimAs } = await setting();
    await settle(journal, await held('a'), [sent]);
    clock.advance(1_000_000);
    expect(await claimAs('b')).toEqual({ ok: false, reason: 'settled' });
  });

  it('distinguishes works and targets', async () => {
    const { journal, clock, claimAs } = await setting();
    await claimAs('a');
    const other = { work: 'archiver', target: 1, worker: 'b', ttlMs: 1 };
    expect(await claim(journal, other, { clock })).toMatchObject({ ok: true });
    const later = { work: 'mailer', target: 2, worker: 'b', ttlMs: 1 };
    expect(await claim(journal, later, { clock })).toMatchObject({ ok: true });
  });

  it('is refused for a missing fact', async () => {
    const { journal, clock } = await setting();
    const request = { work: 'mailer', target: 7, worker: 'a', ttlMs: 1 };
    await expect(claim(journal, request, { clock })).rejects.toMatchObject({ code: 'invalid-seq' });
    const claims = new ClaimCache();
    await expect(claim(journal, request, { clock, claims })).rejects.toMatchObject({ code: 'invalid-seq' });
  });

  it('succeeds for one of many concurrent attempts', async () => {
    const { claimAs } = await setting();
    const outcomes = await Promise.all(Array.from({ length: 20 }, (_, i) => claimAs(`w${i}`)));
    const winners = outcomes.flatMap((outcome) => (outcome.ok ? [outcome.claim.worker] : []));
    expect(winners).toHaveLength(1);
    for (const outcome of outcomes) {
      if (!outcome.ok) expect(outcome).toMatchObject({ reason: 'held', worker: winners[0] });
    }
  });

  it('works in a journal with fact types', async () => {
    const facts = { mail_approved: z.object({ to: z.string() }), mail_sent: z.object({}), ...kernelFacts };
    const journal = openJournal(memoryStore(), 'j', { facts });
    await journal.append([{ type: 'mail_approved', to: 'ann' }]);
    const outcome = await claim(journal, { work: 'mailer', target: 1, worker: 'a', ttlMs: 1000 });
    if (!outcome.ok) throw new Error('not claimed');
    await settle(journal, await renew(journal, outcome.claim, { ttlMs: 1000 }), [sent]);
    expect(await journal.head()).toBe(5);
  });
});

describe('settling', () => {
  it('records outcome and completion in one batch', async () => {
    const { journal, held } = await setting();
    const { head, facts } = await settle(journal, await held('a'), [sent]);
    expect(head).toBe(4);
    expect(facts).toMatchObject([
      { type: 'mail_sent' },
      { type: 'reaction_settled', work: 'mailer', target: 1 },
    ]);
    expect(facts[0]?.ts).toBe(facts[1]?.ts);
  });

  it('does not mind facts that others appended meanwhile', async () => {
    const { journal, held, types } = await setting();
    const mine = await held('a');
    await journal.append([{ type: 'note_added' }]);
    await settle(journal, mine, []);
    expect(await types()).toEqual(['mail_approved', 'claimed', 'note_added', 'reaction_settled']);
  });

  it('is still possible after the claim expired, if nobody took it over', async () => {
    const { clock, journal, held } = await setting();
    const mine = await held('a');
    clock.advance(5000);
    expect((await settle(journal, mine, [sent])).head).toBe(4);
  });

  it('fails after a takeover, and appends nothing', async () => {
    const { clock, journal, held, types } = await setting();
    const late = await held('a');
    clock.advance(1000);
    const next = await held('b');
    const error = await settle(journal, late, [sent]).catch((e) => e);
    expect(error).toBeInstanceOf(ClaimLostError);
    expect(error).toMatchObject({ code: 'claim-lost' });
    expect(await types()).toEqual(['mail_approved', 'claimed', 'claimed']);
    await settle(journal, next, [sent]);
    await expect(settle(journal, late, [sent])).rejects.toMatchObject({
      code: 'claim-lost',
      summary: expect.stringContaining('seq 5'),
    });
  });

  it('fails after a later claim by a worker of the same name', async () => {
    const { clock, journal, held } = await setting();
    const before = await held('a');
    clock.advance(1000);
    await held('a');
    await expect(settle(journal, before, [sent])).rejects.toThrow(ClaimLostError);
  });

  it('happens once', async () => {
    const { journal, held } = await setting();
    const mine = await held('a');
    const twice = await Promise.allSettled([settle(journal, mine, [sent]), settle(journal, mine, [sent])]);
    expect(twice.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
    expect(await journal.head()).toBe(4);
  });

  it('is retried as long as others are faster, because giving up would repeat the effect', async () => {
    const store = memoryStore();
    const { journal, held } = await setting(store);
    const mine = await held('a');
    let faster = 3 * DEFAULT_ATTEMPTS;
    const busy = storeWith(store, {
      append: async (request) => {
        if (faster-- > 0) await journal.append([{ type: 'noted' }]);
        return await store.append(request);
      },
    });
    await settle(openJournal(busy, 'j'), mine, [sent]);
    expect((await journal.facts()).slice(-2)).toMatchObject([sent, { type: 'reaction_settled' }]);
  });

  it('notices a takeover between reading and writing', async () => {
    const store = memoryStore();
    const { clock, journal, held, claimAs } = await setting(store);
    const mine = await held('a');
    clock.advance(1000);
    let first = true;
    const slow = storeWith(store, {
      append: async (request) => {
        if (first) await claimAs('b');
        first = false;
        return await store.append(request);
      },
    });
    await expect(settle(openJournal(slow, 'j'), mine, [sent])).rejects.toThrow(ClaimLostError);
    expect(await journal.head()).toBe(3);
  });
});

describe('renewing and releasing', () => {
  it('extends the claim', async () => {
    const { clock, journal, held, claimAs } = await setting();
    const mine = await held('a');
    clock.advance(900);
    const renewed = await renew(journal, mine, { ttlMs: 1000, clock });
    expect(renewed).toMatchObject({ until: 1900, seq: 3 });
    clock.advance(900);
    expect(await claimAs('b')).toMatchObject({ ok: false, reason: 'held', until: 1900 });
    await settle(journal, renewed, [sent]);
  });

  it('is refused after a takeover', async () => {
    const { clock, journal, held } = await setting();
    const mine = await held('a');
    clock.advance(1000);
    await held('b');
    await expect(renew(journal, mine, { ttlMs: 1000, clock })).rejects.toThrow(ClaimLostError);
    await expect(release(journal, mine, { clock })).rejects.toThrow(ClaimLostError);
  });

  it('lets another worker start at once', async () => {
    const { journal, clock, held, claimAs } = await setting();
    await release(journal, await held('a'), { clock });
    expect(await claimAs('b')).toMatchObject({ ok: true, claim: { worker: 'b' } });
  });
});

describe('a claim that could not be read back', () => {
  it.each([
    { work: '', worker: 'a', ttlMs: 1000 },
    { work: 'w'.repeat(129), worker: 'a', ttlMs: 1000 },
    { work: 'send', worker: 'a'.repeat(257), ttlMs: 1000 },
    { work: 'send', worker: 'a', ttlMs: Number.NaN },
    { work: 'send', worker: 'a', ttlMs: Number.POSITIVE_INFINITY },
    { work: 'send', worker: 'a', ttlMs: 0 },
  ])('is refused and nothing is appended: %j', async (request) => {
    const journal = openJournal(memoryStore(), 'j');
    await journal.append([{ type: 'asked' }]);
    await expect(claim(journal, { target: 1, ...request })).rejects.toMatchObject({ code: 'invalid-claim' });
    expect(await journal.head()).toBe(1);
  });
});
