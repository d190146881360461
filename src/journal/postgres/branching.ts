import { placeAfter } from '../append.ts';
import { erasedMeanwhile } from '../erasure/erasure.ts';
import { EMPTY_TIP } from '../integrity/chain.ts';
import { journalSeal, type SealedJournal } from '../integrity/row-seal.ts';
import { forkBeyondHead, journalExists, journalNotFound } from '../refusals.ts';
import type { ForkPoint, ForkRequest, JournalOrigin, Tip } from '../store.ts';
import type { Session, Statement } from './database.ts';
import { insertFacts } from './fact-rows.ts';
import { LINEAGE } from './reading.ts';
import { redactions } from './snapshots.ts';

const HEAD: Statement = { text: 'SELECT head FROM journals WHERE id = $1' };

/** The branch that stores fact $2 of journal $1: the end of the walk through the lineage. */
const OWNER: Statement = { text: `${LINEAGE} SELECT branch FROM lineage ORDER BY base LIMIT 1` };

const TIP: Statement = {
  text: `SELECT seq, encode(hash, 'hex') AS hash, ts FROM facts WHERE branch = $1 AND seq = $2`,
};

const CREATE: Statement = {
  text: `INSERT INTO journals (id, parent, base, origin, native_from, created_at, head, head_hash, head_ts, seal)
         VALUES ($1, $2, $3, $4, $3::bigint + 1, $5, $6, decode($7, 'hex'), $8, decode($9, 'hex'))
         ON CONFLICT (id) DO NOTHING RETURNING branch`,
};

const TAKE_NAME: Statement = {
  text: `UPDATE journals SET id = NULL WHERE id = $1
         RETURNING branch, id, parent, base, origin, native_from AS "nativeFrom", created_at AS "createdAt"`,
};

const SEAL: Statement = { text: `UPDATE journals SET seal = decode($2, 'hex') WHERE branch = $1` };

/** A branch that cannot be opened, and how much of it forks still share (`null`: nothing). */
const NAMELESS: Statement = {
  text: `SELECT parent, (SELECT max(base) FROM journals below WHERE below.parent = own.branch) AS shared
         FROM journals own WHERE branch = $1 AND id IS NULL`,
};

/** Forks may run concurrently; a deletion runs alone, and so does a redaction, which has to know every fork. */
export type BranchLock = 'shared' | 'alone';

/**
 * Blocks other changes to the set of branches until the transaction ends. Appends are not affected: they never
 * change what is shared.
 */
export async function lockBranches(session: Session, schema: string, mode: BranchLock): Promise<void> {
  const lock = mode === 'shared' ? 'pg_advisory_xact_lock_shared' : 'pg_advisory_xact_lock';
  await session.query({ text: `SELECT ${lock}(hashtextextended($1, 0))` }, [`wayfold branches ${schema}`]);
}

/** The branch that stores this journal's fact at `seq`. */
export async function ownerOf(session: Session, journal: string, seq: number): Promise<number> {
  const [owner] = await session.query<{ branch: number }>(OWNER, [journal, seq, Number.MAX_SAFE_INTEGER]);
  if (owner === undefined) throw journalNotFound(journal);
  return owner.branch;
}

export async function forkBranch(
  session: Session,
  { target, createdAt, records, ...point }: ForkRequest,
): Promise<void> {
  const { parent, tip } = await forkedAt(session, point);
  const { source, at } = point;
  const origin: JournalOrigin = { type: 'fork', journal: source, at };
  const seal = journalSeal({ id: target, parent, base: at, origin, nativeFrom: at + 1, createdAt });
  const facts = placeAfter(tip, { facts: records, ts: createdAt });
  const { seq, hash, ts } = facts.at(-1) ?? tip;
  const values = [target, parent, at, origin, createdAt, seq, hash, ts, seal];
  const [created] = await session.query<{ branch: number }>(CREATE, values);
  if (created === undefined) throw journalExists(target);
  await insertFacts(session, created.branch, facts);
}

/** The branch that a fork shares, `null` if it shares no fact, and the last fact it shares. */
export async function forkedAt(
  session: Session,
  { source, at, redactions: seen }: ForkPoint,
): Promise<{ parent: number | null; tip: Tip }> {
  const head = await headOf(session, source);
  if (at > head) throw forkBeyondHead(source, at, head);
  if ((await redactions(session)) !== seen) throw erasedMeanwhile('a fork');
  const parent = at === 0 ? null : await ownerOf(session, source, at);
  const [tip = EMPTY_TIP] = await session.query<Tip>(TIP, [parent, at]);
  return { parent, tip };
}

/** Removes a journal's name, then every row that no other branch shares. */
export async function releaseBranch(session: Session, journal: string): Promise<boolean> {
  const [released] = await session.query<SealedJournal & { branch: number }>(TAKE_NAME, [journal]);
  if (released === undefined) return false;
  await session.query(SEAL, [released.branch, journalSeal(released)]);
  await session.query({ text: 'DELETE FROM keys WHERE branch = $1' }, [released.branch]);
  for (let branch: number | null = released.branch; branch !== null; ) {
    branch = await freeUnshared(session, branch);
  }
  return true;
}

/** Resolves to the parent branch if that may have nothing left to share either. */
async function freeUnshared(session: Session, branch: number): Promise<number | null> {
  const [nameless] = await session.query<{ parent: number | null; shared: number | null }>(NAMELESS, [
    branch,
  ]);
  if (nameless === undefined) return null;
  const { parent, shared } = nameless;
  for (const table of ['facts', 'snapshots']) {
    const unshared = { text: `DELETE FROM ${table} WHERE branch = $1 AND seq > $2`, slow: true };
    await session.query(unshared, [branch, shared ?? -1]);
  }
  if (shared === null) {
    await session.query({ text: 'DELETE FROM journals WHERE branch = $1' }, [branch]);
    return parent;
  }
  await session.query({ text: 'UPDATE journals SET head = $2 WHERE branch = $1' }, [branch, shared]);
  return null;
}

export async function headOf(session: Session, journal: string): Promise<number> {
  const [found] = await session.query<{ head: number }>(HEAD, [journal]);
  if (found === undefined) throw journalNotFound(journal);
  return found.head;
}
