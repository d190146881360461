import { expect, it } from 'vitest';
import { memoryStore, openJournal } from '../../journal/index.ts';
import { HOST_JOURNAL } from '../host-journal.ts';
import { HostedSessions } from './hosted-sessions.ts';

it('takes up any number of sessions at once, each one once', async () => {
  const store = memoryStore();
  const woken: string[] = [];
  const sessions = await HostedSessions.open(store, { engine: { wake: (id) => woken.push(id) } });
  const ids = Array.from({ length: 300 }, (_, i) => `talk-${i}`);
  await Promise.all([...ids, ...ids].map((id) => sessions.host(id)));
  const facts = await openJournal(store, HOST_JOURNAL).facts();
  expect(facts.map(({ session }) => session).toSorted()).toEqual(ids.toSorted());
  expect(new Set(woken)).toEqual(new Set(ids));
  await sessions.close();
});

it('goes on with the next one when one could not be recorded', async () => {
  const store = memoryStore();
  const sessions = await HostedSessions.open(store, { engine: { wake: () => {} } });
  await sessions.pair({ first: 'a', second: 'b' });
  const results = await Promise.allSettled([
    sessions.pair({ first: 'a', second: 'c' }),
    sessions.host('talk'),
  ]);
  expect(results).toMatchObject([
    { status: 'rejected', reason: { code: 'conflict' } },
    { status: 'fulfilled' },
  ]);
  expect(sessions.hosted.has('talk')).toBe(true);
  await sessions.close();
});
