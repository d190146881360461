import { z } from 'zod';

/** The means of travel, for a whole trip or a leg. */
export const TRAVEL_MEANS = ['car', 'train', 'bus', 'ferry', 'flight', 'bike', 'foot'] as const;

/** One of {@link TRAVEL_MEANS}. */
export type TravelMeans = (typeof TRAVEL_MEANS)[number];

/** What an amount of money is for. */
const BUDGET_PERIODS = ['trip', 'day', 'night', 'person', 'person-day', 'person-night'] as const;

/** The pace of travel. */
const PACES = ['slow', 'normal', 'fast'] as const;

/** The days of the week, from Monday. */
export const WEEKDAYS = [
  'monday',
  'tuesday',
  'wednesday',
  'thursday',
  'friday',
  'saturday',
  'sunday',
] as const;

const phrase = z.string().trim().min(1).max(200);
const phrases = z.array(phrase).max(50);
const count = z.int().min(0).max(1000);

const Moment = z.object({
  weekday: z.enum(WEEKDAYS).optional(),
  /** `21:00`. */
  time: z
    .string()
    .regex(/^(?:[01]\d|2[0-3]):[0-5]\d$/)
    .optional(),
});

const rate = z.int().min(1).max(20);

/** How many things to see or do a day has. The same number at least and at most is exact. */
export const DayRate = z.object({
  /** The kind in the singular: "museum". Without it, anything to see or do counts. */
  what: phrase.optional(),
  least: rate.optional(),
  most: rate.optional(),
});

/** See the schema {@link DayRate}. */
export type DayRate = Readonly<z.infer<typeof DayRate>>;

/** The requested constraints of a trip. Everything is optional; a present field was requested. */
export const TripConstraints = z.object({
  /** The most driving in a day, or the most time on a train or bus. */
  driving: z
    .object({
      hours: z.number().positive().max(24).optional(),
      km: z.number().positive().max(5000).optional(),
    })
    .optional(),
  /** Sights that must be included, and are no stops of their own. */
  mustSee: phrases.optional(),
  /** What to leave out: kinds of activities, means of travel. */
  dislikes: phrases.optional(),
  pace: z.enum(PACES).optional(),
  /** Days without travel: a number in all, or one after every so many days. */
  rest: z
    .union([z.object({ days: z.int().min(1).max(365) }), z.object({ every: z.int().min(1).max(365) })])
    .optional(),
  /** How many things to see or do a day, each kind once. */
  perDay: z.array(DayRate).max(10).optional(),
  budget: z
    .object({
      amount: z.number().positive(),
      currency: z.string().max(3).optional(),
      per: z.enum(BUDGET_PERIODS),
    })
    .optional(),
  party: z
    .object({
      adults: count.optional(),
      /** The age of each child, null if unknown. */
      children: z.array(z.int().min(0).max(17).nullable()).max(100).optional(),
      /** How many of the adults are seniors. */
      seniors: count.optional(),
      pets: count.optional(),
    })
    .optional(),
  /** Difficulties with walking or stairs, as the traveller put it. */
  mobility: phrase.optional(),
  /** The last day with a car. */
  carUntilDay: z.int().min(1).max(365).optional(),
  arrival: Moment.optional(),
  departure: Moment.optional(),
  /** The kind of way, if not the quick one. */
  way: z.enum(['coast', 'scenic']).optional(),
  /** How many cities to visit. */
  cities: z.int().min(1).max(100).optional(),
  /** The maximum number of places to sleep at: "one base". */
  bases: z.int().min(1).max(100).optional(),
  lodging: z.object({ room: phrase.optional(), rules: phrases.optional() }).optional(),
  cuisines: phrases.optional(),
  /** The country or region that the trip stays in. */
  region: phrase.optional(),
  /** The means of travel, the most important first. */
  travelBy: z.array(z.enum(TRAVEL_MEANS)).max(TRAVEL_MEANS.length).optional(),
  /** The means of travel of single legs. */
  legs: z
    .array(z.object({ from: phrase.optional(), to: phrase.optional(), by: z.enum(TRAVEL_MEANS) }))
    .max(50)
    .optional(),
  /** Notes that cannot be planned for, as the traveller put it. */
  notes: phrases.optional(),
});

/** See the schema {@link TripConstraints}. */
export type TripConstraints = Readonly<z.infer<typeof TripConstraints>>;

const PERIOD_WORDS: Readonly<Record<(typeof BUDGET_PERIODS)[number], string>> = {
  trip: '',
  day: ' a day',
  night: ' a night',
  person: ' each',
  'person-day': ' each a day',
  'person-night': ' each a night',
};

/** The requests for lodging: "private room", "pets allowed", "no smoking". */
export function lodgingTexts({ room, rules = [] }: NonNullable<TripConstraints['lodging']>): string[] {
  return [
    ...(room === undefined ? [] : [room]),
    ...rules.map((rule) => (/^no |allowed$/.test(rule) ? rule : `${rule} allowed`)),
  ];
}

/** A budget as text: "120 EUR a night". */
export function budgetText({ amount, currency = '', per }: NonNullable<TripConstraints['budget']>): string {
  return `${amount} ${currency}`.trim() + PERIOD_WORDS[per];
}
