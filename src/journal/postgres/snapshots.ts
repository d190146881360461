import { GENESIS_HASH } from '../integrity/chain.ts';
import { snapshotBeyondHead } from '../refusals.ts';
import { snapshotChecksum, snapshotsToDrop } from '../snapshot.ts';
import type { StoredSnapshot } from '../store.ts';
import { headOf, ownerOf } from './branching.ts';
import type { Database, Session, Statement } from './database.ts';
import { LINEAGE } from './reading.ts';

const SAVE: Statement = {
  name: 'save snapshot',
  text: `INSERT INTO snapshots (branch, name, version, seq, state, checksum) VALUES ($1, $2, $3, $4, $5, decode($6, 'hex'))
         ON CONFLICT (branch, name, version, seq) DO UPDATE SET state = excluded.state, checksum = excluded.checksum`,
};

const SAVED: Statement = {
  name: 'saved snapshots',
  text: 'SELECT version, seq FROM snapshots WHERE branch = $1 AND name = $2',
};

const DROP: Statement = {
  name: 'drop snapshots',
  text: 'DELETE FROM snapshots WHERE branch = $1 AND name = $2 AND (version <> $3 OR seq = ANY ($4))',
};

const LOAD: Statement = {
  name: 'load snapshot',
  text: `${LINEAGE} SELECT s.name, s.version, s.seq, s.state, encode(s.checksum, 'hex') AS checksum,
           (SELECT encode(f.hash, 'hex') FROM facts f WHERE f.branch = s.branch AND f.seq = s.seq) AS "factHash"
         FROM lineage JOIN snapshots s USING (branch)
         WHERE s.seq <= upto AND s.name = $4 AND s.version = $5 ORDER BY s.seq DESC LIMIT 1`,
};

const FACT_HASH: Statement = {
  name: 'fact hash',
  text: `SELECT encode(hash, 'hex') AS hash FROM facts WHERE branch = $1 AND seq = $2`,
};

interface SnapshotRow extends StoredSnapshot {
  readonly checksum: string;
  readonly factHash: string | null;
}

/** No redaction can come in between until the transaction ends. */
const REDACTIONS: Statement = { name: 'redactions', text: 'SELECT count FROM redactions FOR SHARE' };

/** How many payloads were erased so far. */
export async function redactions(session: Pick<Session, 'query'>): Promise<number> {
  const [found] = await session.query<{ count: number }>(REDACTIONS);
  return found?.count ?? 0;
}

/**
 * Stored with the branch that contains the fact at its seq, so that everybody who shares the fact shares the
 * snapshot.
 */
export async function saveSnapshot(
  session: Session,
  journal: string,
  snapshot: StoredSnapshot,
  redactionsSeen: number,
): Promise<void> {
  const { name, version, seq, state } = snapshot;
  const head = await headOf(session, journal);
  if (seq > head) throw snapshotBeyondHead(journal, seq, head);
  if ((await redactions(session)) !== redactionsSeen) return;
  const branch = await ownerOf(session, journal, seq);
  const [fact] = await session.query<{ hash: string }>(FACT_HASH, [branch, seq]);
  const checksum = snapshotChecksum(snapshot, fact?.hash ?? GENESIS_HASH);
  await session.query(SAVE, [branch, name, version, seq, state, checksum]);
  const saved = await session.query<{ version: number; seq: number }>(SAVED, [branch, name]);
  const sameFold = saved.filter((kept) => kept.version === version);
  const drop = snapshotsToDrop(sameFold.map((kept) => kept.seq));
  if (drop.length > 0 || sameFold.length < saved.length) {
    await session.query(DROP, [branch, name, version, drop]);
  }
}

/** Skips a snapshot that is damaged or of other facts: a replay creates it again. */
export async function loadSnapshot(
  db: Database,
  journal: string,
  { name, version, atMost }: { name: string; version: number; atMost: number },
): Promise<StoredSnapshot | undefined> {
  for (let upTo = atMost; ; ) {
    const [row] = await db.query<SnapshotRow>(LOAD, [journal, 0, upTo, name, version]);
    if (row === undefined) return undefined;
    const { checksum, factHash, ...snapshot } = row;
    if (checksum === snapshotChecksum(snapshot, factHash ?? GENESIS_HASH)) return snapshot;
    upTo = snapshot.seq - 1;
  }
}
