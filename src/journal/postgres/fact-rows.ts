import { saltedText } from '../integrity/salt.ts';
import type { StoredFact } from '../store.ts';
import type { Session, Statement } from './database.ts';

const INSERT: Statement = {
  name: 'insert facts',
  text: `INSERT INTO facts (branch, seq, v, id, ts, type, digest, hash, redacted_at, payload, kept)
         SELECT $1, seq, v, id, ts, type, decode(digest, 'hex'), decode(hash, 'hex'), redacted_at, payload, kept
         FROM unnest($2::bigint[], $3::bigint[], $4::text[], $5::text[], $6::text[], $7::text[], $8::text[], $9::text[],
                     $10::text[], $11::text[]) AS fact (seq, v, id, ts, type, digest, hash, redacted_at, payload, kept)`,
};

/** Inserts facts that already have their position. The caller updates the journal's head. */
export async function insertFacts(
  session: Session,
  branch: number,
  facts: readonly StoredFact[],
): Promise<void> {
  if (facts.length === 0) return;
  await session.query(INSERT, [
    branch,
    facts.map(({ seq }) => seq),
    facts.map(({ v }) => v),
    facts.map(({ id }) => id),
    facts.map(({ ts }) => ts),
    facts.map(({ type }) => type),
    facts.map(({ digest }) => digest),
    facts.map(({ hash }) => hash),
    facts.map(({ redactedAt }) => redactedAt ?? null),
    facts.map(textOf),
    facts.map(({ kept }) => kept ?? null),
  ]);
}

function textOf({ salt, payload }: StoredFact): string | null {
  return payload === null || salt === undefined ? payload : saltedText({ salt, payload });
}
