import { z } from 'zod';
import type { Envelope } from '../journal/fact.ts';
import { kernelFacts } from './facts.ts';
import { type Pause, PauseBook } from './pause.ts';

/** How exclusive work stands: nobody's, somebody's until a time, or done. */
export type ClaimStanding =
  | { readonly type: 'free' }
  | { readonly type: 'held'; readonly worker: string; readonly until: number; readonly seq: number }
  | { readonly type: 'settled'; readonly seq: number };

const FREE: ClaimStanding = { type: 'free' };

// A field that a newer version adds must not make its claims invisible to this one.
const Claimed = z.object(kernelFacts.claimed.shape);
const Settled = z.object(kernelFacts.reaction_settled.shape);

/** The claims of one journal as a fold of its facts, kept up as facts come in. It reads no clock. */
export class ClaimBook {
  readonly #standings = new Map<string, ClaimStanding>();
  readonly #pauses: PauseBook;
  #head: number;

  /**
   * `after`: facts up to this seq are known not to matter. A claim always comes after its target. `nativeFrom`: the first
   * seq that was appended in the journal itself: a pause that was copied is none.
   */
  constructor(after = 0, { nativeFrom = 1 }: { readonly nativeFrom?: number } = {}) {
    this.#head = after;
    this.#pauses = new PauseBook({ nativeFrom });
  }

  /** The last seq that was taken in. */
  get head(): number {
    return this.#head;
  }

  /** Why nothing may be claimed; `undefined` when the journal is not paused, as far as it was read. */
  get pause(): Pause | undefined {
    return this.#pauses.pause;
  }

  /** Takes facts in, in order; those it has seen change nothing. */
  accept(facts: readonly Envelope[]): void {
    for (const fact of facts) {
      if (fact.seq <= this.#head) continue;
      this.#head = fact.seq;
      if (fact.type === 'claimed') this.#claimed(fact);
      else if (fact.type === 'reaction_settled') this.#settled(fact);
      else this.#pauses.accept(fact);
    }
  }

  standing(work: string, target: number): ClaimStanding {
    return this.#standings.get(nameOf(work, target)) ?? FREE;
  }

  #claimed(fact: Envelope): void {
    const { data } = Claimed.safeParse(fact);
    if (data === undefined || this.standing(data.work, data.target).type === 'settled') return;
    const { work, target, worker, until } = data;
    this.#standings.set(nameOf(work, target), {
      type: 'held',
      worker,
      until: Date.parse(until),
      seq: fact.seq,
    });
  }

  #settled(fact: Envelope): void {
    const { data } = Settled.safeParse(fact);
    if (data === undefined || this.standing(data.work, data.target).type === 'settled') return;
    this.#standings.set(nameOf(data.work, data.target), { type: 'settled', seq: fact.seq });
  }
}

function nameOf(work: string, target: number): string {
  return `${target} ${work}`;
}
