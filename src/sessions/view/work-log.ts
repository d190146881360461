import { z } from 'zod';
import { PLANNING } from '../../harness/conversation/conversation.ts';
import { PassOutcome } from '../../harness/facts.ts';
import type { PlannerModule } from '../../harness/module/planner-module.ts';
import type { Envelope } from '../../journal/fact.ts';
import { AppendList } from '../../kernel/collections/append-list.ts';
import { PersistentMap } from '../../kernel/collections/persistent-map.ts';
import { kindOf } from './fact-kind.ts';

/** A claimed piece of work: a planning pass, or a reactor's work on a fact. */
export interface Work {
  /** The seq of its claim, which identifies it. */
  readonly from: number;
  readonly began: string;
  /** `plan` for a planning pass, otherwise the name of the reactor. */
  readonly work: string;
  /** The fact that it is about. */
  readonly target: number;
  readonly worker: string;
  /** How it ended; absent while it is running. */
  readonly end?: WorkEnd;
}

interface WorkEnd {
  readonly seq: number;
  readonly ts: string;
  readonly failed: boolean;
  /** The outcome of a planning pass. */
  readonly outcome?: PassOutcome;
}

// A newer version's extra field must not make its facts invisible to this one.
const Claimed = z.object({ work: z.string(), target: z.number(), worker: z.string(), until: z.string() });
const Settled = z.object({ work: z.string(), target: z.number() });
const PassSettled = z.object({ outcome: PassOutcome });

/** The state of a {@link WorkLog}. */
export interface WorkLogState {
  readonly done: AppendList<Work>;
  readonly open: PersistentMap<string, Work>;
  readonly lastFailure?: string | undefined;
}

/** Who worked on what, and how it ended. Immutable. */
export class WorkLog {
  readonly #done: AppendList<Work>;
  readonly #open: PersistentMap<string, Work>;
  readonly #lastFailure: string | undefined;

  constructor(
    done: AppendList<Work> = AppendList.of(),
    open: PersistentMap<string, Work> = PersistentMap.empty(),
    lastFailure?: string,
  ) {
    this.#done = done;
    this.#open = open;
    this.#lastFailure = lastFailure;
  }

  /** All work by the seq of its end; running work comes last. */
  get all(): readonly Work[] {
    return [...this.#done, ...this.underWay];
  }

  /** Running work. */
  get underWay(): readonly Work[] {
    return [...this.#open.values()];
  }

  /** The state for a snapshot. */
  get state(): WorkLogState {
    return { done: this.#done, open: this.#open, lastFailure: this.#lastFailure };
  }

  accept(fact: Envelope, module: PlannerModule): WorkLog {
    switch (fact.type) {
      case 'claimed':
        return this.#claimed(fact);
      case 'reaction_settled':
        return this.#settled(fact);
      case 'pass_settled':
        return this.#settledPass(fact);
      default:
        return kindOf(fact, module) === 'failure' ? new WorkLog(this.#done, this.#open, fact.ts) : this;
    }
  }

  /** A renewed claim is the same work. One that was released without a result does not count. */
  #claimed(fact: Envelope): WorkLog {
    const { data } = Claimed.safeParse(fact);
    if (data === undefined) return this;
    const { work, target, worker, until } = data;
    const name = nameOf(work, target);
    if (until <= fact.ts) return this.#withOpen(this.#open.delete(name));
    if (this.#open.get(name)?.target === target) return this;
    return this.#withOpen(this.#open.set(name, { from: fact.seq, began: fact.ts, work, target, worker }));
  }

  #settled({ seq, ts, ...fact }: Envelope): WorkLog {
    const { data } = Settled.safeParse(fact);
    if (data === undefined) return this;
    // A batch shares one time: a failure with the same time is the result of the work.
    return this.#close(nameOf(data.work, data.target), { seq, ts, failed: this.#lastFailure === ts });
  }

  #settledPass({ seq, ts, ...fact }: Envelope): WorkLog {
    const { outcome } = PassSettled.safeParse(fact).data ?? {};
    return this.#close(PLANNING, { seq, ts, failed: outcome === 'error', ...(outcome && { outcome }) });
  }

  #close(name: string, end: WorkEnd): WorkLog {
    const work = this.#open.get(name);
    if (work === undefined) return this;
    return new WorkLog(this.#done.push({ ...work, end }), this.#open.delete(name), this.#lastFailure);
  }

  #withOpen(open: PersistentMap<string, Work>): WorkLog {
    return new WorkLog(this.#done, open, this.#lastFailure);
  }
}

/** There is one planning pass at a time, whatever it answers. */
function nameOf(work: string, target: number): string {
  return work === PLANNING ? PLANNING : `${work} ${target}`;
}
