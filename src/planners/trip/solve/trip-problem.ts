import { z } from 'zod';
import { shown } from '../../../journal/error.ts';
import { TripProblemError } from './error.ts';

/** The maximum number of stays in a bit set. */
const MAX_STAYS = 30;

const MAX_TRIP_DAYS = 100_000;

const day = z.int().min(1).max(MAX_TRIP_DAYS);
const city = z.string().min(1).max(200);

const staySchema = z.object({
  city,
  days: day,
  window: z
    .tuple([z.int(), z.int()])
    .refine(([from, to]) => from <= to, 'the first day of a window is not after its last')
    .optional(),
});

const problemSchema = z.object({
  totalDays: day,
  stays: z.array(staySchema).min(1).max(MAX_STAYS),
  connections: z.array(
    z.union([z.tuple([city, city]), z.tuple([city, city, z.number().min(0).max(Number.MAX_SAFE_INTEGER)])]),
  ),
  start: city.optional(),
  end: city.optional(),
});

/** A stay of this many days, where a travel day counts for both cities. `window`: days that the stay must cover. */
export interface TripStay {
  readonly city: string;
  readonly days: number;
  readonly window?: readonly [from: number, to: number] | undefined;
}

/** A one-way connection from the first city to the second. With a cost, the cheapest order wins. */
export type TripConnection =
  | readonly [from: string, to: string]
  | readonly [from: string, to: string, cost: number];

/** Stays to order. */
export interface TripProblem {
  readonly totalDays: number;
  readonly stays: readonly TripStay[];
  /** Connections between other cities are ignored. */
  readonly connections: readonly TripConnection[];
  readonly start?: string | undefined;
  readonly end?: string | undefined;
}

export function parseTripProblem(input: unknown): TripProblem {
  const { data, error } = problemSchema.safeParse(input);
  if (error === undefined) return data;
  const [issue] = error.issues;
  throw new TripProblemError('invalid-trip-problem', {
    summary: `The trip problem is not valid: ${issue === undefined ? shown(input) : `${issue.path.join('.') || 'the problem'}: ${issue.message}`}.`,
    fix: `Give totalDays, 1 to ${MAX_STAYS} stays of whole days from 1, windows as [first day, last day], and connections as pairs of cities. Nothing was solved.`,
  });
}
