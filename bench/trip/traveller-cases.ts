import { readFileSync } from 'node:fs';
import { z } from 'zod';

/** The half that developers look at, and the half that is only scored. */
export type Half = 'open' | 'held';

const Stay = z.union([z.number(), z.object({ min: z.number() }), z.object({ max: z.number() })]);
const Budget = z.object({ amount: z.number(), currency: z.string().optional(), per: z.string() });
const Rest = z.union([z.number(), z.object({ every: z.number() }), z.object({ perWeek: z.number() })]);

/** What a text says, by field. */
const ExpectedFields = z.object({
  origin: z.string().optional(),
  destination: z.string().optional(),
  stops: z.array(z.string()).optional(),
  stays: z.record(z.string(), Stay).optional(),
  days: z.number().optional(),
  nights: z.number().optional(),
  startDate: z.string().optional(),
  endDate: z.string().optional(),
  mode: z.string().optional(),
  roundTrip: z.boolean().optional(),
  region: z.string().optional(),
  country: z.string().optional(),
  adults: z.number().optional(),
  children: z.array(z.number()).optional(),
  budget: Budget.optional(),
  interests: z.array(z.string()).optional(),
  avoid: z.array(z.string()).optional(),
  mustSee: z.array(z.string()).optional(),
  maxDrivingHoursPerDay: z.number().optional(),
  maxKmPerDay: z.number().optional(),
  restDays: Rest.optional(),
  pace: z.string().optional(),
  cities: z.number().optional(),
  room: z.string().optional(),
  houseRules: z.array(z.string()).optional(),
});
export type ExpectedFields = z.infer<typeof ExpectedFields>;

const RequestCase = z.object({
  id: z.string(),
  text: z.string(),
  expect: ExpectedFields,
  asks: z.string().optional(),
  checks: z.array(z.string()),
});
export type RequestCase = z.infer<typeof RequestCase>;

/** Constraints that a trip has after an edit; one that is null was lifted. */
const ConstraintsAfter = z.record(z.string(), z.unknown()).transform((all) => {
  const fields = Object.entries(all);
  return {
    kept: ExpectedFields.parse(Object.fromEntries(fields.filter(([, value]) => value !== null))),
    lifted: fields.filter(([, value]) => value === null).map(([field]) => field),
  };
});

const EditCase = z.object({
  id: z.string(),
  request: z.string(),
  edit: z.union([z.string(), z.array(z.string())]),
  expect: z.object({
    unchanged: z.boolean().optional(),
    asks: z.boolean().optional(),
    days: z.number().optional(),
    has: z.array(z.string()).optional(),
    hasNot: z.array(z.string()).optional(),
    order: z.array(z.string()).optional(),
    stays: z.record(z.string(), Stay).optional(),
    origin: z.string().optional(),
    destination: z.string().optional(),
    start: z.string().optional(),
    end: z.string().optional(),
    constraint: ConstraintsAfter.optional(),
  }),
  reply: z.array(z.string()).optional(),
});
/** An edit, and the id of the first edit of the same request. */
export type EditCase = z.infer<typeof EditCase> & { readonly requestId: string };
export type Stay = z.infer<typeof Stay>;

export function requestCases(half: Half): RequestCase[] {
  return requestsIn(new URL(`corpus/${half}-requests.jsonl`, import.meta.url));
}

export function editCases(half: Half): EditCase[] {
  return editsIn(new URL(`corpus/${half}-edits.jsonl`, import.meta.url));
}

/** The requests of a file, one a line. */
export function requestsIn(file: URL | string): RequestCase[] {
  return linesOf(file).map((line) => RequestCase.parse(line));
}

/** The edits of a file, one a line. */
export function editsIn(file: URL | string): EditCase[] {
  const edits = linesOf(file).map((line) => EditCase.parse(line));
  const firstIds = new Map(edits.toReversed().map(({ request, id }) => [request, id]));
  return edits.map((edit) => ({ ...edit, requestId: firstIds.get(edit.request) ?? edit.id }));
}

function linesOf(file: URL | string): unknown[] {
  return readFileSync(file, 'utf8')
    .split('\n')
    .filter((line) => line.trim() !== '')
    .map((line): unknown => JSON.parse(line));
}
