import { chainHash } from './integrity/chain.ts';
import type { KnownEnd, ReadRange, StoredFact } from './store.ts';

/** So much is kept of a journal, and of so many: what followers read one after the other, and not a history. */
const MAX_FACTS = 32;
const MAX_LENGTH = 32 * 1024;
const MAX_JOURNALS = 1000;

interface Recent {
  /** How many payloads had been erased in the store when these were as they are. */
  readonly redactions: number;
  /** One after the other, each chained to the one before. */
  readonly facts: readonly StoredFact[];
}

/**
 * The last facts of journals, as this process has written or read them. They are handed out to who knows already how the
 * journal ends: a fact's hash covers all before it, so they are still those, and as little was erased since.
 */
export class RecentFacts {
  readonly #recent = new Map<string, Recent>();

  /** `redactions` is a count from before the facts were written or read. */
  keep(journal: string, facts: readonly StoredFact[], redactions: number): void {
    const known = this.#recent.get(journal);
    const joined = known?.redactions === redactions ? join(known.facts, facts) : facts;
    const kept = joined.slice(-MAX_FACTS);
    this.#recent.delete(journal);
    const length = kept.reduce((sum, { payload }) => sum + (payload?.length ?? 0), 0);
    if (length > MAX_LENGTH) return;
    const [oldest] = this.#recent.keys();
    if (this.#recent.size >= MAX_JOURNALS && oldest !== undefined) this.#recent.delete(oldest);
    this.#recent.set(journal, { redactions, facts: kept });
  }

  /** The facts of a range that ends with a known one, if all of them are at hand. */
  find(journal: string, { from, to, limit }: ReadRange, end: KnownEnd): readonly StoredFact[] | undefined {
    const { facts, redactions } = this.#recent.get(journal) ?? { facts: [] };
    const first = facts[0]?.seq ?? Number.POSITIVE_INFINITY;
    if (from < first || to - from >= limit || redactions !== end.redactions) return undefined;
    return facts[to - first]?.hash === end.hash ? facts.slice(from - first, to - first + 1) : undefined;
  }
}

/** Both, where the second go on from the first; otherwise the second alone. */
function join(before: readonly StoredFact[], facts: readonly StoredFact[]): readonly StoredFact[] {
  const [first] = facts;
  const start = before[0]?.seq;
  if (first === undefined) return before;
  if (start === undefined || first.seq < start) return facts;
  const last = before[first.seq - 1 - start];
  if (last && chainHash(last.hash, first) === first.hash)
    return [...before.slice(0, first.seq - start), ...facts];
  // What was read begins with the last one that was known.
  const same = before[first.seq - start];
  return same?.hash === first.hash ? [...before.slice(0, first.seq - start), ...facts] : facts;
}
