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

export type { Clock, NewId } from './clock.ts';
export { verifyStore } from './integrity/verification.ts';
export { type AppendResult, Journal, openJournal } from './journal.ts';

// Facts

export { MAX_ATTACHMENT_BYTES } from './attachments.ts';
export { isFactErased } from './erasure/erasure.ts';
export {
  type Envelope,
  type Fact,
  MAX_BATCH_FACTS,
  MAX_FACT_BYTES,
  type ProposedFact,
  type RedactedFact,
} from './fact.ts';
export type { FactOf, FactTypes } from './fact-types.ts';
export { MAX_DEPTH } from './integrity/canonical-json.ts';
export { sha256 } from './integrity/sha256.ts';

// Stores, and the way from one to another

export { memoryStore } from './memory-store.ts';
export { postgresStore } from './postgres/postgres-store.ts';
export { sqliteStore } from './sqlite/sqlite-store.ts';
export { exportJournals } from './transfer/backup.ts';
export { importJournals } from './transfer/backup-import.ts';
export { exportJournal } from './transfer/transfer-export.ts';
export { importJournal } from './transfer/transfer-import.ts';

// To write a store

export { placeAfter } from './append.ts';
export { hashesIn } from './attachments.ts';
export { chainHash } from './integrity/chain.ts';
export type {
  AppendOutcome,
  AppendRequest,
  FactStore,
  JournalSummary,
  NewFact,
  ReadRange,
  StoredFact,
  StoredSnapshot,
  StoreUsage,
  Tip,
} from './store.ts';
export { Watchers } from './watchers.ts';

// Errors

export { JournalError } from './error.ts';
