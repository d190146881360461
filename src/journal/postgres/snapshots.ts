import { snapshotBeyondHead } from '../refusals.ts';
import { snapshotsToDrop } from '../snapshot.ts';
import type { StoredSnapshot } from '../store.ts';
import { headOf, ownerOf } from './branching.ts';
import type { Database, Session, Statement } from './database.ts';
import { LINEAGE } from './reading.ts';

const SAVE: Statement = {
  name: 'save snapshot',
  text: `INSERT INTO snapshots (branch, name, version, seq, state) VALUES ($1, $2, $3, $4, $5)
         ON CONFLICT (branch, name, version, seq) DO UPDATE SET state = excluded.state`,
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
  text: `${LINEAGE} SELECT name, version, seq, state FROM lineage JOIN snapshots USING (branch)
         WHERE seq <= upto AND name = $4 AND version = $5 ORDER BY seq DESC LIMIT 1`,
};

/** Until the transaction ends no redaction can come in between. */
const REDACTIONS: Statement = { name: 'redactions', text: 'SELECT count FROM redactions FOR SHARE' };

/** How many payloads were erased so far. */
export async function redactions(session: Pick<Session, 'query'>): Promise<number> {
  const [found] = await session.query<{ count: number }>(REDACTIONS);
  return found?.count ?? 0;
}

/** Kept with the branch that holds the fact at its seq, so that all who share the fact share the snapshot. */
export async function saveSnapshot(
  session: Session,
  journal: string,
  { name, version, seq, state }: StoredSnapshot,
  redactionsSeen: number,
): Promise<void> {
  const head = await headOf(session, journal);
  if (seq > head) throw snapshotBeyondHead(journal, seq, head);
  if ((await redactions(session)) !== redactionsSeen) return;
  const branch = await ownerOf(session, journal, seq);
  await session.query(SAVE, [branch, name, version, seq, state]);
  const saved = await session.query<{ version: number; seq: number }>(SAVED, [branch, name]);
  const sameFold = saved.filter((kept) => kept.version === version);
  const drop = snapshotsToDrop(sameFold.map((kept) => kept.seq));
  if (drop.length > 0 || sameFold.length < saved.length) {
    await session.query(DROP, [branch, name, version, drop]);
  }
}

export async function loadSnapshot(
  db: Database,
  journal: string,
  { name, version, atMost }: { name: string; version: number; atMost: number },
): Promise<StoredSnapshot | undefined> {
  const [found] = await db.query<StoredSnapshot>(LOAD, [journal, 0, atMost, name, version]);
  return found;
}
