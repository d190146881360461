import { z } from 'zod';
import { FACT_KINDS } from '../../../../sessions/view/fact-kind.ts';
import { requestText } from '../../../../sessions/view/message.ts';
import type { SessionView } from '../../../../sessions/view/session-view.ts';
import type { StretchRange } from '../../../../sessions/view/timeline.ts';
import { Seq } from './response-schemas.ts';

/** A range of a journal in which a pass or reaction ran. */
const Band = z.strictObject({
  from: Seq.describe('The seq of its claim.'),
  to: Seq.describe('The seq of its end; the head for running work.'),
  work: z.string().describe('`plan` for a planning pass, the name of a reactor for what it did.'),
  target: Seq.describe('The fact that the work is about.'),
  failed: z.boolean(),
  open: z.literal(true).exactOptional().describe('It is not settled.'),
});

/** A request to the planner. */
const Request = z.strictObject({ seq: Seq, ts: z.string(), type: z.string(), text: z.string() });

const MAX_REQUESTS = 2000;
const MAX_REQUEST_LENGTH = 120;

/** A journal as a strip of colored ticks, small enough for 100,000 facts. */
export const TimelineAnswer = z.strictObject({
  head: Seq,
  kinds: z.array(z.enum(FACT_KINDS)).readonly().describe('The kinds that the numbers in `runs` refer to.'),
  runs: z
    .array(z.tuple([Seq, Seq, z.int().min(0)]).readonly())
    .readonly()
    .describe(
      '[from, to, kind]: consecutive facts of one kind; with buckets a failure if there is one, otherwise the most frequent kind.',
    ),
  weights: z
    .array(z.number().min(0).max(1))
    .readonly()
    .exactOptional()
    .describe('With buckets: the share of each that is not bookkeeping.'),
  requests: z
    .array(Request)
    .readonly()
    .describe('The requests of people and the other side that started the following work; the latest 2000.'),
  first: z.iso.datetime().nullable().describe('When the first fact was appended.'),
  last: z.iso.datetime().nullable(),
  passes: z.array(Band).readonly(),
});
export type TimelineAnswer = Readonly<z.infer<typeof TimelineAnswer>>;

/** The timeline of a session, in at most `buckets` runs of a range if given, with its ranges of work. */
export function timelineResponse(
  { state: { timeline, works }, messages }: SessionView,
  { buckets, from, to }: Pick<StretchRange, 'from' | 'to'> & { readonly buckets?: number | undefined },
): TimelineAnswer {
  const { head, first = null, last = null } = timeline;
  const stretches = buckets === undefined ? undefined : timeline.stretches({ buckets, from, to });
  return {
    head,
    kinds: FACT_KINDS,
    runs: stretches?.map(({ run }) => run) ?? timeline.runs(),
    ...(stretches && { weights: stretches.map(({ weight }) => Math.round(weight * 1000) / 1000) }),
    requests: requestsIn(messages),
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

function requestsIn(messages: SessionView['messages']): TimelineAnswer['requests'] {
  const found: z.infer<typeof Request>[] = [];
  for (let at = messages.length - 1; at >= 0 && found.length < MAX_REQUESTS; at--) {
    const message = messages.at(at);
    const text = message && requestText(message);
    if (!message || text === undefined) continue;
    const { seq, ts, type } = message;
    found.push({ seq, ts, type, text: text.slice(0, MAX_REQUEST_LENGTH) });
  }
  return found.toReversed();
}
