import { expect } from 'vitest';
import type { Fact } from '../src/journal/fact.ts';
import { openJournal } from '../src/journal/journal.ts';
import { memoryStore } from '../src/journal/memory-store.ts';
import type { FactStore } from '../src/journal/store.ts';
import { exportJournal } from '../src/journal/transfer/transfer-export.ts';
import { importJournal } from '../src/journal/transfer/transfer-import.ts';
import { SimulatedClock } from '../src/testing/simulated-clock.ts';

/** The time of every export here. */
export const clock = new SimulatedClock('2026-11-15T08:00:00.000Z');

/** A store with one journal, one note for each payload. */
export async function given(payloads: readonly object[], id = 'trip'): Promise<FactStore> {
  const store = memoryStore();
  const journal = openJournal(store, id, { clock });
  for (const payload of payloads) await journal.append([{ type: 'note_added', ...payload }]);
  return store;
}

export async function linesOf(store: FactStore, id = 'trip'): Promise<string[]> {
  return await collected(exportJournal(store, id, { clock }));
}

export async function collected<T>(items: AsyncIterable<T>): Promise<T[]> {
  const all: T[] = [];
  for await (const item of items) all.push(item);
  return all;
}

export async function factsOf(store: FactStore, id = 'trip'): Promise<Fact[]> {
  return await openJournal(store, id).facts();
}

/** Edits a line's JSON and writes it back. */
export function edited(line: string | undefined, edit: (json: Record<string, unknown>) => object): string {
  return JSON.stringify(edit(JSON.parse(line ?? 'null')));
}

/** What an import is refused with; nothing may be left of it. */
export async function refusal(lines: Iterable<string>, store = memoryStore()): Promise<unknown> {
  try {
    await importJournal(store, lines);
  } catch (error) {
    expect(await store.list({ limit: 10 })).toEqual([]);
    return error;
  }
  throw new Error('the file was taken');
}
