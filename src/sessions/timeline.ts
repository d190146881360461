import type { PlannerModule } from '../harness/module/planner-module.ts';
import type { Envelope } from '../journal/fact.ts';
import { AppendList } from '../kernel/append-list.ts';
import { FACT_KINDS, kindOf } from './fact-kind.ts';

/** Facts in a row of one kind; `kind` is the place of the kind in `FACT_KINDS`. */
export type KindRun = readonly [from: number, to: number, kind: number];

/** What a {@link Timeline} is made of. */
export interface TimelineState {
  readonly ended: AppendList<KindRun>;
  readonly run?: KindRun | undefined;
  readonly span: { readonly first?: string | undefined; readonly last?: string | undefined };
}

/** The kinds of a journal's facts in a row. Immutable. */
export class Timeline {
  /** All runs but the last, which may still grow. */
  readonly #ended: AppendList<KindRun>;
  readonly #last: KindRun | undefined;
  readonly first: string | undefined;
  readonly last: string | undefined;

  constructor(
    ended: AppendList<KindRun> = AppendList.of(),
    last?: KindRun,
    span: { readonly first?: string | undefined; readonly last?: string | undefined } = {},
  ) {
    this.#ended = ended;
    this.#last = last;
    this.first = span.first;
    this.last = span.last;
  }

  /** What a snapshot keeps of it. */
  get state(): TimelineState {
    return { ended: this.#ended, run: this.#last, span: { first: this.first, last: this.last } };
  }

  accept(fact: Envelope, module: PlannerModule): Timeline {
    const { seq, ts } = fact;
    const span = { first: this.first ?? ts, last: ts };
    const kind = FACT_KINDS.indexOf(kindOf(fact, module));
    const run = this.#last;
    if (run === undefined) return new Timeline(this.#ended, [seq, seq, kind], span);
    if (run[2] === kind && run[1] === seq - 1) return new Timeline(this.#ended, [run[0], seq, kind], span);
    return new Timeline(this.#ended.push(run), [seq, seq, kind], span);
  }

  get head(): number {
    return this.#last?.[1] ?? 0;
  }

  /** The runs, or with `buckets` at most that many equal stretches, each with the most notable kind in it. */
  runs(buckets?: number): readonly KindRun[] {
    const runs = this.#last ? [...this.#ended, this.#last] : [];
    return buckets === undefined ? runs : inBuckets(runs, this.head, buckets);
  }
}

function inBuckets(runs: readonly KindRun[], head: number, buckets: number): KindRun[] {
  const size = Math.max(1, Math.ceil(head / buckets));
  const kinds: number[] = [];
  for (const [from, to, kind] of runs) {
    for (let at = Math.floor((from - 1) / size); at <= Math.floor((to - 1) / size); at++) {
      kinds[at] = Math.max(kinds[at] ?? 0, kind);
    }
  }
  return kinds.map((kind, at) => [at * size + 1, Math.min((at + 1) * size, head), kind]);
}
