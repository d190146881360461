import { EMPTY_TIP } from '../chain.ts';
import { journalExists } from '../refusals.ts';
import type { StoredFact, Tip } from '../store.ts';
import type { Session, Statement } from './database.ts';

const CHUNK_FACTS = 1000;
const CHUNK_LENGTH = 4 * 1024 * 1024;

const NEW_BRANCH: Statement = {
  text: `SELECT nextval(pg_get_serial_sequence('journals', 'branch')) AS branch
         WHERE NOT EXISTS (SELECT FROM journals WHERE id = $1)`,
};

const INSERT: Statement = {
  name: 'restore',
  text: `INSERT INTO facts (branch, seq, v, id, ts, type, digest, hash, redacted_at, payload)
         SELECT $1, seq, v, id, ts, type, decode(digest, 'hex'), decode(hash, 'hex'), redacted_at, payload
         FROM unnest($2::bigint[], $3::bigint[], $4::text[], $5::text[], $6::text[], $7::text[], $8::text[], $9::text[],
                     $10::text[]) AS fact (seq, v, id, ts, type, digest, hash, redacted_at, payload)`,
};

const NAME: Statement = {
  text: `INSERT INTO journals (branch, id, base, origin, native_from, created_at, head, head_hash, head_ts)
         VALUES ($1, $2, 0, '{"type":"import"}', $4::bigint + 1, $3, $4, decode($5, 'hex'), $6)
         ON CONFLICT (id) DO NOTHING RETURNING branch`,
};

/**
 * Writes facts that come with their hashes. The transaction stays open for as long as they come: nobody waits for it,
 * nobody sees a part of it, and when this process dies nothing remains.
 */
export async function restoreJournal(
  session: Session,
  journal: string,
  { facts, createdAt }: { facts: AsyncIterable<StoredFact>; createdAt: string },
): Promise<void> {
  const [created] = await session.query<{ branch: number }>(NEW_BRANCH, [journal]);
  if (created === undefined) throw journalExists(journal);
  const { branch } = created;
  let tip: Tip = EMPTY_TIP;
  for await (const chunk of chunksOf(facts)) {
    await session.query(INSERT, [branch, ...columnsOf(chunk)]);
    tip = chunk.at(-1) ?? tip;
  }
  const named = await session.query(NAME, [branch, journal, createdAt, tip.seq, tip.hash, tip.ts]);
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

function columnsOf(facts: readonly StoredFact[]): unknown[] {
  return [
    facts.map(({ seq }) => seq),
    facts.map(({ v }) => v),
    facts.map(({ id }) => id),
    facts.map(({ ts }) => ts),
    facts.map(({ type }) => type),
    facts.map(({ digest }) => digest),
    facts.map(({ hash }) => hash),
    facts.map(({ redactedAt }) => redactedAt ?? null),
    facts.map(({ payload }) => payload),
  ];
}
