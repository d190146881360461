import { z } from 'zod';
import { TRAVEL_MEANS, TripConstraints } from '../requirements/constraints.ts';
import { LIFTABLE } from '../understand/constraints/lifted-limits.ts';

const name = z.string().trim().min(1).max(200);
const phrases = z.array(z.string().trim().min(1).max(200)).max(50);
const length = z.int().min(1).max(365);

const stay = {
  nights: length.optional(),
  days: length.optional(),
  bound: z.enum(['least', 'most']).optional(),
} as const;

/** A place as the traveller wrote it, with what distinguishes it from namesakes. */
export const ReadPlace = z.object({
  name,
  /** Its usual name on a map, if the traveller used a nickname, an abbreviation or a misspelling. */
  knownAs: name.optional(),
  /** Its English name, if the traveller used another language. */
  inEnglish: name.optional(),
  /** The country or state it is in. */
  within: name.optional(),
  /** Whether it is only a day trip. */
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
  /** The English name of the region, if the traveller used another language. */
  regionInEnglish: name.optional(),
  days: length.optional(),
  nights: length.optional(),
  startDate: z.iso.date().optional(),
  endDate: z.iso.date().optional(),
  travelBy: z.array(z.enum(TRAVEL_MEANS)).max(TRAVEL_MEANS.length).optional(),
  /** The means of travel they never use. */
  neverBy: z
    .array(z.enum(['flight', 'car']))
    .max(2)
    .optional(),
  interests: z.array(z.string().trim().min(1).max(60)).max(50).optional(),
  ...TripConstraints.omit({ region: true, travelBy: true }).shape,
  /** Parts of the text that fit no field, as written. */
  unclear: phrases.optional(),
  /** A question that must be answered before anything can be planned. */
  ask: z.string().trim().min(1).max(300).optional(),
} as const;

/** What a model reads from a request for a trip. */
export const RequestReading = z.strictObject({
  stops: z.array(ReadPlace).max(100).optional(),
  skip: z.array(name).max(50).optional(),
  ...saidFields,
});

/** See the schema {@link RequestReading}. */
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
  /** Whether it gets the days that the other stays leave. */
  rest: z.literal(true).optional(),
  /** Whether the trip keeps its length, and the other stops give or get the difference. */
  keepsLength: z.boolean().optional(),
});

/** The fields that distinguish a place from namesakes. */
const named = {
  knownAs: name.optional(),
  inEnglish: name.optional(),
  within: name.optional(),
} as const;

/** One change of an existing trip. */
export const ReadChange = z.discriminatedUnion('type', [
  z.strictObject({
    type: z.literal('add'),
    place: name,
    ...named,
    stay: ChangedStay.optional(),
    isDayTrip: z.boolean().optional(),
    /** Whether they return to a stop that keeps its days. */
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
  /** Without a place, everything is unlocked. */
  z.strictObject({ type: z.literal('unlock'), place: name.optional() }),
  z.strictObject({
    type: z.literal('activity'),
    what: z.enum(['add', 'remove', 'free']),
    title: name.optional(),
    day: z.int().min(-1).max(365).optional(),
    part: z.enum(['morning', 'afternoon', 'evening']).optional(),
  }),
]);

/** See the schema {@link ReadChange}. */
export type ReadChange = Readonly<z.infer<typeof ReadChange>>;

/** The purpose of a message about an existing trip. */
const MESSAGE_KINDS = ['change', 'question', 'remark', 'undo', 'redo', 'start-over', 'unclear'] as const;

/** What a model reads from a message about an existing trip: only the changes. */
export const EditReading = z.strictObject({
  kind: z.enum(MESSAGE_KINDS),
  changes: z.array(ReadChange).max(50).optional(),
  /** Whether the whole trip is reversed. */
  reverse: z.boolean().optional(),
  /** By how many days the trip becomes longer or shorter. */
  daysChange: z.int().min(-365).max(365).optional(),
  /** By how many days its start moves. */
  shiftDays: z.int().min(-730).max(730).optional(),
  /** Limits to remove. */
  lift: z
    .array(z.enum([...LIFTABLE, 'neverBy']))
    .max(LIFTABLE.length + 1)
    .optional(),
  /** A question in plain English, with the names of the stops it is about. */
  question: z.string().trim().min(1).max(300).optional(),
  /** Likes, dislikes, must-sees and notes to remove. */
  noLonger: phrases.optional(),
  /** The option that they choose, counted from 1. */
  choose: z.int().min(1).max(100).optional(),
  /** A named road, path or railway that the whole trip should follow. */
  route: name.optional(),
  ...saidFields,
});

/** See the schema {@link EditReading}. */
export type EditReading = Readonly<z.infer<typeof EditReading>>;

/** What a model read: a request for a trip, or a message about an existing one. */
export type TripReading =
  | { readonly type: 'request'; readonly read: RequestReading }
  | { readonly type: 'edit'; readonly read: EditReading };

/** The fields that requests and edits share. */
export type SharedFields = Omit<
  EditReading,
  | 'kind'
  | 'changes'
  | 'reverse'
  | 'daysChange'
  | 'shiftDays'
  | 'lift'
  | 'noLonger'
  | 'choose'
  | 'route'
  | 'question'
>;
