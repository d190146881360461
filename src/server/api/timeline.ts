import { z } from 'zod';
import type { Envelope } from '../../journal/fact.ts';
import { FACT_KINDS, kindOf } from './fact-kind.ts';
import type { Work } from './work-book.ts';

const Seq = z.int().min(0);

/** A stretch of a journal that somebody worked through. */
const Band = z.strictObject({
  from: Seq.describe('Where the work was taken up.'),
  to: Seq.describe('Where it was settled; the head for work under way.'),
  work: z.string().describe('`plan` for a planning pass, the name of a reactor for what it did.'),
  target: Seq.describe('The fact that the work is about.'),
  failed: z.boolean(),
  open: z.literal(true).exactOptional().describe('It is not settled.'),
});

/** A journal as a line of coloured ticks, small enough for 100,000 of them. */
export const TimelineAnswer = z.strictObject({
  head: Seq,
  kinds: z.array(z.enum(FACT_KINDS)).readonly().describe('What the numbers in `runs` stand for.'),
  runs: z
    .array(z.tuple([Seq, Seq, z.int().min(0)]).readonly())
    .readonly()
    .describe('[from, to, kind]: facts in a row of one kind; with buckets the most notable kind of each.'),
  first: z.iso.datetime().nullable().describe('When the first fact was appended.'),
  last: z.iso.datetime().nullable(),
  passes: z.array(Band).readonly(),
});
export type TimelineAnswer = Readonly<z.infer<typeof TimelineAnswer>>;

type Run = readonly [from: number, to: number, kind: number];

/** The kinds of a journal's facts in a row, kept up fact by fact. */
export class Timeline {
  readonly #runs: [from: number, to: number, kind: number][] = [];
  #head = 0;
  #first: string | undefined;
  #last: string | undefined;

  accept(fact: Envelope): void {
    const { seq, ts } = fact;
    const kind = FACT_KINDS.indexOf(kindOf(fact));
    const run = this.#runs.at(-1);
    if (run && run[2] === kind && run[1] === seq - 1) run[1] = seq;
    else this.#runs.push([seq, seq, kind]);
    this.#head = seq;
    this.#first ??= ts;
    this.#last = ts;
  }

  /** The line, with at most `buckets` runs when that is told, and the stretches that were worked through. */
  answer(works: readonly Work[], buckets?: number): TimelineAnswer {
    return {
      head: this.#head,
      kinds: FACT_KINDS,
      runs: buckets === undefined ? this.#runs : inBuckets(this.#runs, this.#head, buckets),
      first: this.#first ?? null,
      last: this.#last ?? null,
      passes: works.map(({ from, work, target, end }) => ({
        from,
        to: end?.seq ?? this.#head,
        work,
        target,
        failed: end?.failed ?? false,
        ...(end === undefined && { open: true as const }),
      })),
    };
  }
}

/** Equal stretches, each with the most notable kind in it. */
function inBuckets(runs: readonly Run[], head: number, buckets: number): Run[] {
  const size = Math.max(1, Math.ceil(head / buckets));
  const kinds: number[] = [];
  for (const [from, to, kind] of runs) {
    for (let at = Math.floor((from - 1) / size); at <= Math.floor((to - 1) / size); at++) {
      kinds[at] = Math.max(kinds[at] ?? 0, kind);
    }
  }
  return kinds.map((kind, at) => [at * size + 1, Math.min((at + 1) * size, head), kind]);
}
