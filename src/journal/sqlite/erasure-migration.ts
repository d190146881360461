import type { DatabaseSync } from 'node:sqlite';
import { newRecord, recordOfOlderVersion } from '../erasure/erasure-record.ts';
import { JournalError } from '../error.ts';
import { BranchEnds } from './branch-ends.ts';
import { appendRecord, branchesSharing, forgetDigest, forgetKeys } from './erasing.ts';

/** Records erasures made by versions that kept no record, and replaces the digests they left by random ones. */
export function recordPastErasures(db: DatabaseSync): void {
  const erased = db
    .prepare(
      `SELECT place >> 32 AS branch, place & 0xffffffff AS seq, type, redacted_at AS redactedAt FROM facts
       WHERE payload IS NULL AND v > 0 AND redacted_at IS NOT NULL ORDER BY place`,
    )
    .all() as unknown as { branch: number; seq: number; type: string; redactedAt: string }[];
  const ends = new BranchEnds(db);
  for (const { branch, ...fact } of erased) {
    const sharing = branchesSharing(db, branch, fact.seq);
    forgetWhereWhole(db, () => forgetDigest(db, sharing, fact.seq));
    forgetKeys(db, branch, fact.seq);
    for (const named of sharing.filter(({ id }) => id !== null)) {
      if (ends.openEnd(named.branch) !== undefined) {
        appendRecord(db, named, newRecord(recordOfOlderVersion(fact)), fact.redactedAt);
      }
    }
  }
}

/** A damaged chain stays unchanged, so that verifying still reports it. */
function forgetWhereWhole(db: DatabaseSync, forget: () => void): void {
  db.exec('SAVEPOINT forgetting');
  try {
    forget();
    db.exec('RELEASE forgetting');
  } catch (error) {
    db.exec('ROLLBACK TO forgetting; RELEASE forgetting');
    if (!(error instanceof JournalError)) throw error;
  }
}
