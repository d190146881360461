import { EMPTY_TIP } from '../integrity/chain.ts';
import { journalSeal } from '../integrity/row-seal.ts';
import { journalExists, journalNotFound } from '../refusals.ts';
import type { ForkPoint, JournalOrigin, StoredFact, Tip } from '../store.ts';
import { forkedAt, lockBranches } from './branching.ts';
import type { Session, Statement } from './database.ts';
import { insertFacts } from './fact-rows.ts';

const CHUNK_FACTS = 1000;
const CHUNK_LENGTH = 4 * 1024 * 1024;

const NEW_BRANCH: Statement = {
  text: `SELECT nextval(pg_get_serial_sequence('journals', 'branch')) AS branch
         WHERE NOT EXISTS (SELECT FROM journals WHERE id = $1)`,
};

const NAME: Statement = {
  text: `INSERT INTO journals (branch, id, parent, base, origin, native_from, created_at, head, head_hash, head_ts, seal)
         VALUES ($1, $2, $7, $8, $9, $4::bigint + 1, $3, $4, decode($5, 'hex'), $6, decode($10, 'hex'))
         ON CONFLICT (id) DO NOTHING RETURNING branch`,
};

interface RestoreRequest {
  readonly journal: string;
  readonly facts: AsyncIterable<StoredFact>;
  readonly createdAt: string;
  readonly fork: ForkPoint | undefined;
}

/**
 * Writes facts that come with their hashes. The transaction stays open while they arrive: nobody waits for it,
 * nobody sees a part of it, and if this process dies nothing remains.
 */
export async function restoreJournal(
  session: Session,
  schema: string,
  { journal, facts, createdAt, fork }: RestoreRequest,
): Promise<void> {
  const [created] = await session.query<{ branch: number }>(NEW_BRANCH, [journal]);
  if (created === undefined) throw journalExists(journal);
  const { branch } = created;
  const shared = fork ? await forkedAt(session, fork) : { parent: null, tip: EMPTY_TIP };
  let tip: Tip = shared.tip;
  for await (const chunk of chunksOf(facts)) {
    await insertFacts(session, branch, chunk);
    tip = chunk.at(-1) ?? tip;
  }
  if (fork) {
    // Held only at the end; otherwise every deletion would wait for this file.
    await lockBranches(session, schema, 'shared');
    const { parent } = await forkedAt(session, fork);
    if (parent !== shared.parent) throw journalNotFound(fork.source);
  }
  const origin: JournalOrigin = fork
    ? { type: 'fork', journal: fork.source, at: fork.at }
    : { type: 'import' };
  const head = [tip.seq, tip.hash, tip.ts];
  const { parent } = shared;
  const base = fork?.at ?? 0;
  const seal = journalSeal({ id: journal, parent, base, origin, nativeFrom: tip.seq + 1, createdAt });
  const values = [branch, journal, createdAt, ...head, parent, base, origin, seal];
  const named = await session.query(NAME, values);
  if (named.length === 0) throw journalExists(journal);
}

async function* chunksOf(facts: AsyncIterable<StoredFact>): AsyncGenerator<StoredFact[]> {
  let chunk: StoredFact[] = [];
  let length = 0;
  for await (const fact of facts) {
    chunk.push(fact);
    length += fact.payload?.length ?? 0;
    if (chunk.length < CHUNK_FACTS && length < CHUNK_LENGTH) continue;
    yield chunk;
    chunk = [];
    length = 0;
  }
  if (chunk.length > 0) yield chunk;
}
