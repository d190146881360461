import { setTimeout } from 'node:timers/promises';
import type { Fact } from '../../../../journal/fact.ts';
import { openJournal } from '../../../../journal/journal.ts';
import { journalId } from '../../../../journal/journal-id.ts';
import type { FactStore } from '../../../../journal/store.ts';
import { storeExists } from '../../config/store-location.ts';
import { type Invocation, withStore } from '../../invocation.ts';
import { factLine } from '../../terminal/fact-line.ts';

export interface TailOptions {
  readonly id: string;
  readonly lines: number;
  readonly from?: number;
}

const POLL_MS = 200;

export async function tail(invocation: Invocation, options: TailOptions): Promise<undefined> {
  const { location, signal, output } = invocation;
  journalId(options.id);
  if (!storeExists(location)) {
    output.note(`Waiting for journal ${options.id} …`);
    while (!storeExists(location)) await setTimeout(POLL_MS, undefined, { signal });
  }
  await withStore(invocation, { create: false }, (store) => follow(invocation, store, options));
  return undefined;
}

/** Prints until Ctrl-C, which rejects the promise. */
async function follow(
  { output, signal }: Invocation,
  store: FactStore,
  { id, lines, from }: TailOptions,
): Promise<void> {
  const journal = openJournal(store, id);
  const head = await journal.head();
  if (head === 0) output.note(`Waiting for journal ${id} …`);
  const print = async (facts: readonly Fact[]): Promise<void> => {
    for (const fact of facts) {
      signal.throwIfAborted();
      if (output.json) await output.value(fact);
      else await output.line(factLine(fact, output));
    }
  };
  await new Promise<void>((_, reject) => {
    const onError = (error: unknown, retrying: boolean) => {
      if (retrying) output.note(`The store cannot be read at the moment; trying again.`);
      else reject(error);
    };
    const unsubscribe = journal.subscribe({ from: from ?? Math.max(head - lines + 1, 1), onError }, print);
    signal.addEventListener('abort', () => {
      unsubscribe();
      reject(signal.reason);
    });
    if (signal.aborted) reject(signal.reason);
  });
}
