import { z } from 'zod';
import type { Envelope } from '../../journal/fact.ts';
import { PersistentMap } from '../collections/persistent-map.ts';
import { kernelFacts } from '../facts.ts';
import { type Pause, PauseFold } from '../limits/pause.ts';
import { erasedFact, inForce } from '../projection/kept-fields.ts';
import { acceptAll } from '../projection/projection.ts';

/** How exclusive work stands: nobody's, somebody's until a time, or done. */
export type ClaimStatus =
  | { readonly type: 'free' }
  | { readonly type: 'held'; readonly worker: string; readonly until: number; readonly seq: number }
  | { readonly type: 'settled'; readonly seq: number };

const FREE: ClaimStatus = { type: 'free' };
/** As long as a claim may stand whose end was erased with it. Who works on renews it in far less. */
export const ERASED_CLAIM_MS = 10 * 60_000;

// A field that a newer version adds must not make its claims invisible to this one.
const Claimed = z.object(kernelFacts.claimed.shape);
const Settled = z.object(kernelFacts.reaction_settled.shape);

/** What is known of a journal's claims. */
interface ClaimState {
  readonly standings: PersistentMap<string, ClaimStatus>;
  readonly pauses: PauseFold;
  readonly head: number;
  /** A claim of which nothing is left: it may have been on anything before it. */
  readonly unknownClaim?: Extract<ClaimStatus, { type: 'held' }> | undefined;
  /** Where an end of work was recorded of which nothing is left: anything before it may be done. */
  readonly unknownEnd?: number | undefined;
}

/** The claims of one journal as a fold of its facts. It reads no clock. */
export class ClaimFold {
  readonly #state: ClaimState;

  /**
   * `after`: facts up to this seq are known not to matter. A claim always comes after its target. `nativeFrom`: the first
   * seq that was appended in the journal itself: a pause that was copied is none.
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

  /** The last seq that was taken in. */
  get head(): number {
    return this.#state.head;
  }

  /** Why nothing may be claimed; `undefined` when the journal is not paused, as far as it was read. */
  get pause(): Pause | undefined {
    return this.#state.pauses.pause;
  }

  /** The fold after the next fact; one it has seen changes nothing. */
  accept(fact: Envelope): ClaimFold {
    if (fact.seq <= this.head) return this;
    const { pauses } = this.#state;
    const next = { ...this.#state, pauses: pauses.accept(fact), head: fact.seq };
    return new ClaimFold(0, {}, { ...next, ...this.#changedBy(inForce(fact, kernelFacts), fact) });
  }

  standing(work: string, target: number): ClaimStatus {
    const { standings, unknownClaim, unknownEnd } = this.#state;
    const known = standings.get(nameOf(work, target)) ?? FREE;
    if (known.type === 'settled') return known;
    if (unknownEnd !== undefined && target < unknownEnd) return { type: 'settled', seq: unknownEnd };
    const isOlder = known.type === 'free' || (unknownClaim && known.seq < unknownClaim.seq);
    if (unknownClaim === undefined || !isOlder || target >= unknownClaim.seq) return known;
    // Whoever is known to hold it can have held on to it for longer, and loses nothing by that.
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

/** What a host knows of a journal's claims from one call to the next, so that nothing is read twice. */
export class ClaimCache {
  #fold: ClaimFold;

  constructor(fold = new ClaimFold()) {
    this.#fold = fold;
  }

  /** How the claims stand, as far as they are known. */
  get fold(): ClaimFold {
    return this.#fold;
  }

  /** Takes facts in, in order; those it has seen change nothing. */
  accept(facts: readonly Envelope[]): void {
    this.#fold = acceptAll(this.#fold, facts);
  }
}

function nameOf(work: string, target: number): string {
  return `${target} ${work}`;
}
