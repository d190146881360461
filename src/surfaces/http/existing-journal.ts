import { type FactStore, type Journal, type JournalSummary, openJournal } from '../../journal/index.ts';
import { journalNotFound } from '../../journal/refusals.ts';

/** A journal with what is known of it, or `journal-not-found`. */
export async function existingJournal(
  store: FactStore,
  id: string,
): Promise<{ journal: Journal; summary: JournalSummary }> {
  const journal = openJournal(store, id);
  const summary = await journal.describe();
  if (summary === undefined) throw journalNotFound(id);
  return { journal, summary };
}
