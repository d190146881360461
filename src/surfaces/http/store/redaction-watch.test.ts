import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { memoryStore, openJournal } from '../../../journal/index.ts';
import { watchRedactions } from './redaction-watch.ts';

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
});

afterEach(() => {
  vi.useRealTimers();
});

/** All that a wake sets off in memory is done when the event loop comes round. */
async function settled(): Promise<void> {
  await new Promise((done) => setImmediate(done));
}

async function journalOf(facts: number) {
  const store = memoryStore();
  const journal = openJournal(store, 'j');
  await journal.append(Array.from({ length: facts }, () => ({ type: 'noted' })));
  return { store, journal };
}

it('acts at once when something is erased, and not when a fact is appended', async () => {
  const { store, journal } = await journalOf(3);
  let acts = 0;
  watchRedactions(store, { journal: 'j', since: await store.redactions() }, () => {
    acts += 1;
  });
  await journal.append([{ type: 'noted' }]);
  await settled();
  expect(acts).toBe(0);
  await journal.redact(1);
  await settled();
  expect(acts).toBe(1);
  await journal.append([{ type: 'noted' }]);
  await settled();
  expect(acts).toBe(1);
  await journal.redact(2);
  await settled();
  expect(acts).toBe(2);
});

it('acts when a fork erases what it shares with the journal', async () => {
  const { store, journal } = await journalOf(1);
  const fork = await journal.fork(1, 'fork');
  let acts = 0;
  watchRedactions(store, { journal: 'j', since: 0 }, () => {
    acts += 1;
  });
  await fork.redact(1);
  await settled();
  expect(acts).toBe(1);
});

it('acts for what was erased after the count it is given and before it began', async () => {
  const { store, journal } = await journalOf(2);
  const since = await store.redactions();
  await journal.redact(1);
  let acts = 0;
  watchRedactions(store, { journal: 'j', since }, () => {
    acts += 1;
  });
  await settled();
  expect(acts).toBe(1);
});

it('counts from its beginning when no count is given', async () => {
  const { store, journal } = await journalOf(3);
  await journal.redact(1);
  let acts = 0;
  watchRedactions(store, { journal: 'j' }, () => {
    acts += 1;
  });
  await settled();
  expect(acts).toBe(0);
  await journal.redact(2);
  await settled();
  expect(acts).toBe(1);
});

it('acts again after a while when it failed', async () => {
  const { store, journal } = await journalOf(1);
  let acts = 0;
  watchRedactions(store, { journal: 'j', since: 0 }, async () => {
    acts += 1;
    if (acts === 1) throw new Error('not now');
  });
  await settled();
  await journal.redact(1);
  await settled();
  expect(acts).toBe(1);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(acts).toBe(2);
});

it('does not try again once the store is closed', async () => {
  const { store } = await journalOf(1);
  watchRedactions(store, { journal: 'j', since: 0 }, () => {});
  await store.close();
  await settled();
  expect(vi.getTimerCount()).toBe(0);
});

it('acts no more once it was told to stop', async () => {
  const { store, journal } = await journalOf(1);
  let acts = 0;
  const stop = watchRedactions(store, { journal: 'j', since: 0 }, () => {
    acts += 1;
  });
  stop();
  await journal.redact(1);
  await settled();
  expect(acts).toBe(0);
});
