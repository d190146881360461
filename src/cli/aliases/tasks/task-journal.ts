import { randomInt } from 'node:crypto';
import { type FactStore, JournalError, openJournal } from '../../../journal/index.ts';
import { taskSessionFacts } from '../../../planners/tasks/facts.ts';

const PREFIX = 'tasks:';
const LETTERS = 'abcdefghjkmnpqrstvwxyz23456789';

/** A journal with a task plan in it. */
export type TaskJournal = ReturnType<typeof taskJournal>;

/** A new name, short enough to type. */
export function newPlanId(): string {
  return Array.from({ length: 6 }, () => LETTERS[randomInt(LETTERS.length)]).join('');
}

/** The journals of task plans begin with this. */
export function taskJournalPrefix(): string {
  return PREFIX;
}

/** The name that people use for a plan: its journal's without what all of them begin with. */
export function planIdOf(journalId: string): string {
  return journalId.startsWith(PREFIX) ? journalId.slice(PREFIX.length) : journalId;
}

/** The journal of a plan, by its name or by that of the journal itself. */
export function taskJournal(store: FactStore, named: string) {
  const id = named.includes(':') ? named : `${PREFIX}${named}`;
  return openJournal(store, id, { facts: taskSessionFacts });
}

/** The same, when there must be one. */
export async function existingTaskJournal(store: FactStore, named: string): Promise<TaskJournal> {
  const journal = taskJournal(store, named);
  if ((await journal.describe()) !== undefined) return journal;
  throw new JournalError('journal-not-found', {
    expected: `a task plan ${planIdOf(journal.id)}`,
    actual: 'none of that name',
    fix: 'See `wayfold tasks list`, or begin one: wayfold tasks run "What is to be done"',
  });
}
