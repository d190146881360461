import { type ErasedFact, isRecordOf, recordIn } from '../erasure/erasure.ts';
import { JournalError } from '../error.ts';
import { FACT_ERASED } from '../fact.ts';
import type { NewFact, StoredFact, Tip } from '../store.ts';
import { randomSalts, saltedText } from './salt.ts';
import { sha256 } from './sha256.ts';

/** The previous hash of the first fact. */
export const GENESIS_HASH = '0'.repeat(64);

/** The tip of an empty journal. */
export const EMPTY_TIP: Tip = { seq: 0, hash: GENESIS_HASH, ts: '' };

type Link = Pick<StoredFact, 'seq' | 'id' | 'ts' | 'type' | 'v' | 'digest'>;

/**
 * The hash of a fact. It covers the previous hash, the envelope and the digest of the payload, so that a payload
 * can be erased without breaking the chain. No field can contain a line feed. PostgreSQL computes the same bytes in
 * SQL.
 */
export function chainHash(previous: string, { seq, id, ts, type, v, digest }: Link): string {
  return sha256(`${previous}\n${seq}\n${id}\n${ts}\n${type}\n${v}\n${digest}`);
}

/** The digest of a payload that has not been erased. */
export function digestOf(fact: Pick<NewFact, 'salt' | 'payload'>): string {
  return sha256(saltedText(fact));
}

/** A random digest for an erased fact without a salt: its own digest would reveal the content. */
export function meaninglessDigest(): string {
  return randomSalts() + randomSalts();
}

/** Recomputes the hashes of facts, one after the other, after one of them got a new digest. */
export class Rechaining {
  #before: string;
  #after: string;

  /** `hash` is that of the fact before the first one. */
  constructor(hash: string, rechained = hash) {
    this.#before = hash;
    this.#after = rechained;
  }

  /**
   * The new hash of the next fact. A chain that does not verify is refused, because it would look intact
   * afterwards.
   */
  next(fact: Link & Pick<StoredFact, 'hash'>, digest = fact.digest): string {
    if (chainHash(this.#before, fact) !== fact.hash) {
      throw new JournalError('store-corrupt', {
        summary: `The hash chain is broken: fact ${fact.seq} was changed.`,
        fix: 'Nothing was erased. Run `wayfold journal verify`, then restore a backup or delete the journal.',
      });
    }
    this.#before = fact.hash;
    this.#after = chainHash(this.#after, { ...fact, digest });
    return this.#after;
  }
}

/** An erased fact, and the seq of its record once there is one. */
export interface Erasure {
  readonly fact: ErasedFact;
  readonly recordedAt?: number;
}

/** Where to start checking a chain whose beginning is known to be valid. */
export interface ChainStart {
  readonly tip: Tip;
  /** The erasures before that point. */
  readonly erasures: readonly Erasure[];
}

/**
 * Checks a chain fact by fact and remembers the first fact that does not fit. Every erased fact needs a later
 * record.
 */
export class ChainCheck {
  readonly #erasures: Map<number, Erasure>;
  #tip: Tip;
  #firstBad: number | undefined;
  #misnamed: number | undefined;

  constructor({ tip, erasures }: ChainStart = { tip: EMPTY_TIP, erasures: [] }) {
    this.#tip = tip;
    this.#erasures = new Map(erasures.map((erasure) => [erasure.fact.seq, erasure]));
  }

  get tip(): Tip {
    return this.#tip;
  }

  get firstBad(): number | undefined {
    return this.#firstBad;
  }

  /** The lowest seq that a record describes wrongly. */
  get misnamed(): number | undefined {
    return this.#misnamed;
  }

  /** The erased facts without a record so far. */
  get unrecorded(): ErasedFact[] {
    return this.erasuresUpTo(this.#tip.seq).flatMap(({ fact, recordedAt }) => (recordedAt ? [] : fact));
  }

  /** The erasures up to a seq, with the records up to there: what a fork at that seq knows. */
  erasuresUpTo(seq: number): Erasure[] {
    return [...this.#erasures.values()]
      .filter(({ fact }) => fact.seq <= seq)
      .map(({ fact, recordedAt }) => (recordedAt && recordedAt <= seq ? { fact, recordedAt } : { fact }));
  }

  /** Whether the chain is valid up to and including this fact. */
  accept(fact: StoredFact): boolean {
    if (this.#firstBad !== undefined) return false;
    const fits =
      fact.seq === this.#tip.seq + 1 && fitsDigest(fact) && chainHash(this.#tip.hash, fact) === fact.hash;
    if (fits) {
      this.#tip = { seq: fact.seq, hash: fact.hash, ts: fact.ts };
      if (fact.payload === null) this.#noteErased(fact);
      else if (fact.type === FACT_ERASED) this.#noteRecord(fact);
    } else this.#firstBad = this.#tip.seq + 1;
    return fits;
  }

  /** Compares the end of the chain with the recorded end of the journal, and looks for erasures without a record. */
  end(tip: Pick<Tip, 'seq' | 'hash'>): void {
    if (this.#firstBad === undefined) {
      if (this.#tip.seq !== tip.seq) this.#firstBad = Math.min(this.#tip.seq, tip.seq) + 1;
      else if (this.#tip.hash !== tip.hash) this.#firstBad = tip.seq;
    }
    // Records after a break are not read.
    const unrecorded = this.#firstBad === undefined ? this.unrecorded.map(({ seq }) => seq) : [];
    const wrong = [this.#firstBad, this.#misnamed, ...unrecorded].filter((seq) => seq !== undefined);
    if (wrong.length > 0) this.#firstBad = Math.min(...wrong);
  }

  #noteErased({ seq, type, redactedAt, kept }: StoredFact): void {
    const erased = {
      seq,
      type,
      ...(redactedAt !== undefined && { redactedAt }),
      ...(kept !== undefined && { kept }),
    };
    this.#erasures.set(seq, { fact: erased });
  }

  #noteRecord(fact: StoredFact): void {
    const record = recordIn(fact);
    if (record === undefined) return;
    const erasure = this.#erasures.get(record.erasedSeq);
    const isNamed = erasure && erasure.recordedAt === undefined && isRecordOf(record, erasure.fact);
    if (isNamed) this.#erasures.set(record.erasedSeq, { ...erasure, recordedAt: fact.seq });
    else this.#misnamed = Math.min(this.#misnamed ?? record.erasedSeq, record.erasedSeq);
  }
}

/** Kept fields may only belong to an erased payload, and the record of an erasure is never erased. */
function fitsDigest({ type, salt, payload, digest, redactedAt, kept }: StoredFact): boolean {
  if (payload === null) return redactedAt !== undefined && type !== FACT_ERASED;
  if (redactedAt !== undefined || kept !== undefined) return false;
  return digestOf(salt === undefined ? { payload } : { salt, payload }) === digest;
}
