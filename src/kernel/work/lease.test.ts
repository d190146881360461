import { expect, it } from 'vitest';
import { eventually } from '../../../test/eventually.ts';
import { storeWith } from '../../../test/store-with.ts';
import { memoryStore, openJournal } from '../../journal/index.ts';
import { SimulatedClock } from '../../testing/simulated-clock.ts';
import { claim } from './claim.ts';
import { Lease } from './lease.ts';

/** A lease of three seconds, so that it is renewed every second. */
async function leased({ startsAfterMs = 0 } = {}) {
  const clock = new SimulatedClock(0);
  const store = memoryStore();
  const plain = openJournal(store, 'j', { clock });
  await plain.append([{ type: 'asked' }]);
  const outcome = await claim(plain, { work: 'a', target: 1, worker: 'w', ttlMs: 3000 }, { clock });
  if (!outcome.ok) throw new Error('it was free');
  const outage = { failures: 0, left: 0 };
  const shaky = storeWith(store, {
    append: async (request) => {
      if (outage.left <= 0) return await store.append(request);
      outage.left -= 1;
      outage.failures += 1;
      throw new Error('no answer');
    },
  });
  const journal = openJournal(shaky, 'j', { clock });
  clock.advance(startsAfterMs);
  const lease = new Lease(journal, outcome.claim, { ttlMs: 3000, clock, timer: clock });
  const claims = async () =>
    (await plain.facts()).flatMap((fact) => (fact.type === 'claimed' ? [fact.until] : []));
  const renewed = async (times: number) => await eventually(() => claims()).toHaveLength(1 + times);
  return { clock, lease, claims, renewed, outage };
}

it('a lease is renewed three times before it would expire', async () => {
  const { clock, lease, claims, renewed } = await leased();
  clock.advance(999);
  expect(await claims()).toHaveLength(1);
  for (const times of [1, 2, 3]) {
    clock.advance(times === 1 ? 1 : 1000);
    await renewed(times);
  }
  expect(await claims()).toEqual([
    '1970-01-01T00:00:03.000Z',
    '1970-01-01T00:00:04.000Z',
    '1970-01-01T00:00:05.000Z',
    '1970-01-01T00:00:06.000Z',
  ]);
  expect(await lease.end()).toEqual({ work: 'a', target: 1, worker: 'w', until: 6000, seq: 5 });
});

it('a lease that begins after its claim is renewed as if it had begun with it', async () => {
  const { clock, claims, renewed } = await leased({ startsAfterMs: 800 });
  clock.advance(199);
  expect(await claims()).toHaveLength(1);
  clock.advance(1);
  await renewed(1);
});

it('an ended lease is not renewed, but its claim stays', async () => {
  const { clock, lease, claims } = await leased();
  const held = await lease.end();
  clock.advance(60_000);
  expect(held).toMatchObject({ until: 3000, seq: 2 });
  expect(await claims()).toHaveLength(1);
  expect(lease.signal.aborted).toBe(false);
});

it('a released lease expires at once', async () => {
  const { clock, lease, claims } = await leased();
  clock.advance(500);
  await lease.giveBack();
  expect(await claims()).toEqual(['1970-01-01T00:00:03.000Z', '1970-01-01T00:00:00.500Z']);
});

it('a lease survives one failed renewal, but not the last one before it expires', async () => {
  const { clock, lease, renewed, outage } = await leased();
  outage.left = 1;
  clock.advance(1000);
  await eventually(() => outage.failures).toBe(1);
  // What failed is taken in after a few turns of the event loop.
  await new Promise((resolve) => setImmediate(resolve));
  expect(lease.signal.aborted).toBe(false);
  clock.advance(1000);
  await renewed(1);

  outage.left = 2;
  clock.advance(1000);
  await eventually(() => outage.failures).toBe(2);
  await new Promise((resolve) => setImmediate(resolve));
  expect(lease.signal.aborted).toBe(false);
  clock.advance(1000);
  await eventually(() => lease.signal.aborted).toBe(true);
  expect(lease.signal.reason).toEqual(new Error('no answer'));
  outage.left = 0;
  clock.advance(60_000);
  expect(await lease.end()).toMatchObject({ until: 5000, seq: 3 });
});
