import { expect, test, vi } from 'vitest';
import { eventually } from '../../test/eventually.ts';
import { JournalError } from './error.ts';
import { openJournal } from './journal.ts';
import { memoryStore } from './memory-store.ts';
import type { FactStore } from './store.ts';

async function journalWith(facts: number, store: FactStore = memoryStore()) {
  const journal = openJournal(store, 'a');
  await journal.append(Array.from({ length: facts }, (_, n) => ({ type: 'noted', n: n + 1 })));
  return { store, journal };
}

/** The store, whose reads fail as long as `outage` is set. */
function unreliable(store: FactStore) {
  const state = { outage: false, reads: 0 };
  const wrapped: FactStore = Object.create(store);
  for (const name of ['append', 'watch', 'describe', 'close', 'delete'] as const) {
    Object.defineProperty(wrapped, name, { value: Reflect.get(store, name).bind(store) });
  }
  wrapped.read = (...args) => {
    state.reads += 1;
    if (state.outage)
      return Promise.reject(new JournalError('store-unreachable', { expected: '', actual: '', fix: '' }));
    return store.read(...args);
  };
  return { store: wrapped, state };
}

test('a subscription continues after an outage of the store, without a gap', async () => {
  vi.useFakeTimers();
  const { store, state } = unreliable(memoryStore());
  const { journal } = await journalWith(2, store);
  const seen: number[] = [];
  const errors: boolean[] = [];
  const stop = journal.subscribe({ onError: (_, retrying) => errors.push(retrying) }, (facts) => {
    seen.push(...facts.map(({ seq }) => seq));
  });
  await eventually(() => seen).toEqual([1, 2]);
  state.outage = true;
  await journal.append([{ type: 'noted', n: 3 }]);
  await journal.append([{ type: 'noted', n: 4 }]);
  await eventually(() => errors.length).toBeGreaterThan(0);
  expect(vi.getTimerCount()).toBe(1);
  state.outage = false;
  await vi.runAllTimersAsync();
  expect(seen).toEqual([1, 2, 3, 4]);
  expect(errors.every((retrying) => retrying)).toBe(true);
  stop();
  vi.useRealTimers();
});

test('a subscription ends with an error when its journal is deleted and recreated', async () => {
  const { store, journal } = await journalWith(2);
  const seen: number[] = [];
  const ended = new Promise<unknown>((resolve) => {
    journal.subscribe({ onError: resolve }, (facts) => void seen.push(...facts.map(({ seq }) => seq)));
  });
  await eventually(() => seen).toEqual([1, 2]);
  await store.delete('a');
  await journal.append([{ type: 'other' }, { type: 'other' }, { type: 'other' }]);
  expect(await ended).toMatchObject({ code: 'journal-not-found' });
  expect(seen).toEqual([1, 2]);
});

test('a subscription to a journal that does not exist yet starts with its first fact', async () => {
  const journal = openJournal(memoryStore(), 'later');
  const seen: number[] = [];
  const stop = journal.subscribe({ from: 1 }, (facts) => void seen.push(...facts.map(({ seq }) => seq)));
  await journal.append([{ type: 'noted' }]);
  await eventually(() => seen).toEqual([1]);
  stop();
});

test('a subscription ends quietly with its store', async () => {
  vi.useFakeTimers();
  const { store, state } = unreliable(memoryStore());
  const { journal } = await journalWith(1, store);
  const onError = vi.fn();
  journal.subscribe({ onError }, () => {});
  await store.close();
  await vi.runAllTimersAsync();
  expect(onError).not.toHaveBeenCalled();
  expect(vi.getTimerCount()).toBe(0);
  expect(state.reads).toBeLessThanOrEqual(2);
  vi.useRealTimers();
});
