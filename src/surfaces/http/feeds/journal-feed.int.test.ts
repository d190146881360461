import { afterEach, beforeEach, expect, it } from 'vitest';
import { ServerEvents } from '../../../../test/server-events.ts';
import { type FactStore, memoryStore, openJournal } from '../../../journal/index.ts';
import { type RunningServer, serve } from '../index.ts';

let store: FactStore;
let server: RunningServer;

beforeEach(async () => {
  store = memoryStore();
  server = await serve({ store, port: 0 });
});

afterEach(async () => {
  await server.close();
  await store.close();
});

it('notifies followers of a journal at once of an erasure', async () => {
  const journal = openJournal(store, 'trip');
  await journal.append([{ type: 'noted', text: 'secret' }]);
  const stream = await ServerEvents.open(`${server.url}/api/journals/trip/events`);
  await stream.take(1);
  await journal.redact(1);
  const events = await stream.take(3);
  expect(events.map(({ event }) => event).toSorted()).toEqual(['fact', 'journal', 'redacted']);
  expect(events).toContainEqual({ event: 'redacted', id: undefined, data: { id: 'trip' } });
  stream.leave();
});
