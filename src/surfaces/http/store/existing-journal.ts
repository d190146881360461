import { type Journal, openJournal } from '../../../journal/journal.ts';
import { journalNotFound } from '../../../journal/refusals.ts';
import type { FactStore, JournalSummary } from '../../../journal/store.ts';

/** A journal and its summary, or `journal-not-found`. */
export async function existingJournal(
  store: FactStore,
  id: string,
): Promise<{ journal: Journal; summary: JournalSummary }> {
  const journal = openJournal(store, id);
  const summary = await journal.describe();
  if (summary === undefined) throw journalNotFound(id);
  return { journal, summary };
}
