import { sha256 } from './sha256.ts';
import type { StoredFact, Tip } from './store.ts';

/** What the first fact's hash covers in place of a fact before it. */
export const GENESIS_HASH = '0'.repeat(64);

/** The tip of a journal that has no fact yet. */
export const EMPTY_TIP: Tip = { seq: 0, hash: GENESIS_HASH, ts: '' };

type Link = Pick<StoredFact, 'seq' | 'id' | 'ts' | 'type' | 'v' | 'digest'>;

/**
 * The hash of a fact: it covers the fact before it, the envelope, and the payload by its digest, so that a
 * payload can be erased while the chain still holds. No field can contain a line feed. PostgreSQL computes the
 * same bytes in SQL.
 */
export function chainHash(previous: string, { seq, id, ts, type, v, digest }: Link): string {
  return sha256(`${previous}\n${seq}\n${id}\n${ts}\n${type}\n${v}\n${digest}`);
}

/** Walks a chain fact by fact and remembers the first one that does not fit. */
export class ChainCheck {
  #tip: Tip;
  #firstBad: number | undefined;

  /** The walk begins after `tip`: at the first fact, unless what comes before is known to hold. */
  constructor(tip: Tip = EMPTY_TIP) {
    this.#tip = tip;
  }

  get tip(): Tip {
    return this.#tip;
  }

  get firstBad(): number | undefined {
    return this.#firstBad;
  }

  /** Whether the chain holds up to and including this fact. */
  accept(fact: StoredFact): boolean {
    if (this.#firstBad !== undefined) return false;
    const fits =
      fact.seq === this.#tip.seq + 1 &&
      (fact.payload === null ? fact.redactedAt !== undefined : sha256(fact.payload) === fact.digest) &&
      chainHash(this.#tip.hash, fact) === fact.hash;
    if (fits) this.#tip = { seq: fact.seq, hash: fact.hash, ts: fact.ts };
    else this.#firstBad = this.#tip.seq + 1;
    return fits;
  }

  /** Compares where the walk ended with where the journal says it ends. */
  end(tip: Pick<Tip, 'seq' | 'hash'>): void {
    if (this.#firstBad !== undefined) return;
    if (this.#tip.seq !== tip.seq) this.#firstBad = Math.min(this.#tip.seq, tip.seq) + 1;
    else if (this.#tip.hash !== tip.hash) this.#firstBad = tip.seq;
  }
}
