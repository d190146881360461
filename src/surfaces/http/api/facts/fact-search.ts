import { z } from 'zod';
import type { Envelope } from '../../../../journal/fact.ts';
import { FACT_KINDS, type FactKind } from '../../../../sessions/view/fact-kind.ts';
import { integerParameter } from '../operation.ts';
import { Seq } from '../responses/response-schemas.ts';
import { type FactFilter, factMatcher, isNarrow, typeOf } from './fact-filter.ts';

const withCommas = z
  .string()
  .max(2000)
  .transform((text): readonly string[] => text.split(',').filter((part) => part !== ''));

/** The filter as query parameters. */
export const FilterQuery = z.strictObject({
  q: z
    .string()
    .max(500)
    .optional()
    .describe('Words that must all occur in the fact or in its description by its planner.'),
  kind: withCommas
    .pipe(z.array(z.enum(FACT_KINDS)).readonly())
    .optional()
    .describe('Kinds as the timeline names them, comma-separated.'),
  type: withCommas.optional().describe('Fact types, comma-separated.'),
});

/** A page of facts as query parameters. */
export const FactsQuery = FilterQuery.extend({
  from: integerParameter.default(1),
  to: integerParameter.optional(),
  limit: integerParameter.pipe(z.int().min(1).max(1000)).default(200),
});

/** The positions of matching facts in a journal. */
export const FactMatches = z.strictObject({
  head: Seq,
  count: Seq.describe('How many facts were found.'),
  runs: z
    .array(z.tuple([Seq, Seq]).readonly())
    .readonly()
    .describe('[from, to]: the matching facts, as ranges of consecutive facts.'),
  types: z
    .array(z.strictObject({ type: z.string(), kind: z.enum(FACT_KINDS), count: Seq }))
    .readonly()
    .describe('The types of all facts of the journal, matching or not, with their counts.'),
});
export type FactMatches = Readonly<z.infer<typeof FactMatches>>;

/** What to search for, and on whose behalf. */
interface Search {
  readonly filter: FactFilter;
  /** The kind of a fact, including kinds of the planner. */
  kindOf(fact: Envelope): FactKind;
  /** The planner's text about a fact. */
  readonly textOf?: ((fact: Envelope) => string | undefined) | undefined;
  readonly signal: AbortSignal;
}

/** The part of a journal that a search reads. */
interface SearchedJournal {
  facts(range: { readonly from?: number; readonly to?: number }): {
    pages(): AsyncIterable<readonly Envelope[]>;
  };
}

/** The range that a page of facts is read from. */
interface PageRange {
  readonly from: number;
  readonly to: number;
  readonly limit: number;
}

/** A page of facts with their kinds, and where the next page starts. */
interface FactPage {
  readonly facts: readonly Envelope[];
  readonly kinds: readonly FactKind[];
  readonly next?: number;
}

export function filterOf({ q, kind, type }: z.infer<typeof FilterQuery>): FactFilter {
  return {
    ...(q !== undefined && { text: q }),
    ...(kind !== undefined && { kinds: kind }),
    ...(type !== undefined && { types: type }),
  };
}

/** The first matching facts of a range, and where the next page starts. */
export async function findFacts(
  journal: SearchedJournal,
  { from, to, limit }: PageRange,
  { filter, kindOf, textOf, signal }: Search,
): Promise<FactPage> {
  const matches = factMatcher(filter, { kindOf, ...(textOf && { textOf }) });
  // Every fact of the range matches, so nothing after the page needs to be read.
  const last = isNarrow(filter) ? to : Math.min(to, from + limit - 1);
  const found: Envelope[] = [];
  for await (const page of journal.facts({ from, to: last }).pages()) {
    for (const fact of page) {
      if (matches(fact)) found.push(fact);
      if (found.length === limit) return pageUpTo(found, { seq: fact.seq, to, kindOf });
    }
    // A store limits its pages when facts are large, and so does a response.
    if (found.length > 0 || signal.aborted)
      return pageUpTo(found, { seq: page.at(-1)?.seq ?? last, to, kindOf });
  }
  return { facts: found, kinds: found.map(kindOf) };
}

function pageUpTo(
  facts: readonly Envelope[],
  { seq, to, kindOf }: { readonly seq: number; readonly to: number } & Pick<Search, 'kindOf'>,
): FactPage {
  return { facts, kinds: facts.map(kindOf), ...(seq < to && { next: seq + 1 }) };
}

/** The positions of matching facts in the whole journal. Stops early when the client disconnects. */
export async function matchesIn(
  journal: SearchedJournal,
  head: number,
  { filter, kindOf, textOf, signal }: Search,
): Promise<FactMatches> {
  const matches = factMatcher(filter, { kindOf, ...(textOf && { textOf }) });
  const runs: [from: number, to: number][] = [];
  const types = new Map<
    string,
    { type: string; kind: FactMatches['types'][number]['kind']; count: number }
  >();
  let count = 0;
  for await (const page of journal.facts({ to: head }).pages()) {
    if (signal.aborted) break;
    for (const fact of page) {
      const type = typeOf(fact);
      const kind = kindOf(fact);
      const known = types.get(`${kind} ${type}`);
      if (known) known.count += 1;
      else types.set(`${kind} ${type}`, { type, kind, count: 1 });
      if (!matches(fact)) continue;
      count += 1;
      const run = runs.at(-1);
      if (run?.[1] === fact.seq - 1) run[1] = fact.seq;
      else runs.push([fact.seq, fact.seq]);
    }
  }
  return { head, count, runs, types: [...types.values()] };
}
