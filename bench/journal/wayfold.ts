import { type FactStore, type Journal, openJournal } from '../../src/journal/index.ts';
import { atOnce } from '../harness/at-once.ts';
import type { Contender } from '../harness/blocks.ts';
import { type Step, stepAt } from './plan.ts';

/** What Wayfold keeps of a step: one fact. */
export function stepAdded(step: Step) {
  return { type: 'step_added', step } as const;
}

/** Appenders that each have a journal of their own and know where it stands. */
export function wayfoldAppenders(store: FactStore, appenders: number): Contender {
  const writes = Array.from({ length: appenders }, (_, i) => writer(openJournal(store, `plan:${i}`)));
  return {
    run: (operations) => atOnce(writes, operations),
    close: () => store.close(),
  };
}

/** Appenders that share one journal, each adding its step after whatever is last. */
export function wayfoldAppendersOnOneJournal(store: FactStore, appenders: number): Contender {
  const journal = openJournal(store, 'plan');
  const writes = Array.from({ length: appenders }, (_, first) => {
    let next = first;
    return async () => {
      await journal.append([stepAdded(stepAt(next))]);
      next += appenders;
    };
  });
  return {
    run: (operations) => atOnce(writes, operations),
    close: () => store.close(),
  };
}

function writer(journal: Journal): () => Promise<void> {
  let head = 0;
  return async () => {
    const result = await journal.append([stepAdded(stepAt(head))], { expectedSeq: head });
    if (!result.ok) throw new RangeError(`the head is ${result.head}, not ${head}`);
    head = result.head;
  };
}
