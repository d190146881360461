import type { PlannerModule } from '../../harness/module/planner-module.ts';
import type { Envelope } from '../../journal/fact.ts';
import { AppendList } from '../../kernel/collections/append-list.ts';
import { FACT_KINDS, kindOf } from './fact-kind.ts';

/** Consecutive facts of one kind; `kind` is the index in `FACT_KINDS`. */
export type KindRun = readonly [from: number, to: number, kind: number];

/** The state of a {@link Timeline}. */
export interface TimelineState {
  readonly ended: AppendList<KindRun>;
  readonly run?: KindRun | undefined;
  readonly span: { readonly first?: string | undefined; readonly last?: string | undefined };
}

/** The kinds of a journal's facts in sequence. Immutable. */
export class Timeline {
  /** All runs except the last, which may still grow. */
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

  /** The state for a snapshot. */
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

  /** The runs of all facts in order. */
  runs(): readonly KindRun[] {
    return this.#last ? [...this.#ended, this.#last] : [];
  }

  /** At most `buckets` equal stretches of a range of facts, each with its main kind. */
  stretches({ from = 1, to = this.head, buckets }: StretchRange): readonly Stretch[] {
    return inBuckets(this.runs(), { from: Math.max(1, from), to: Math.min(to, this.head), buckets });
  }
}

/** A range of facts, and the maximum number of stretches. */
export interface StretchRange {
  readonly from?: number | undefined;
  readonly to?: number | undefined;
  readonly buckets: number;
}

/** Consecutive facts that are shown as one. */
export interface Stretch {
  /** A failure if there is one among them, otherwise their most frequent kind, ignoring bookkeeping. */
  readonly run: KindRun;
  /** The share of them that is not bookkeeping, from 0 to 1. */
  readonly weight: number;
}

const BOOKKEEPING = FACT_KINDS.indexOf('bookkeeping');
const FAILURE = FACT_KINDS.indexOf('failure');

function inBuckets(
  runs: readonly KindRun[],
  { from, to, buckets }: Required<StretchRange> & { readonly from: number; readonly to: number },
): readonly Stretch[] {
  const size = Math.max(1, Math.ceil((to - from + 1) / buckets));
  const counts: number[][] = [];
  for (const [first, last, kind] of runs) {
    const [begin, end] = [Math.max(first, from), Math.min(last, to)];
    for (let at = Math.floor((begin - from) / size); at * size + from <= end; at++) {
      const start = at * size + from;
      const many = Math.min(end, start + size - 1) - Math.max(begin, start) + 1;
      counts[at] ??= FACT_KINDS.map(() => 0);
      const count = counts[at];
      if (count) count[kind] = (count[kind] ?? 0) + many;
    }
  }
  return counts.map((count, at) => {
    const start = at * size + from;
    const end = Math.min(start + size - 1, to);
    const quiet = count[BOOKKEEPING] ?? 0;
    return { run: [start, end, mostlyOf(count)], weight: 1 - quiet / (end - start + 1) };
  });
}

function mostlyOf(counts: readonly number[]): number {
  if ((counts[FAILURE] ?? 0) > 0) return FAILURE;
  return counts.reduce(
    (most, count, kind) =>
      kind !== BOOKKEEPING && count > 0 && (most === BOOKKEEPING || count >= (counts[most] ?? 0))
        ? kind
        : most,
    BOOKKEEPING,
  );
}
