import { newRecord, recordOfOlderVersion } from '../erasure/erasure-record.ts';
import { JournalError } from '../error.ts';
import type { Session } from './database.ts';
import { forgetDigest, forgetKeys, lockSharing, recordErasure } from './erasing.ts';

interface PastErasure {
  readonly branch: number;
  readonly seq: number;
  readonly type: string;
  readonly redactedAt: string;
}

/** Records erasures made by versions that kept no record, and replaces the digests they left by random ones. */
export async function recordPastErasures(session: Session): Promise<void> {
  const erased = await session.query<PastErasure>({
    text: `SELECT branch, seq, type, redacted_at AS "redactedAt" FROM facts
           WHERE payload IS NULL AND redacted_at IS NOT NULL ORDER BY branch, seq`,
    slow: true,
  });
  for (const { branch: owner, ...fact } of erased) {
    const sharing = await lockSharing(session, owner, fact.seq);
    await forgetWhereWhole(session, () => forgetDigest(session, sharing, fact.seq));
    await forgetKeys(session, owner, fact.seq);
    const record = () => newRecord(recordOfOlderVersion(fact));
    await recordErasure(session, { owner, seq: fact.seq, record, ts: fact.redactedAt });
  }
}

/** A damaged chain stays unchanged, so that verifying still reports it. */
async function forgetWhereWhole(session: Session, forget: () => Promise<void>): Promise<void> {
  await session.query({ text: 'SAVEPOINT forgetting' });
  try {
    await forget();
    await session.query({ text: 'RELEASE forgetting' });
  } catch (error) {
    if (!(error instanceof JournalError && error.code === 'store-corrupt')) throw error;
    await session.query({ text: 'ROLLBACK TO forgetting' });
  }
}
