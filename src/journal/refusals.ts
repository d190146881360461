import { JournalError, type JournalErrorCode } from './error.ts';

const OF_FACTS: ReadonlySet<string> = new Set<JournalErrorCode>([
  'batch-too-large',
  'fact-too-large',
  'invalid-fact',
  'invalid-payload',
  'unknown-fact-type',
]);

/** Whether an append failed because of the facts themselves, so that others may still be appended. */
export function isRefusalOfFacts(error: unknown): error is JournalError {
  return error instanceof JournalError && OF_FACTS.has(error.code);
}

/** The error for an id that names no journal. */
export function journalNotFound(id: string): JournalError {
  return new JournalError('journal-not-found', {
    summary: `There is no journal ${id} in this store.`,
    fix: 'List them with `wayfold journal list`, and check --data or --store.',
  });
}

/** The error for an id that is in use. */
export function journalExists(id: string): JournalError {
  return new JournalError('journal-exists', {
    summary: `There is already a journal ${id}.`,
    fix: 'Choose another id, or delete that journal first.',
  });
}

/** The error for an import of journals whose ids are in use. */
export function journalsExist(ids: readonly string[]): JournalError {
  const named = ids.slice(0, 20).join(', ');
  return new JournalError('journal-exists', {
    summary: `Other journals already have these ids: ${named}${ids.length > 20 ? `, and ${ids.length - 20} more` : ''}.`,
    fix: 'Use an empty store, delete them first, or skip them with --skip-existing. Nothing was imported.',
  });
}

/** The error for forks of a journal that differs in this store. */
export function parentsDiffer(ids: readonly string[]): JournalError {
  return new JournalError('journal-exists', {
    summary: `These forks were left out, because the journals they were forked from are different here: ${ids.slice(0, 20).join(', ')}${ids.length > 20 ? `, and ${ids.length - 20} more` : ''}.`,
    fix: 'Everything else was imported. Use an empty store, or export each of these forks alone and import it.',
  });
}

/** The error for a fork at a seq that the journal does not have. */
export function forkBeyondHead(id: string, at: number, head: number): JournalError {
  return new JournalError('invalid-seq', {
    expected: `a fork point from 0 to ${head}, the head of ${id}`,
    actual: `${at}`,
    fix: 'Fork at a seq the journal has.',
  });
}

/** The error for a seq that the journal does not have. */
export function noSuchFact(id: string, seq: number, head: number): JournalError {
  return new JournalError('invalid-seq', {
    expected: `a seq from 1 to ${head}, the head of ${id}`,
    actual: `${seq}`,
    fix: 'Take the seq of a fact that the journal has.',
  });
}

/** The error for a snapshot of facts that do not exist. */
export function snapshotBeyondHead(id: string, seq: number, head: number): JournalError {
  return new JournalError('invalid-seq', {
    expected: `a snapshot at a seq from 0 to ${head}, the head of ${id}`,
    actual: `${seq}`,
    fix: 'Save the state of a fold at the last seq it has seen.',
  });
}

/** The error for every call after `close`. */
export function storeClosed(what: string): JournalError {
  return new JournalError('store-closed', {
    summary: `This ${what} was closed.`,
    fix: 'Close a store only when nothing uses it any more.',
  });
}
