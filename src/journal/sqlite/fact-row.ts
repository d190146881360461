import { fromSalted, hasSalt, payloadOf, saltOf } from '../integrity/salt.ts';
import type { StoredFact } from '../store.ts';

/** The columns of a fact as it is written. */
export const FACT_COLUMNS = 'id, ts, type, v, payload, digest, hash';
/** The columns of a {@link FactRow} after its seq. Kept fields are rare: one mostly empty column slows a replay less than two. */
export const READ_COLUMNS = `id, ts, type, v, payload, digest, hash,
  CASE WHEN redacted_at IS NOT NULL OR kept IS NOT NULL THEN json_array(redacted_at, kept) END`;

/** A fact as it is read, with its seq first. */
export type FactRow = [
  seq: number,
  id: string,
  ts: string,
  type: string,
  v: number,
  payload: string | null,
  digest: string,
  hash: string,
  erased: string | null,
];

/** The fact in a row. */
export function storedFact([seq, id, ts, type, v, text, digest, hash, erased]: FactRow): StoredFact {
  if (text === null || erased !== null)
    return erasedFact({ seq, id, ts, type, v, digest, hash }, text, erased);
  return hasSalt(text)
    ? { seq, id, ts, type, v, salt: saltOf(text), payload: payloadOf(text), digest, hash }
    : { seq, id, ts, type, v, payload: text, digest, hash };
}

function erasedFact(
  envelope: Omit<StoredFact, 'payload'>,
  text: string | null,
  erased: string | null,
): StoredFact {
  const [redactedAt, kept]: (string | null)[] = JSON.parse(erased ?? '[null, null]');
  return {
    ...envelope,
    ...(text === null ? { payload: null } : fromSalted(text)),
    ...(typeof redactedAt === 'string' && { redactedAt }),
    ...(typeof kept === 'string' && { kept }),
  };
}
