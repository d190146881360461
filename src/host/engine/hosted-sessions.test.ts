import { expect, it, vi } from 'vitest';
import { memoryStore, openJournal } from '../../journal/index.ts';
import { HOST_JOURNAL } from '../host-journal.ts';
import { pauseEverything, resumeEverything } from '../pausing.ts';
import { HostedSessions } from './hosted-sessions.ts';
import type { WakeCause } from './session-engine.ts';

const rest = async () => {};

it('starts any number of sessions at once, each one once', async () => {
  const store = memoryStore();
  const woken: string[] = [];
  const sessions = await HostedSessions.open(store, { engine: { wake: (id) => woken.push(id), rest } });
  const ids = Array.from({ length: 300 }, (_, i) => `talk-${i}`);
  await Promise.all([...ids, ...ids].map((id) => sessions.host(id)));
  const facts = await openJournal(store, HOST_JOURNAL).facts();
  expect(facts.map(({ session }) => session).toSorted()).toEqual(ids.toSorted());
  expect(new Set(woken)).toEqual(new Set(ids));
  await sessions.close();
});

it('continues with the next one if one could not be recorded', async () => {
  const store = memoryStore();
  const sessions = await HostedSessions.open(store, { engine: { wake: () => {}, rest } });
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

it('wakes a session with its changes as long as it is published, and records nothing', async () => {
  const store = memoryStore();
  const journal = openJournal(store, 's');
  await journal.append([{ type: 'session_published' }]);
  const calls: string[] = [];
  const engine = {
    wake: (id: string) => calls.push(`wake ${id}`),
    rest: async (id: string) => void calls.push(`rest ${id}`),
  };
  const sessions = await HostedSessions.open(store, { engine });
  const next = async (fact: { readonly type: string }) => {
    const before = calls.length;
    await journal.append([fact]);
    await vi.waitFor(() => expect(calls.length).toBeGreaterThan(before));
  };
  sessions.runPublished('s');
  await next({ type: 'something_said' });
  await next({ type: 'session_unpublished' });
  expect(calls).toEqual(['wake s', 'wake s', 'rest s']);
  await journal.append([{ type: 'session_published' }]);
  sessions.runPublished('s');
  expect(calls.slice(3)).toEqual(['wake s']);
  expect(await openJournal(store, HOST_JOURNAL).head()).toBe(0);
  await sessions.close();
});

it('tells the engine where everything may go on, and tells that from a change of a journal', async () => {
  const store = memoryStore();
  const calls: (readonly [string, WakeCause | undefined])[] = [];
  const engine = { wake: (id: string, cause?: WakeCause) => void calls.push([id, cause]), rest };
  const sessions = await HostedSessions.open(store, { engine });
  await sessions.host('talk');
  await pauseEverything(store, { by: 'me' });
  calls.length = 0;
  const { head } = await resumeEverything(store, { by: 'me' });
  await vi.waitFor(() => expect(calls).toEqual([['talk', { resumed: head }]]));
  await openJournal(store, 'talk').append([{ type: 'something_said' }]);
  await vi.waitFor(() => expect(calls.at(-1)).toEqual(['talk', { changed: true }]));
  await sessions.close();
});
