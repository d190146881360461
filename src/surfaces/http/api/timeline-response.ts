import { z } from 'zod';
import { FACT_KINDS } from '../../../sessions/fact-kind.ts';
import type { SessionView } from '../../../sessions/session-view.ts';
import { Seq } from './response-schemas.ts';

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

/** The line of a session, with at most `buckets` runs when that is told, and the stretches that were worked through. */
export function timelineResponse(
  { state: { timeline, works } }: SessionView,
  buckets: number | undefined,
): TimelineAnswer {
  const { head, first = null, last = null } = timeline;
  return {
    head,
    kinds: FACT_KINDS,
    runs: timeline.runs(buckets),
    first,
    last,
    passes: works.all.map(({ from, work, target, end }) => ({
      from,
      to: end?.seq ?? head,
      work,
      target,
      failed: end?.failed ?? false,
      ...(end === undefined && { open: true as const }),
    })),
  };
}
