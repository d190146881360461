import { JournalError, shown } from './error.ts';

const JOURNAL_ID = /^[A-Za-z0-9][A-Za-z0-9._:-]{0,127}$/;

/** Returns the id if it can name a journal, else throws `invalid-journal-id`. */
export function journalId(id: unknown): string {
  if (typeof id === 'string' && JOURNAL_ID.test(id)) return id;
  throw new JournalError('invalid-journal-id', {
    expected:
      'a journal id of 1 to 128 letters, digits, ".", "_", ":" or "-" that starts with a letter or digit',
    actual: shown(id),
    fix: 'Choose an id like "trip:2026-06" and try again.',
  });
}
