import type { JournalOrigin } from '../store.ts';
import { canonicalJson } from './canonical-json.ts';
import { sha256 } from './sha256.ts';

/** What a store records about a journal besides its facts. */
export interface SealedJournal {
  /** `null` for a branch that cannot be opened. */
  readonly id: string | null;
  readonly parent: number | null;
  readonly base: number;
  readonly origin: JournalOrigin;
  readonly nativeFrom: number;
  readonly createdAt: string;
}

/**
 * A checksum of a journal's row, which the hash chain does not cover. PostgreSQL computes that of a new journal in
 * SQL.
 */
export function journalSeal({ id, parent, base, origin, nativeFrom, createdAt }: SealedJournal): string {
  const fields = [id ?? '', parent ?? '', base, canonicalJson(origin, 'origin'), nativeFrom, createdAt];
  return sha256(fields.join('\n'));
}

/** A checksum of a key's row. PostgreSQL computes the same in SQL. */
export function keySeal(key: {
  readonly name: string;
  readonly digest: string;
  readonly from: number;
  readonly to: number;
}): string {
  return sha256(`${key.name}\n${key.digest}\n${key.from}\n${key.to}`);
}
