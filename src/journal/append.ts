import { JournalError, shown } from './error.ts';
import { chainHash } from './integrity/chain.ts';
import { sha256 } from './integrity/sha256.ts';
import type { AppendRequest, NewFact, StoredFact, Tip } from './store.ts';

const KEY = /^[\x20-\x7e]{1,256}$/;

/** Assigns seq, ts and hash to a batch, based on the tip it follows. */
export function placeAfter(tip: Tip, request: Pick<AppendRequest, 'facts' | 'ts'>): StoredFact[] {
  const ts = laterOf(tip.ts, request.ts);
  let { seq, hash } = tip;
  const stored: StoredFact[] = [];
  for (const { id, type, v, salt, payload, digest } of request.facts) {
    seq += 1;
    hash = chainHash(hash, { seq, id, ts, type, v, digest });
    stored.push(
      salt === undefined
        ? { seq, id, ts, type, v, payload, digest, hash }
        : { seq, id, ts, type, v, salt, payload, digest, hash },
    );
  }
  return stored;
}

/** ISO times of the same format sort as text. */
function laterOf(a: string, b: string): string {
  if (a > b) return a;
  return b;
}

/**
 * An idempotency key with the digest of the facts it was used for. Ids, times and salts change on every attempt, so
 * the digest leaves them out.
 */
export function appendKey(name: unknown, facts: readonly NewFact[]): { name: string; digest: string } {
  if (typeof name !== 'string' || !KEY.test(name)) {
    throw new JournalError('invalid-key', {
      expected: 'a key of 1 to 256 printable ASCII characters',
      actual: shown(name),
      fix: 'Use an id of the operation you may have to retry.',
    });
  }
  return {
    name,
    digest: sha256(facts.map(({ type, v, payload }) => `${type}\n${v}\n${sha256(payload)}`).join('\n')),
  };
}

/** The error for a key that was already used for other facts. */
export function keyReused(journal: string, name: string, first: { from: number; to: number }): JournalError {
  return new JournalError('key-reused', {
    summary: `Key ${JSON.stringify(name)} was already used in journal ${journal} for other facts (seq ${first.from} to ${first.to}).`,
    fix: 'Retry with the same facts, or use a new key for a new operation.',
  });
}

/**
 * The digest of a key after one of its facts was erased: it reveals nothing about that fact and matches every
 * retry.
 */
export const ERASED_KEY = '';

/**
 * Whether an append under a used key is a retry of the first one. After an erasure this cannot be checked, and the
 * append counts as a retry.
 */
export function isRepetition(first: string, now: string): boolean {
  return first === now || first === ERASED_KEY;
}
