import { JournalError, shown } from './error.ts';
import { chainHash } from './integrity/chain.ts';
import { sha256 } from './integrity/sha256.ts';
import type { AppendRequest, NewFact, StoredFact, Tip } from './store.ts';

const KEY = /^[\x20-\x7e]{1,256}$/;

/** Gives a batch its place: seq, ts and hash follow from the tip it lands on. */
export function placeAfter(tip: Tip, request: Pick<AppendRequest, 'facts' | 'ts'>): StoredFact[] {
  const ts = laterOf(tip.ts, request.ts);
  let { seq, hash } = tip;
  const placed: StoredFact[] = [];
  for (const { id, type, v, salt, payload, digest } of request.facts) {
    seq += 1;
    hash = chainHash(hash, { seq, id, ts, type, v, digest });
    placed.push(
      salt === undefined
        ? { seq, id, ts, type, v, payload, digest, hash }
        : { seq, id, ts, type, v, salt, payload, digest, hash },
    );
  }
  return placed;
}

/** ISO times of one form sort as text. */
function laterOf(a: string, b: string): string {
  if (a > b) return a;
  return b;
}

/**
 * An idempotency key with the digest of what it was used for. Ids, times and salts are new on every try, so they do not
 * count.
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

/** The refusal of a key that stands for other facts. */
export function keyReused(journal: string, name: string, first: { from: number; to: number }): JournalError {
  return new JournalError('key-reused', {
    summary: `Key ${JSON.stringify(name)} was already used in journal ${journal} for other facts (seq ${first.from} to ${first.to}).`,
    fix: 'Retry with the same facts, or use a new key for a new operation.',
  });
}

/** The digest of a key after a fact it was used for was erased: it tells nothing of that fact, and fits every repetition. */
export const ERASED_KEY = '';

/** Whether an append under a used key repeats the first one. Where a fact was erased, nobody can tell any more, and it counts as one. */
export function isRepetition(first: string, now: string): boolean {
  return first === now || first === ERASED_KEY;
}
