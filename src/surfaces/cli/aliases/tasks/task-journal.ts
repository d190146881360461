import { openJournal } from '../../../../journal/journal.ts';
import type { FactStore } from '../../../../journal/store.ts';
import { taskSessionFacts } from '../../../../planners/tasks/facts.ts';

/** The journal of a task plan, which tasks are carried out on. */
export type TaskJournal = ReturnType<typeof taskJournal>;

/** The journal of the session of a plan. */
export function taskJournal(store: FactStore, sessionId: string) {
  return openJournal(store, sessionId, { facts: taskSessionFacts });
}
