import { z } from 'zod';
import type { Envelope } from '../journal/fact.ts';
import { kernelFacts } from './facts.ts';
import { type Pause, PauseBook } from './pause.ts';
import { PersistentMap } from './persistent-map.ts';
import { acceptAll } from './projection.ts';

/** How exclusive work stands: nobody's, somebody's until a time, or done. */
export type ClaimStanding =
  | { readonly type: 'free' }
  | { readonly type: 'held'; readonly worker: string; readonly until: number; readonly seq: number }
  | { readonly type: 'settled'; readonly seq: number };

const FREE: ClaimStanding = { type: 'free' };

// A field that a newer version adds must not make its claims invisible to this one.
const Claimed = z.object(kernelFacts.claimed.shape);
const Settled = z.object(kernelFacts.reaction_settled.shape);

/** What is known of a journal's claims. */
interface ClaimState {
  readonly standings: PersistentMap<string, ClaimStanding>;
  readonly pauses: PauseBook;
  readonly head: number;
}

/** The claims of one journal as a fold of its facts. It reads no clock. */
export class ClaimBook {
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
      pauses: new PauseBook({ nativeFrom }),
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

  /** The book after the next fact; one it has seen changes nothing. */
  accept(fact: Envelope): ClaimBook {
    if (fact.seq <= this.head) return this;
    const { standings, pauses } = this.#state;
    return new ClaimBook(
      0,
      {},
      {
        standings: this.#standingsAfter(fact) ?? standings,
        pauses: pauses.accept(fact),
        head: fact.seq,
      },
    );
  }

  standing(work: string, target: number): ClaimStanding {
    return this.#state.standings.get(nameOf(work, target)) ?? FREE;
  }

  #standingsAfter(fact: Envelope): ClaimState['standings'] | undefined {
    if (fact.type === 'claimed') return this.#claimed(fact);
    return fact.type === 'reaction_settled' ? this.#settled(fact) : undefined;
  }

  #claimed(fact: Envelope): ClaimState['standings'] | undefined {
    const { data } = Claimed.safeParse(fact);
    if (data === undefined || this.standing(data.work, data.target).type === 'settled') return undefined;
    const { work, target, worker, until } = data;
    const held = { type: 'held', worker, until: Date.parse(until), seq: fact.seq } as const;
    return this.#state.standings.set(nameOf(work, target), held);
  }

  #settled(fact: Envelope): ClaimState['standings'] | undefined {
    const { data } = Settled.safeParse(fact);
    if (data === undefined || this.standing(data.work, data.target).type === 'settled') return undefined;
    return this.#state.standings.set(nameOf(data.work, data.target), { type: 'settled', seq: fact.seq });
  }
}

/** What a host knows of a journal's claims from one call to the next, so that nothing is read twice. */
export class ClaimCache {
  #book: ClaimBook;

  constructor(book = new ClaimBook()) {
    this.#book = book;
  }

  /** How the claims stand, as far as they are known. */
  get book(): ClaimBook {
    return this.#book;
  }

  /** Takes facts in, in order; those it has seen change nothing. */
  accept(facts: readonly Envelope[]): void {
    this.#book = acceptAll(this.#book, facts);
  }
}

function nameOf(work: string, target: number): string {
  return `${target} ${work}`;
}
