import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import { eventually } from '../../../../test/eventually.ts';
import { freePort, type RestateServer, startRestate } from '../../../../test/restate-server.ts';
import { conversationFacts } from '../../../harness/facts.ts';
import { userInputFamily } from '../../../harness/family.ts';
import { type FactStore, memoryStore } from '../../../journal/index.ts';
import { offlineModel } from '../../../model/offline/offline-model.ts';
import { createRegistry } from '../../registry.ts';
import { createHostSession, type Session } from '../../session.ts';
import { openHostJournal, recordHosted } from '../host-fold.ts';
import { restateAddress } from './address.ts';
import { type RestateWorker, startRestateWorker } from './worker.ts';

const registry = createRegistry([
  {
    planner: {
      id: 'test',
      name: 'Test',
      plan: async ({ cut }) => [{ type: 'sleep', reason: `seen ${cut.seq}` }],
    },
    description: 'Sleeps.',
    family: userInputFamily({ closing: ['sleep'] }),
    facts: conversationFacts,
  },
]);

let engine: RestateServer;
let store: FactStore;
let worker: RestateWorker;
let failures: unknown[];
const end = new AbortController();

beforeAll(async () => {
  engine = await startRestate();
});
afterAll(() => engine.remove());

beforeEach(async () => {
  store = memoryStore();
  failures = [];
  worker = await startRestateWorker(store, {
    address: restateAddress(engine.url('worker')),
    registry,
    llm: offlineModel(),
    openModel: () => offlineModel(),
    worker: 'me',
    host: '127.0.0.1',
    port: await freePort(),
    timeoutMs: 10_000,
    signal: end.signal,
    onError: (error) => failures.push(error),
  });
});
afterEach(async () => {
  await worker.close();
  await store.close();
});

async function begin(id: string): Promise<Session> {
  const session = await createHostSession(store, registry, { id, title: id, plannerId: 'test', config: {} });
  await recordHosted(openHostJournal(store), id);
  return session;
}

const settled = async ({ journal }: Session) =>
  (await journal.facts()).filter(({ type }) => type === 'pass_settled').length;

it('plans once for each thing that is said, in any number of sessions', async () => {
  const sessions = await Promise.all(Array.from({ length: 10 }, (_, i) => begin(`s-${i}`)));
  for (let messages = 1; messages <= 3; messages++) {
    await Promise.all(
      sessions.map(({ journal }) => journal.append([{ type: 'user_input', text: `${messages}` }])),
    );
    for (const session of sessions) await eventually(() => settled(session)).toBe(messages);
  }
  expect(failures).toEqual([]);
});

it('registers again with an engine that has lost what it knew, and goes on', async () => {
  const session = await begin('a');
  await session.journal.append([{ type: 'user_input', text: 'before' }]);
  await eventually(() => settled(session)).toBe(1);
  await engine.loseEverything();
  await session.journal.append([{ type: 'user_input', text: 'after' }]);
  await eventually(() => settled(session)).toBe(2);
});
