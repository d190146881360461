import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { conversationFacts } from '../../harness/facts.ts';
import { userInputFamily } from '../../harness/family.ts';
import type { Planner } from '../../harness/planner.ts';
import { type FactStore, memoryStore } from '../../journal/index.ts';
import { offlineModel } from '../../model/offline/offline-model.ts';
import { pauseEverything, resumeEverything } from '../pausing.ts';
import { createRegistry } from '../registry.ts';
import { createHostSession, type Session } from '../session.ts';
import { openHostJournal, recordHosted } from './host-fold.ts';
import { SessionPool, type SessionPoolOptions } from './session-pool.ts';

let store: FactStore;
let pool: SessionPool;
let plan: Planner['plan'];
const registry = createRegistry([
  {
    planner: { id: 'test', name: 'Test', plan: (input, context) => plan(input, context) },
    description: 'Does what a test says.',
    family: userInputFamily({ closing: ['sleep'] }),
    facts: conversationFacts,
  },
]);
const never = new AbortController().signal;

beforeEach(() => {
  store = memoryStore();
  plan = async ({ cut }) => [{ type: 'sleep', reason: `seen ${cut.seq}` }];
});
afterEach(async () => {
  await pool.close();
  await store.close();
});

function start(options: Partial<SessionPoolOptions> = {}): SessionPool {
  pool = new SessionPool(store, {
    registry,
    llm: offlineModel(),
    openModel: () => offlineModel(),
    worker: 'me',
    ...options,
  });
  return pool;
}

async function begin(id: string): Promise<Session> {
  const session = await createHostSession(store, registry, { id, title: id, plannerId: 'test', config: {} });
  await session.journal.append([{ type: 'user_input', text: 'go' }]);
  return session;
}

/** Enough turns of the event loop for whoever was woken to have planned. */
async function turns(): Promise<void> {
  for (let i = 0; i < 50; i++) await new Promise((resolve) => setImmediate(resolve));
}

const slept = async ({ journal }: Session) =>
  (await journal.facts()).filter(({ type }) => type === 'sleep').length;

describe('a session that is brought to rest', () => {
  it('has done all work, and reports how far it has read', async () => {
    const session = await begin('a');
    const rest = await start().bringToRest('a', never);
    expect(rest).toMatchObject({ head: await session.journal.head() });
    expect(rest?.againInMs).toBeUndefined();
    expect(await slept(session)).toBe(1);
  });

  it('does nothing until it is brought to rest again, and then only what is new', async () => {
    const session = await begin('a');
    await start().bringToRest('a', never);
    await session.journal.append([{ type: 'user_input', text: 'again' }]);
    await new Promise((resolve) => setImmediate(resolve));
    expect(await slept(session)).toBe(1);
    await pool.bringToRest('a', never);
    expect(await slept(session)).toBe(2);
  });

  it('is left alone when other sessions are hosted, even if another worker has changed it since', async () => {
    const session = await begin('a');
    await start().bringToRest('a', never);
    await session.journal.append([{ type: 'user_input', text: 'for another worker' }]);
    await recordHosted(openHostJournal(store), 'b');
    await turns();
    expect(await slept(session)).toBe(1);
  });

  it('does nothing more when it is unloaded, even if there is something new in it', async () => {
    const session = await begin('a');
    await start().bringToRest('a', never);
    const { head } = await session.journal.append([{ type: 'user_input', text: 'for another worker' }]);
    await pool.forget('a');
    await turns();
    expect(await session.journal.head()).toBe(head);
  });

  it('goes on only in the worker that is asked to, after everything was resumed', async () => {
    const session = await begin('a');
    await pauseEverything(store, { by: 'ada' });
    await start().bringToRest('a', never);
    expect(await slept(session)).toBe(0);
    await resumeEverything(store, { by: 'ada' });
    await turns();
    expect(await slept(session)).toBe(0);
    await pool.bringToRest('a', never);
    expect(await slept(session)).toBe(1);
  });

  it('tells how long another worker may still hold what it waits for', async () => {
    const { journal } = await begin('a');
    const until = new Date(Date.now() + 50_000).toISOString();
    await journal.append([{ type: 'claimed', work: 'plan', target: 3, worker: 'elsewhere:1', until }]);
    const rest = await start().bringToRest('a', never);
    expect(rest?.againInMs).toBeGreaterThan(40_000);
    expect(rest?.againInMs).toBeLessThanOrEqual(50_000);
  });

  it('releases running work when aborted, so that another worker does it', async () => {
    const session = await begin('a');
    const begun = Promise.withResolvers<void>();
    plan = async (_, { signal }) => {
      begun.resolve();
      return await new Promise((_resolve, reject) =>
        signal.addEventListener('abort', () => reject(signal.reason)),
      );
    };
    const end = new AbortController();
    const first = start().bringToRest('a', end.signal);
    await begun.promise;
    end.abort(new DOMException('over', 'AbortError'));
    await expect(first).rejects.toThrow('over');
    plan = async () => [{ type: 'sleep' }];
    await pool.bringToRest('a', never);
    expect(await slept(session)).toBe(1);
  });

  it('is nothing if it is missing, archived, or not a session', async () => {
    const { journal } = await begin('old');
    await journal.append([{ type: 'session_archived' }]);
    start();
    expect(await pool.bringToRest('old', never)).toBeUndefined();
    expect(await pool.bringToRest('missing', never)).toBeUndefined();
  });

  it('is read again after it was evicted from memory', async () => {
    const sessions = [await begin('a'), await begin('b'), await begin('c')];
    start({ keep: 1 });
    for (const id of ['a', 'b', 'c', 'a']) await pool.bringToRest(id, never);
    expect(await Promise.all(sessions.map(slept))).toEqual([1, 1, 1]);
  });

  it('waits while the maximum number of sessions is running', async () => {
    let most = 0;
    let now = 0;
    plan = async () => {
      now += 1;
      most = Math.max(most, now);
      await new Promise((resolve) => setImmediate(resolve));
      now -= 1;
      return [{ type: 'sleep' }];
    };
    const ids = ['a', 'b', 'c', 'd', 'e'];
    for (const id of ids) await begin(id);
    start({ atOnce: 2 });
    await Promise.all(ids.map((id) => pool.bringToRest(id, never)));
    expect(most).toBeLessThanOrEqual(2);
  });
});
