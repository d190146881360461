import { z } from 'zod';
import type { Envelope } from '../../journal/fact.ts';
import { PersistentMap } from '../collections/persistent-map.ts';
import { kernelFacts } from '../facts.ts';
import { type Pause, PauseFold } from '../limits/pause.ts';
import { erasedFact, inForce } from '../projection/kept-fields.ts';
import { acceptAll } from '../projection/projection.ts';

/** The status of exclusive work: free, held until a time, or done. */
export type ClaimStatus =
  | { readonly type: 'free' }
  | { readonly type: 'held'; readonly worker: string; readonly until: number; readonly seq: number }
  | { readonly type: 'settled'; readonly seq: number };

const FREE: ClaimStatus = { type: 'free' };
/** How long a claim counts whose end was erased. An active worker renews far more often. */
export const ERASED_CLAIM_MS = 10 * 60_000;

// A newer version's extra field must not make its claims invisible to this one.
const Claimed = z.object(kernelFacts.claimed.shape);
const Settled = z.object(kernelFacts.reaction_settled.shape);

/** The known claims of a journal. */
interface ClaimState {
  readonly standings: PersistentMap<string, ClaimStatus>;
  readonly pauses: PauseFold;
  readonly head: number;
  /** A claim of which nothing is left: it may have been on any earlier fact. */
  readonly unknownClaim?: Extract<ClaimStatus, { type: 'held' }> | undefined;
  /** The seq of a completion of which nothing is left: any earlier work may be done. */
  readonly unknownEnd?: number | undefined;
}

/** The claims of one journal as a fold of its facts. It reads no clock. */
export class ClaimFold {
  readonly #state: ClaimState;

  /**
   * `after`: facts up to this seq are irrelevant, because a claim always comes after its target. `nativeFrom`: the
   * first seq appended in the journal itself; a copied pause does not count.
   */
  constructor(
    after = 0,
    { nativeFrom = 1 }: { readonly nativeFrom?: number } = {},
    state: ClaimState = {
      standings: PersistentMap.empty(),
      pauses: new PauseFold({ nativeFrom }),
      head: after,
    },
  ) {
    this.#state = state;
  }

  /** The last seq that was read. */
  get head(): number {
    return this.#state.head;
  }

  /** Why nothing may be claimed; `undefined` if the journal is not paused, as far as it was read. */
  get pause(): Pause | undefined {
    return this.#state.pauses.pause;
  }

  /** The fold after the next fact; a fact it has seen changes nothing. */
  accept(fact: Envelope): ClaimFold {
    if (fact.seq <= this.head) return this;
    const { pauses } = this.#state;
    const next = { ...this.#state, pauses: pauses.accept(fact), head: fact.seq };
    return new ClaimFold(0, {}, { ...next, ...this.#changedBy(inForce(fact, kernelFacts), fact) });
  }

  statusOf(work: string, target: number): ClaimStatus {
    const { standings, unknownClaim, unknownEnd } = this.#state;
    const known = standings.get(nameOf(work, target)) ?? FREE;
    if (known.type === 'settled') return known;
    if (unknownEnd !== undefined && target < unknownEnd) return { type: 'settled', seq: unknownEnd };
    const isOlder = known.type === 'free' || (unknownClaim && known.seq < unknownClaim.seq);
    if (unknownClaim === undefined || !isOlder || target >= unknownClaim.seq) return known;
    // Whoever is known to hold it may have extended it, and loses nothing by that.
    return known.type === 'held'
      ? { ...known, until: Math.max(known.until, unknownClaim.until) }
      : unknownClaim;
  }

  #changedBy(read: Envelope, fact: Envelope): Partial<ClaimState> {
    if (read.type === 'claimed') return this.#claimed(read, fact);
    return read.type === 'reaction_settled' ? this.#settled(read, fact) : {};
  }

  #claimed(read: Envelope, fact: Envelope): Partial<ClaimState> {
    const { seq } = fact;
    const { data } = Claimed.safeParse(read);
    if (data === undefined) {
      if (erasedFact(fact) === undefined) return {};
      const until = Date.parse(fact.ts) + ERASED_CLAIM_MS;
      return { unknownClaim: { type: 'held', worker: '', until, seq } };
    }
    const { work, target, worker, until } = data;
    if (this.#isKnownSettled(work, target)) return {};
    const held = { type: 'held', worker, until: Date.parse(until), seq } as const;
    return { standings: this.#state.standings.set(nameOf(work, target), held) };
  }

  #settled(read: Envelope, fact: Envelope): Partial<ClaimState> {
    const { seq } = fact;
    const { data } = Settled.safeParse(read);
    if (data === undefined) return erasedFact(fact) === undefined ? {} : { unknownEnd: seq };
    const { work, target } = data;
    if (this.#isKnownSettled(work, target)) return {};
    return { standings: this.#state.standings.set(nameOf(work, target), { type: 'settled', seq }) };
  }

  #isKnownSettled(work: string, target: number): boolean {
    return this.#state.standings.get(nameOf(work, target))?.type === 'settled';
  }
}

/** A host's knowledge of a journal's claims between calls, so that nothing is read twice. */
export class ClaimCache {
  #fold: ClaimFold;

  constructor(fold = new ClaimFold()) {
    this.#fold = fold;
  }

  /** The claims as far as they are known. */
  get fold(): ClaimFold {
    return this.#fold;
  }

  /** Applies facts in order; those it has seen change nothing. */
  accept(facts: readonly Envelope[]): void {
    this.#fold = acceptAll(this.#fold, facts);
  }
}

function nameOf(work: string, target: number): string {
  return `${target} ${work}`;
}
