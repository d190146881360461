import { EMPTY_TIP } from '../chain.ts';
import { forkBeyondHead, journalExists, journalNotFound, noSuchFact } from '../refusals.ts';
import type { ForkPoint, Tip } from '../store.ts';
import type { Session, Statement } from './database.ts';
import { LINEAGE } from './reading.ts';

const HEAD: Statement = { text: 'SELECT head FROM journals WHERE id = $1' };

/** The branch in whose rows fact $2 of journal $1 lies: where the walk through the lineage ends. */
const OWNER: Statement = { text: `${LINEAGE} SELECT branch FROM lineage ORDER BY base LIMIT 1` };

const TIP: Statement = {
  text: `SELECT seq, encode(hash, 'hex') AS hash, ts FROM facts WHERE branch = $1 AND seq = $2`,
};

const CREATE: Statement = {
  text: `INSERT INTO journals (id, parent, base, origin, native_from, created_at, head, head_hash, head_ts)
         VALUES ($1, $2, $3, $4, $3::bigint + 1, $5, $3, decode($6, 'hex'), $7)
         ON CONFLICT (id) DO NOTHING RETURNING branch`,
};

const ERASE: Statement = {
  text: `UPDATE facts SET payload = NULL, redacted_at = $3
         WHERE branch = $1 AND seq = $2 AND payload IS NOT NULL RETURNING seq`,
};

/** Branch $1 and all that share its fact at seq $2. */
const SHARING = `
  WITH RECURSIVE sharing (branch) AS (
    SELECT $1::bigint
    UNION ALL
    SELECT below.branch FROM sharing JOIN journals below ON below.parent = sharing.branch WHERE below.base >= $2
  )`;

const FORGET_SNAPSHOTS: Statement = {
  text: `${SHARING} DELETE FROM snapshots USING sharing WHERE snapshots.branch = sharing.branch AND seq >= $2`,
};

const SHARING_IDS: Statement = {
  text: `${SHARING} SELECT id FROM sharing JOIN journals USING (branch) WHERE id IS NOT NULL`,
};

const TAKE_NAME: Statement = { text: 'UPDATE journals SET id = NULL WHERE id = $1 RETURNING branch' };

/** A branch that nobody can open, and how much of it forks still share (`null`: nothing). */
const NAMELESS: Statement = {
  text: `SELECT parent, (SELECT max(base) FROM journals below WHERE below.parent = own.branch) AS shared
         FROM journals own WHERE branch = $1 AND id IS NULL`,
};

/** Forks may come together; a deletion comes alone, and so does a redaction, which has to know every fork. */
export type BranchLock = 'shared' | 'alone';

/**
 * Holds off others that change which branches there are, until the transaction ends. Appends are not concerned: they
 * never change what is shared.
 */
export async function lockBranches(session: Session, schema: string, mode: BranchLock): Promise<void> {
  const lock = mode === 'shared' ? 'pg_advisory_xact_lock_shared' : 'pg_advisory_xact_lock';
  await session.query({ text: `SELECT ${lock}(hashtextextended($1, 0))` }, [`wayfold branches ${schema}`]);
}

/** The branch in whose rows this journal's fact at `seq` lies. */
export async function ownerOf(session: Session, journal: string, seq: number): Promise<number> {
  const [owner] = await session.query<{ branch: number }>(OWNER, [journal, seq, Number.MAX_SAFE_INTEGER]);
  if (owner === undefined) throw journalNotFound(journal);
  return owner.branch;
}

export async function forkBranch(
  session: Session,
  { source, at, target, createdAt }: { source: string; at: number; target: string; createdAt: string },
): Promise<void> {
  const { parent, tip } = await forkedAt(session, { source, at });
  const origin = { type: 'fork', journal: source, at };
  const values = [target, parent, at, origin, createdAt, tip.hash, tip.ts];
  const created = await session.query(CREATE, values);
  if (created.length === 0) throw journalExists(target);
}

/** The branch that a fork shares, `null` when it shares no fact, and the last fact it shares. */
export async function forkedAt(
  session: Session,
  { source, at }: ForkPoint,
): Promise<{ parent: number | null; tip: Tip }> {
  const head = await headOf(session, source);
  if (at > head) throw forkBeyondHead(source, at, head);
  const parent = at === 0 ? null : await ownerOf(session, source, at);
  const [tip = EMPTY_TIP] = await session.query<Tip>(TIP, [parent, at]);
  return { parent, tip };
}

/**
 * Erases a payload and resolves to the journals that shared it, none when it was erased before. The row's former version
 * is gone from every answer at once, and from the disk when PostgreSQL next vacuums the table.
 */
export async function redactFact(
  session: Session,
  journal: string,
  { seq, redactedAt }: { seq: number; redactedAt: string },
): Promise<string[]> {
  const head = await headOf(session, journal);
  if (seq < 1 || seq > head) throw noSuchFact(journal, seq, head);
  const owner = await ownerOf(session, journal, seq);
  const erased = await session.query(ERASE, [owner, seq, redactedAt]);
  if (erased.length === 0) return [];
  await session.query({ text: 'UPDATE redactions SET count = count + 1' });
  await session.query(FORGET_SNAPSHOTS, [owner, seq]);
  const sharing = await session.query<{ id: string }>(SHARING_IDS, [owner, seq]);
  return sharing.map(({ id }) => id);
}

/** Takes a journal's name away, then removes every row that no other branch shares. */
export async function releaseBranch(session: Session, journal: string): Promise<boolean> {
  const [released] = await session.query<{ branch: number }>(TAKE_NAME, [journal]);
  if (released === undefined) return false;
  await session.query({ text: 'DELETE FROM keys WHERE branch = $1' }, [released.branch]);
  for (let branch: number | null = released.branch; branch !== null; ) {
    branch = await freeUnshared(session, branch);
  }
  return true;
}

/** Resolves to the branch above when that may have nothing left to share either. */
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
