import { z } from 'zod';
import { TRIP_MODES } from '../itinerary/itinerary.ts';
import { TripConstraints } from './constraints.ts';

/** A day without a time: `2026-06-01`. */
const CalendarDay = z.iso.date();

/** A place, and the length of the stay, either in nights or in days. */
const RequestedPlace = z.object({
  name: z.string().trim().min(1).max(200),
  admin1: z.string().max(20).optional(),
  country: z.string().max(60).optional(),
  lat: z.number().optional(),
  lng: z.number().optional(),
  days: z.int().min(1).max(365).optional(),
  nights: z.int().min(1).max(365).optional(),
  /** Whether the stay may be longer ("at least 4 nights") or shorter ("at most 2"). Without it, it is exact. */
  bound: z.enum(['least', 'most']).optional(),
});

/** A place to visit, and for how long. */
export const RequestedStop = RequestedPlace.extend({
  /** The days of the trip that the stay must cover, from 1. */
  window: z.tuple([z.int().min(1), z.int().min(1)]).optional(),
});

/** The user's requirements for the trip. Everything is optional; a present field was requested. */
export const TripRequirements = z.object({
  origin: RequestedPlace.optional(),
  destination: RequestedPlace.optional(),
  /** The stops on the way, or the cities of a trip to several. */
  via: z.array(RequestedStop).max(200).optional(),
  /** Names of unwanted stops. */
  skip: z.array(z.string().max(200)).max(200).optional(),
  startDate: CalendarDay.optional(),
  endDate: CalendarDay.optional(),
  days: z.int().min(1).max(365).optional(),
  mode: z.enum(TRIP_MODES).optional(),
  roundTrip: z.boolean().optional(),
  /** The nights at the start of a round trip after the return to it. */
  returnNights: z.int().min(1).max(365).optional(),
  travellers: z.int().min(1).max(1000).optional(),
  /** The budget of the whole trip, in journals from before constraints were introduced. */
  budget: z.object({ amount: z.number().positive(), currency: z.string().max(3).optional() }).optional(),
  constraints: TripConstraints.optional(),
  interests: z.array(z.string().max(60)).max(50).optional(),
});

/** See the schema {@link TripRequirements}. */
export type TripRequirements = Readonly<z.infer<typeof TripRequirements>>;

/** See the schema {@link RequestedStop}. */
export type RequestedStop = Readonly<z.infer<typeof RequestedStop>>;

/** The start or the end of a trip, and the length of the stay there. */
export type RequestedPlace = Readonly<z.infer<typeof RequestedPlace>>;

/** The constraints of a trip. The budget of an old journal is for the whole trip. */
export function constraintsOf({ constraints = {}, budget }: TripRequirements): TripConstraints {
  return budget === undefined || constraints.budget !== undefined
    ? constraints
    : { ...constraints, budget: { ...budget, per: 'trip' } };
}

/** How many days of the trip a stay takes: at the end of the trip, the day of departure is added to the nights. */
export function stayDays(
  { days, nights }: Pick<RequestedPlace, 'days' | 'nights'>,
  { isLast = false }: { readonly isLast?: boolean } = {},
): number | undefined {
  return days ?? (nights === undefined ? undefined : nights + (isLast ? 1 : 0));
}

/** The user's preferences and permissions for every trip. */
export const TripPreferences = z.object({
  /** The preferred mode, if the trip has none. */
  transport: z.enum(TRIP_MODES).optional(),
  /** The modes that the user never uses. */
  avoid: z.array(z.enum(TRIP_MODES)).max(3).optional(),
  /** Whether a misplaced stop may be corrected without asking if only one place can be meant. */
  autoRepairPlaces: z.boolean().optional(),
});

/** See the schema {@link TripPreferences}. */
export type TripPreferences = Readonly<z.infer<typeof TripPreferences>>;

const DAY_MS = 86_400_000;

/** The number of days that the user asked for, also by a first and a last date. */
export function requestedDays({ days, startDate, endDate }: TripRequirements): number | undefined {
  if (days !== undefined) return days;
  if (startDate === undefined || endDate === undefined) return undefined;
  const count = Math.round((Date.parse(endDate) - Date.parse(startDate)) / DAY_MS) + 1;
  return count >= 1 ? count : undefined;
}
