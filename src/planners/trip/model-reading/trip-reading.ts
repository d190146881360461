import { z } from 'zod';
import { LIFTABLE } from '../understand/constraints/lifted-limits.ts';
import { TRAVEL_MEANS, TripConstraints } from '../wishes/constraints.ts';

const name = z.string().trim().min(1).max(200);
const phrases = z.array(z.string().trim().min(1).max(200)).max(50);
const length = z.int().min(1).max(365);

const stay = {
  nights: length.optional(),
  days: length.optional(),
  bound: z.enum(['least', 'most']).optional(),
} as const;

/** A place as the traveller wrote it, with what tells it apart from others of its name. */
export const ReadPlace = z.object({
  name,
  /** Its usual name on a map, where the traveller wrote a nickname, an abbreviation or a misspelling. */
  knownAs: name.optional(),
  /** Its English name, where the traveller wrote it in another language. */
  inEnglish: name.optional(),
  /** The country or state that it lies in. */
  within: name.optional(),
  /** Whether they only go there for a day and come back. */
  isDayTrip: z.boolean().optional(),
  ...stay,
});

/** A place as a model read it. */
export type ReadPlace = Readonly<z.infer<typeof ReadPlace>>;

/** What a text says about a trip besides its stops. */
const saidFields = {
  origin: ReadPlace.optional(),
  destination: ReadPlace.optional(),
  roundTrip: z.boolean().optional(),
  region: name.optional(),
  /** The English name of the region, where the traveller wrote it in another language. */
  regionInEnglish: name.optional(),
  days: length.optional(),
  nights: length.optional(),
  startDate: z.iso.date().optional(),
  endDate: z.iso.date().optional(),
  travelBy: z.array(z.enum(TRAVEL_MEANS)).max(TRAVEL_MEANS.length).optional(),
  /** How they never travel. */
  neverBy: z
    .array(z.enum(['flight', 'car']))
    .max(2)
    .optional(),
  interests: z.array(z.string().trim().min(1).max(60)).max(50).optional(),
  ...TripConstraints.omit({ region: true, travelBy: true }).shape,
  /** Words of the text that no field holds, as they were said. */
  unclear: phrases.optional(),
  /** What has to be asked before anything can be planned. */
  ask: z.string().trim().min(1).max(300).optional(),
} as const;

/** What a model reads out of the words that a trip is planned from. */
export const RequestReading = z.strictObject({
  stops: z.array(ReadPlace).max(100).optional(),
  skip: z.array(name).max(50).optional(),
  ...saidFields,
});

/** What a model reads out of the words that a trip is planned from. */
export type RequestReading = Readonly<z.infer<typeof RequestReading>>;

const position = {
  after: name.optional(),
  before: name.optional(),
  at: z.enum(['start', 'middle', 'end']).optional(),
  day: z.int().min(-1).max(365).optional(),
} as const;

const ChangedStay = z.object({
  ...stay,
  change: z.int().min(-365).max(365).optional(),
  factor: z.number().positive().max(20).optional(),
  /** Whether it gets what the other stays leave. */
  rest: z.literal(true).optional(),
  /** Whether the trip is as long as before, and the other stops give or get the difference. */
  keepsLength: z.boolean().optional(),
});

/** What tells a place apart from others of its name. */
const named = {
  knownAs: name.optional(),
  inEnglish: name.optional(),
  within: name.optional(),
} as const;

/** One change of a trip that is there. */
export const ReadChange = z.discriminatedUnion('type', [
  z.strictObject({
    type: z.literal('add'),
    place: name,
    ...named,
    stay: ChangedStay.optional(),
    isDayTrip: z.boolean().optional(),
    /** Whether they come back to a stop that keeps the days it has. */
    again: z.boolean().optional(),
    ...position,
  }),
  z.strictObject({ type: z.literal('remove'), place: name, to: name.optional() }),
  z.strictObject({ type: z.literal('remove-all'), except: z.array(name).max(50) }),
  z.strictObject({
    type: z.literal('replace'),
    place: name,
    by: name,
    ...named,
    stay: ChangedStay.optional(),
  }),
  z.strictObject({ type: z.literal('suggest'), place: name.optional(), like: name, ...position }),
  z.strictObject({ type: z.literal('swap'), places: z.tuple([name, name]) }),
  z.strictObject({ type: z.literal('move'), place: name, ...position }),
  z.strictObject({ type: z.literal('stay'), place: name, stay: ChangedStay }),
  z.strictObject({ type: z.literal('which'), place: name.optional(), within: name }),
  z.strictObject({
    type: z.literal('leg'),
    from: name.optional(),
    to: name.optional(),
    by: z.enum(TRAVEL_MEANS),
  }),
  z.strictObject({
    type: z.literal('lock'),
    place: name.optional(),
    days: z.tuple([z.int().min(1).max(365), z.int().min(1).max(365)]).optional(),
  }),
  z.strictObject({
    type: z.literal('activity'),
    what: z.enum(['add', 'remove', 'free']),
    title: name.optional(),
    day: z.int().min(-1).max(365).optional(),
    part: z.enum(['morning', 'afternoon', 'evening']).optional(),
  }),
]);

/** One change of a trip that is there. */
export type ReadChange = Readonly<z.infer<typeof ReadChange>>;

/** What a message about a trip that is there wants. */
const MESSAGE_KINDS = ['change', 'question', 'remark', 'undo', 'redo', 'start-over', 'unclear'] as const;

/** What a model reads out of a message about a trip that is there: only what it changes. */
export const EditReading = z.strictObject({
  kind: z.enum(MESSAGE_KINDS),
  changes: z.array(ReadChange).max(50).optional(),
  /** Whether the whole trip goes the other way round. */
  reverse: z.boolean().optional(),
  /** By how many days the trip becomes longer or shorter. */
  daysChange: z.int().min(-365).max(365).optional(),
  /** By how many days its start moves. */
  shiftDays: z.int().min(-730).max(730).optional(),
  /** Limits that no longer hold. */
  lift: z.array(z.enum(LIFTABLE)).max(LIFTABLE.length).optional(),
  /** A question in plain English, with the names of the stops that it is about. */
  question: z.string().trim().min(1).max(300).optional(),
  /** Likes, dislikes and must-sees that no longer hold. */
  noLonger: phrases.optional(),
  /** A road, path or railway with a name that the whole trip is to follow. */
  route: name.optional(),
  ...saidFields,
});

/** What a model reads out of a message about a trip that is there: only what it changes. */
export type EditReading = Readonly<z.infer<typeof EditReading>>;

/** What a model read: the words that a trip is planned from, or a message about a trip that is there. */
export type TripReading =
  | { readonly type: 'request'; readonly read: RequestReading }
  | { readonly type: 'edit'; readonly read: EditReading };

/** The fields that requests and edits share. */
export type SaidFields = Omit<
  EditReading,
  'kind' | 'changes' | 'reverse' | 'daysChange' | 'shiftDays' | 'lift' | 'noLonger' | 'route' | 'question'
>;
