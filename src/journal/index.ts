/**
 * The journal: an ordered, append-only list of facts with compare-and-set appends, in memory, SQLite or PostgreSQL.
 *
 * ```ts
 * import { openJournal, sqliteStore } from 'wayfold/journal';
 *
 * const store = sqliteStore('.wayfold/wayfold.db');
 * const journal = openJournal(store, 'trip:lisbon');
 *
 * const head = await journal.head();
 * const result = await journal.append([{ type: 'stop_added', city: 'Lisbon' }], { expectedSeq: head });
 * console.log(result.ok ? `written as seq ${result.head}` : `somebody else was first, the head is ${result.head}`);
 *
 * for await (const fact of journal.facts()) console.log(fact.seq, fact.type);
 * await store.close();
 * ```
 *
 * @module
 */

// Journals

export { type Clock, type NewId, randomIds, systemClock } from './clock.ts';
export type { FactReading } from './fact-reading.ts';
export {
  type AppendOptions,
  type AppendResult,
  Journal,
  type OpenOptions,
  openJournal,
  type Verification,
} from './journal.ts';
export type { Snapshot } from './snapshot.ts';
export type { SubscribeOptions } from './subscription.ts';

// Facts, their types, and the bytes beside them

export { type AttachmentRef, Attachments, MAX_ATTACHMENT_BYTES } from './attachments.ts';
export { canonicalJson, MAX_DEPTH } from './canonical-json.ts';
export {
  type Envelope,
  type Fact,
  MAX_BATCH_FACTS,
  MAX_FACT_BYTES,
  type ProposedFact,
  REDACTED,
  type RedactedFact,
} from './fact.ts';
export type { FactOf, FactTypes, OldPayload, ProposedOf, VersionedFactType } from './fact-types.ts';
export { sha256 } from './sha256.ts';

// Stores, and the way from one to another

export { exportJournals } from './backup.ts';
export { type Imported, importJournals } from './backup-import.ts';
export { memoryStore } from './memory-store.ts';
export type { PostgresOptions } from './postgres/options.ts';
export { postgresStore } from './postgres/postgres-store.ts';
export { type SqliteOptions, sqliteStore } from './sqlite/sqlite-store.ts';
export type {
  AppendOutcome,
  AppendRequest,
  FactStore,
  ForkPoint,
  JournalOrigin,
  JournalSummary,
  NewFact,
  ReadRange,
  StoredFact,
  StoredSnapshot,
  StoreUsage,
  Tip,
} from './store.ts';
export { type ExportOptions, exportJournal } from './transfer-export.ts';
export { type ImportOptions, importJournal } from './transfer-import.ts';

// What helps to write a store

export { keyReused, placeAfter } from './append.ts';
export { hashesIn } from './attachments.ts';
export { chainHash, EMPTY_TIP } from './chain.ts';
export { type CommitAlone, type CommitGroup, GroupCommit, type Settled } from './group-commit.ts';
export {
  forkBeyondHead,
  journalExists,
  journalNotFound,
  noSuchFact,
  snapshotBeyondHead,
  storeClosed,
} from './refusals.ts';
export { snapshotsToDrop } from './snapshot.ts';
export { Watchers } from './watchers.ts';

// Errors

export {
  isWayfoldError,
  JOURNAL_ERROR_CODES,
  JournalError,
  type JournalErrorCode,
  WayfoldError,
} from './error.ts';
