import { type FactStore, openJournal, sqliteStore } from '../../src/journal/index.ts';
import type { Bench } from '../harness/suite.ts';
import { type Step, stepAt } from './plan.ts';

/** What happened to a plan that is carried out while it grows. */
export type PlanFact =
  | { readonly type: 'step_added'; readonly step: Step }
  | { readonly type: 'step_started'; readonly stepId: string; readonly worker: string }
  | { readonly type: 'step_finished'; readonly stepId: string; readonly outcome: string };

export const JOURNAL = 'plan';
const BATCH = 1000;

/** How long the long journal is. */
export function historyLength({ quick }: Bench): number {
  return quick ? 100_000 : 1_000_000;
}

/** Every step is added, and a few facts later it is started and finished. */
export function planFactAt(index: number): PlanFact {
  const step = stepAt(Math.floor(index / 3));
  switch (index % 3) {
    case 0:
      return { type: 'step_added', step };
    case 1:
      return { type: 'step_started', stepId: step.id, worker: 'worker-1' };
    default:
      return { type: 'step_finished', stepId: step.id, outcome: step.title };
  }
}

export function* planFacts(count: number): Generator<PlanFact[]> {
  for (let from = 0; from < count; from += BATCH) {
    yield Array.from({ length: Math.min(BATCH, count - from) }, (_, i) => planFactAt(from + i));
  }
}

export async function writeHistory(store: FactStore, count: number): Promise<void> {
  const journal = openJournal(store, JOURNAL);
  for (const batch of planFacts(count)) await journal.append(batch);
}

/** The bytes of payload that a fact of the history has on average. */
export function payloadBytes(): number {
  const sample = [...planFacts(3 * BATCH)].flat();
  const text = sample.map(({ type, ...payload }) => JSON.stringify(payload)).join('');
  return Buffer.byteLength(text) / sample.length;
}

const written = new WeakMap<Bench, Promise<string>>();

/** The SQLite file with the long journal. Several questions are about it, so it is written once. */
export function historyFile(bench: Bench): Promise<string> {
  const known = written.get(bench);
  if (known) return known;
  const writing = write(bench);
  written.set(bench, writing);
  return writing;
}

async function write(bench: Bench): Promise<string> {
  const file = `${bench.directory}/history.db`;
  bench.progress(`writing a journal of ${historyLength(bench).toLocaleString('en-US')} facts`);
  const store = sqliteStore(file);
  await writeHistory(store, historyLength(bench));
  await store.close();
  return file;
}
