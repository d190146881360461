import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { eventually } from '../../../../../test/eventually.ts';
import { conversationFacts } from '../../../../harness/facts.ts';
import { userInputFamily } from '../../../../harness/family.ts';
import { reconfigurePlanner } from '../../../../harness/setup/reconfigure.ts';
import { openHostJournal, recordPaired } from '../../../../host/engine/host-fold.ts';
import { createRegistry } from '../../../../host/registry.ts';
import { createHostSession, type Session } from '../../../../host/session.ts';
import { type FactStore, memoryStore } from '../../../../journal/index.ts';
import { offlineModel } from '../../../../model/offline/offline-model.ts';
import { ReopeningStore } from '../../store/reopening-store.ts';
import { SessionHost, type SessionHostOptions } from './session-host.ts';

/** Passes that are under way, each until it is let go. */
const gates = new Map<string, () => void>();
let most = 0;

const registry = createRegistry([
  {
    planner: {
      id: 'slow',
      name: 'Slow',
      async plan({ facts }, { hud }) {
        const text = String(facts.findLast(({ type }) => type === 'user_input')?.text);
        hud('planning', text);
        await new Promise<void>((resolve) => {
          gates.set(text, resolve);
          most = Math.max(most, gates.size);
        });
        gates.delete(text);
        return [{ type: 'sleep', reason: text }];
      },
    },
    description: 'Waits.',
    family: userInputFamily({ closing: ['sleep'] }),
    facts: conversationFacts,
  },
]);

let store: FactStore;
let host: SessionHost;

beforeEach(() => {
  store = memoryStore();
  gates.clear();
  most = 0;
});
afterEach(async () => {
  for (const open of gates.values()) open();
  await host.close();
  await store.close();
});

function start(options: Partial<SessionHostOptions> = {}): SessionHost {
  const place = new ReopeningStore({ open: async () => store });
  host = new SessionHost({
    place,
    registry,
    llm: offlineModel(),
    openModel: () => offlineModel(),
    ...options,
  });
  return host;
}

async function begin(id: string): Promise<Session> {
  const session = await createHostSession(store, registry, { id, title: id, plannerId: 'slow' });
  const { planner } = session.entry;
  await reconfigurePlanner(session.journal, { planner, config: {}, ready: true });
  await host.host(store, id);
  return session;
}

async function slept({ journal }: Session): Promise<boolean> {
  return (await journal.facts()).some(({ type }) => type === 'sleep');
}

describe('a session host', () => {
  it('runs at most the configured number of sessions, and queues the others', async () => {
    start({ atOnce: 2 });
    const sessions = await Promise.all(['a', 'b', 'c', 'd'].map((id) => begin(id)));
    for (const { journal } of sessions) await journal.append([{ type: 'user_input', text: journal.id }]);
    const done = async () => (await Promise.all(sessions.map(slept))).filter(Boolean).length;
    for (let count = 1; count <= 4; count++) {
      await eventually(() => gates.size).toBeGreaterThan(0);
      gates.values().next().value?.();
      await eventually(done).toBe(count);
    }
    expect(most).toBeLessThanOrEqual(2);
  });

  it('unloads an idle session, and loads it again with the next fact', async () => {
    const failures: unknown[] = [];
    start({ idleMs: 20, onError: (error) => failures.push(error) });
    const session = await begin('a');
    for (const said of ['one', 'two', 'three']) {
      await session.journal.append([{ type: 'user_input', text: said }]);
      await eventually(() => gates.has(said)).toBe(true);
      expect(host.isBusy('a')).toBe(true);
      gates.get(said)?.();
      await eventually(async () => (await session.journal.facts()).at(-1)?.type).toBe('pass_settled');
      await eventually(() => host.isAtWork('a')).toBe(false);
    }
    expect(failures).toEqual([]);
  });

  it('reports the progress of planners', async () => {
    start();
    const session = await begin('a');
    const phases: string[] = [];
    host.activity.follow('a', () => phases.push(host.activity.of('a').phase));
    await session.journal.append([{ type: 'user_input', text: 'go' }]);
    await eventually(() => host.activity.of('a')).toMatchObject({ phase: 'planning', label: 'go' });
    gates.get('go')?.();
    await eventually(() => host.activity.of('a').phase).toBe('idle');
    expect(phases).toContain('planning');
  });

  it('takes over another host’s sessions, and leaves archived ones alone', async () => {
    start();
    const [open, closed] = [await begin('open'), await begin('closed')];
    await closed.journal.append([{ type: 'session_archived' }]);
    await host.close();
    await open.journal.append([{ type: 'user_input', text: 'later' }]);
    start();
    await host.start();
    await eventually(() => gates.has('later')).toBe(true);
    expect(host.isHosted('closed')).toBe(true);
    await eventually(() => host.isAtWork('closed')).toBe(false);
  });

  it('stops with a deleted store, and continues in the recreated one', async () => {
    const failures: unknown[] = [];
    let identity = 'first';
    const place = new ReopeningStore({ open: async () => store, identity: () => identity });
    await place.store();
    start({ place, onError: (error) => failures.push(error) });
    await begin('a');
    await eventually(() => host.isAtWork('a')).toBe(true);
    store = memoryStore();
    identity = 'second';
    await eventually(() => host.isHosted('a')).toBe(false);
    const after = await begin('b');
    await after.journal.append([{ type: 'user_input', text: 'anew' }]);
    await eventually(() => gates.has('anew')).toBe(true);
    expect(host.isAtWork('a')).toBe(false);
    expect(failures).toEqual([]);
  });

  it('releases work when it closes, so that another host does it', async () => {
    start();
    const session = await begin('a');
    await session.journal.append([{ type: 'user_input', text: 'go' }]);
    await eventually(() => gates.has('go')).toBe(true);
    const closing = host.close();
    gates.get('go')?.();
    await closing;
    expect(await slept(session)).toBe(false);
  });
});

it('pairs a session with one other only', async () => {
  start();
  const journal = openHostJournal(store);
  await recordPaired(journal, { first: 'a', second: 'b' });
  await recordPaired(journal, { first: 'b', second: 'a' });
  expect(await journal.head()).toBe(1);
  await expect(recordPaired(journal, { first: 'c', second: 'b' })).rejects.toMatchObject({
    code: 'conflict',
  });
});
