import { z } from 'zod';
import { PLANNING } from '../../harness/conversation.ts';
import { PassOutcome } from '../../harness/facts.ts';
import type { Envelope } from '../../journal/fact.ts';
import { kindOf } from './fact-kind.ts';

/** A piece of work that was claimed: a planning pass, or what a reactor did about a fact. */
export interface Work {
  /** Where it was taken up; names it. */
  readonly from: number;
  readonly began: string;
  /** `plan` for a planning pass, the name of the reactor for anything else. */
  readonly work: string;
  /** The fact that it is about. */
  readonly target: number;
  readonly worker: string;
  /** How it ended; absent while it is under way. */
  readonly end?: WorkEnd;
}

interface WorkEnd {
  readonly seq: number;
  readonly ts: string;
  readonly failed: boolean;
  /** Of a planning pass. */
  readonly outcome?: PassOutcome;
}

// A field that a newer version adds must not make its facts invisible to this one.
const Claimed = z.object({ work: z.string(), target: z.number(), worker: z.string(), until: z.string() });
const Settled = z.object({ work: z.string(), target: z.number() });
const PassSettled = z.object({ outcome: PassOutcome });

/** Who worked on what, and how it ended, kept up fact by fact. */
export class WorkBook {
  readonly #done: Work[] = [];
  readonly #open = new Map<string, Work>();
  #lastFailure: string | undefined;

  /** Everything that was or is worked on, by where it was settled; what is under way comes last. */
  get all(): readonly Work[] {
    return [...this.#done, ...this.#open.values()];
  }

  accept(fact: Envelope): void {
    if (kindOf(fact) === 'failure') this.#lastFailure = fact.ts;
    if (fact.type === 'claimed') this.#claimed(fact);
    if (fact.type === 'reaction_settled') this.#settled(fact);
    if (fact.type === 'pass_settled') this.#settledPass(fact);
  }

  /** A claim that is renewed is the same work. One that is given back before anything came of it was none. */
  #claimed(fact: Envelope): void {
    const { data } = Claimed.safeParse(fact);
    if (data === undefined) return;
    const { work, target, worker, until } = data;
    const name = nameOf(work, target);
    if (until <= fact.ts) this.#open.delete(name);
    else if (this.#open.get(name)?.target !== target)
      this.#open.set(name, { from: fact.seq, began: fact.ts, work, target, worker });
  }

  #settled({ seq, ts, ...fact }: Envelope): void {
    const { data } = Settled.safeParse(fact);
    // A batch shares one time: a failure with this one is what came of the work.
    if (data) this.#close(nameOf(data.work, data.target), { seq, ts, failed: this.#lastFailure === ts });
  }

  #settledPass({ seq, ts, ...fact }: Envelope): void {
    const { outcome } = PassSettled.safeParse(fact).data ?? {};
    this.#close(PLANNING, { seq, ts, failed: outcome === 'error', ...(outcome && { outcome }) });
  }

  #close(name: string, end: WorkEnd): void {
    const work = this.#open.get(name);
    if (work === undefined) return;
    this.#open.delete(name);
    this.#done.push({ ...work, end });
  }
}

/** There is one planning pass at a time, whatever it answers. */
function nameOf(work: string, target: number): string {
  return work === PLANNING ? PLANNING : `${work} ${target}`;
}
