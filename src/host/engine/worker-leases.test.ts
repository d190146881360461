import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type FactStore, sqliteStore } from '../../journal/index.ts';
import type { SessionLeases } from '../../journal/session-leases.ts';
import { WorkerLeases, type WorkerLeasesOptions } from './worker-leases.ts';

let store: FactStore;
let shared: SessionLeases;
let leases: WorkerLeases[];
let news: string[];
/** Lets every worker renew once. */
let ticks: (() => void)[];

beforeEach(() => {
  store = sqliteStore(':memory:');
  if (store.leases === undefined) throw new Error('SQLite has leases');
  shared = store.leases;
  [leases, news, ticks] = [[], [], []];
});
afterEach(async () => {
  for (const each of leases) await each.close([]);
  await store.close();
});

function worker(name: string, options: Partial<WorkerLeasesOptions> = {}): WorkerLeases {
  const made = new WorkerLeases(shared, {
    worker: name,
    onAbandoned: (session) => news.push(`${name}: ${session} abandoned`),
    onLost: (session) => news.push(`${name}: ${session} lost`),
    timer: {
      after: (_, run) => {
        ticks.push(run);
        return () => {};
      },
    },
    ...options,
  });
  leases.push(made);
  return made;
}

async function tick(): Promise<void> {
  for (const run of ticks.splice(0)) run();
  // Whoever asks for a lease waits for the renewal that is under way.
  for (const each of leases) await each.acquire(`tick-${Math.random()}`);
  news = news.filter((text) => !text.includes('tick-'));
}

describe('a session', () => {
  it('belongs to one worker until it is released', async () => {
    const [a, b] = [worker('a'), worker('b')];
    expect(await Promise.all([a.acquire('s'), a.acquire('s'), a.acquire('t')])).toEqual([true, true, true]);
    expect(await b.acquire('s')).toBe(false);
    a.release('s');
    await tick();
    await tick();
    expect(await b.acquire('s')).toBe(true);
    expect(await a.acquire('s')).toBe(false);
  });

  it('is released and requested again without being lost in between', async () => {
    const a = worker('a');
    await a.acquire('s');
    a.release('s');
    expect(await a.acquire('s')).toBe(true);
    expect(await shared.leased(['s'])).toEqual(['s']);
  });

  it('is acquired and given back whenever that is asked for, also right after another one was', async () => {
    const a = worker('a');
    for (let moment = 0; moment < 20; moment++) {
      const first = shared.acquire.bind(shared);
      const answered = Promise.withResolvers<void>();
      shared.acquire = async (...args) => {
        const acquired = await first(...args);
        queueMicrotask(answered.resolve);
        return acquired;
      };
      void a.acquire(`s${moment}`);
      await answered.promise;
      for (let i = 0; i < moment; i++) await null;
      expect(await a.acquire(`t${moment}`)).toBe(true);
      shared.acquire = first;
    }
    const released: string[] = [];
    const release = shared.release.bind(shared);
    for (let moment = 0; moment < 20; moment++) {
      const done = Promise.withResolvers<void>();
      shared.release = async (name, sessions) => {
        await release(name, sessions);
        released.push(...sessions);
        queueMicrotask(done.resolve);
      };
      a.release(`s${moment}`);
      await done.promise;
      for (let i = 0; i < moment; i++) await null;
      a.release(`t${moment}`);
      await expect.poll(() => released).toContain(`t${moment}`);
    }
    shared.release = release;
  });

  it('of a dead worker is taken over at the next check', async () => {
    const [a, b] = [worker('a'), worker('b', { isGone: (name) => name === 'a' })];
    await a.acquire('s');
    expect(await b.acquire('t')).toBe(true);
    expect(news).toEqual(['b: s abandoned']);
    expect(b.isDead('a')).toBe(true);
    expect(await b.acquire('s')).toBe(true);
  });

  it('of an unresponsive worker is taken over, and that worker is notified when it is back', async () => {
    const [a, b] = [worker('a', { ttlMs: 0 }), worker('b')];
    await a.acquire('s');
    await b.acquire('t');
    expect(news).toEqual(['b: s abandoned']);
    expect(await b.acquire('s')).toBe(true);
    await tick();
    expect(news).toContain('a: s lost');
    expect(b.isDead('a')).toBe(true);
    expect(await a.acquire('s')).toBe(false);
  });

  it('that is left unfinished is continued by another worker that has not declined it', async () => {
    const [a, b] = [worker('a'), worker('b')];
    await a.acquire('s');
    await a.acquire('t');
    await b.acquire('u');
    a.decline('s');
    await tick();
    expect(news).toEqual(['b: s abandoned']);
    await a.close(['t']);
    news = [];
    await tick();
    expect(news.toSorted()).toEqual(['b: s abandoned', 'b: t abandoned']);
  });

  it('that another worker has is known to be elsewhere for as long as it has it, without asking', async () => {
    const [a, b] = [worker('a'), worker('b')];
    await a.acquire('s');
    expect([b.leaves('s'), await b.acquire('s'), b.leaves('s')]).toEqual([false, false, true]);
    await tick();
    await tick();
    await tick();
    expect([b.leaves('s'), await b.acquire('s'), a.leaves('s')]).toEqual([true, false, false]);
    expect(news).toEqual([]);
  });

  it('that is released and not wanted by others is left alone', async () => {
    const [a, b] = [worker('a'), worker('b')];
    await a.acquire('s');
    await b.acquire('s');
    await tick();
    await tick();
    a.release('s');
    await tick();
    await tick();
    expect(news).toEqual([]);
    expect([b.leaves('s'), await b.acquire('s')]).toEqual([false, true]);
  });

  it('that was left to a worker which no longer has it is looked at', async () => {
    const [a, b] = [worker('a'), worker('b')];
    await a.acquire('s');
    expect(await b.acquire('s')).toBe(false);
    a.release('s');
    await tick();
    await tick();
    expect(news).toContain('b: s abandoned');
  });
});

it('a worker with more than its share is told how many to release', async () => {
  const crowded: number[] = [];
  const [a, b] = [worker('a', { onCrowded: (count) => crowded.push(count) }), worker('b')];
  for (let i = 0; i < 100; i++) await a.acquire(`s${i}`);
  await b.acquire('t');
  await tick();
  expect(crowded.at(-1)).toBeGreaterThan(20);
});
