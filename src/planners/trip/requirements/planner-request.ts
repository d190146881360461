import { dateAfter } from '../itinerary/calendar-day.ts';
import type { Anchor, PlaceRef, TripMode } from '../itinerary/itinerary.ts';
import { bareName, textOf, usablePoint } from '../itinerary/itinerary-view.ts';
import { readableItinerary } from '../itinerary/parse-itinerary.ts';
import { type PlannerState, readState } from '../planner-state.ts';
import type { TripConstraints } from './constraints.ts';
import {
  constraintsOf,
  type RequestedPlace,
  RequestedStop,
  requestedDays,
  stayDays,
  type TripPreferences,
  type TripRequirements,
} from './requirements.ts';

/** The input for generating a trip. */
export interface PlannerRequest {
  readonly origin?: PlaceRef | undefined;
  readonly destination?: PlaceRef | undefined;
  /**
   * The places to stop. Stays are in `days`, or in `nights` if requested so; an end of the trip with a stay is
   * included.
   */
  readonly via: readonly RequestedStop[];
  readonly skip: readonly string[];
  readonly days?: number | undefined;
  readonly startDate?: string | undefined;
  readonly mode?: TripMode | undefined;
  readonly roundTrip: boolean;
  /** The nights at the start after the return to it. */
  readonly returnNights?: number | undefined;
  readonly travellers?: number | undefined;
  /** The constraints. */
  readonly constraints?: TripConstraints | undefined;
  readonly interests: readonly string[];
  /** Stops to keep exactly as they are. */
  readonly keep: readonly Anchor[];
}

/** A request to generate the trip that is known so far. The user's preferred mode applies if the trip has none. */
export function buildPlannerRequest(state: unknown): PlannerRequest {
  return requestFrom(readState(state), []);
}

/** A request parsed from any value; invalid parts are ignored. Never throws. */
export function readRequest(given: unknown): PlannerRequest {
  const asked = isRecord(given) ? given : {};
  const { origin, destination, via, keep } = asked;
  const visits = (Array.isArray(via) ? via : []).flatMap(
    (visit) => RequestedStop.safeParse(named(visit)).data ?? [],
  );
  const requirements = { ...asked, origin: named(origin), destination: named(destination), via: visits };
  return requestFrom(readState({ requirements }), readableItinerary({ anchors: keep })?.anchors ?? []);
}

/** A place may be only a name, or only coordinates. */
function named(place: unknown): unknown {
  if (typeof place === 'string') return { name: place };
  if (!isRecord(place) || textOf(place.name) !== undefined || usablePoint(place) === undefined) return place;
  return { ...place, name: `${place.lat}, ${place.lng}` };
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The same, with stops to keep. */
export function requestFrom(
  { requirements, preferences }: PlannerState,
  keep: readonly Anchor[],
): PlannerRequest {
  const {
    origin,
    destination,
    skip = [],
    startDate,
    endDate,
    roundTrip = false,
    returnNights,
    travellers,
    interests = [],
  } = requirements;
  const days = requestedDays(requirements);
  const constraints = constraintsOf(requirements);
  // A traveller by train or bus neither drives nor flies.
  const isCarried = (constraints.travelBy ?? []).some(
    (by) => by === 'train' || by === 'bus' || by === 'ferry',
  );
  const mode = isCarried ? requirements.mode : modeFor(requirements.mode, preferences);
  const start =
    startDate ?? (endDate !== undefined && days !== undefined ? dateAfter(endDate, 1 - days) : undefined);
  return {
    ...(origin && { origin }),
    ...(destination && { destination }),
    via: visitsIn(requirements),
    skip,
    ...(days !== undefined && { days }),
    ...(start !== undefined && { startDate: start }),
    ...(mode !== undefined && { mode }),
    roundTrip,
    ...(roundTrip && returnNights !== undefined && { returnNights }),
    ...(travellers !== undefined && { travellers }),
    ...(Object.keys(constraints).length > 0 && { constraints }),
    interests,
    keep,
  };
}

/**
 * The nights of a trip if they fill all of its days: "10 days: Seoul 5 nights, Gyeongju 2, Busan 3" leaves on the morning
 * after. Undefined if its stays take more or less, or dates say when it ends.
 */
function nightsFillingDays(requirements: TripRequirements): number | undefined {
  const { days, endDate, destination, roundTrip = false } = requirements;
  if (days === undefined || endDate !== undefined || destination?.nights === undefined || roundTrip)
    return undefined;
  const stays = staysIn(requirements);
  const isOpen = ({ days: stay, bound }: RequestedStop) => stay === undefined || bound !== undefined;
  const total = stays.reduce((sum, stay) => sum + (stay.days ?? 0), 0);
  return stays.some(isOpen) || total !== days + 1 ? undefined : days;
}

/** The sentence about nights that fill all days of a trip. */
export function leavingNextMorning(requirements: TripRequirements): string[] {
  const nights = nightsFillingDays(requirements);
  return nights === undefined
    ? []
    : [`The ${nights} nights fill all ${nights} days: you leave on the morning after the last.`];
}

/** So many days that stays leave open are planned. About more, the traveller is asked. */
export const MAX_OPEN_DAYS = 3;

/** The days of a trip that exact stays leave open if they are few; 0 otherwise. */
export function openDaysOf(requirements: TripRequirements): number {
  const { destination, via = [], returnNights } = requirements;
  const days = requestedDays(requirements);
  const stays = visitsIn(requirements);
  const isStay = (place: RequestedPlace) => stays.some(({ name }) => bareName(name) === bareName(place.name));
  const isOpen = ({ days: stay, bound }: RequestedStop) => stay === undefined || bound !== undefined;
  const isSettled = destination !== undefined && isStay(destination) && !stays.some(isOpen);
  if (days === undefined || !isSettled || via.length === 0 || returnNights !== undefined) return 0;
  const open = days - stays.reduce((sum, stay) => sum + (stay.days ?? 0), 0);
  return open > 0 && open <= MAX_OPEN_DAYS ? open : 0;
}

/** The sentence about a few days that the stays of a trip leave open. */
export function openDaysTaken(requirements: TripRequirements): string[] {
  const { origin, destination, via = [], roundTrip = false } = requirements;
  const [open, days] = [openDaysOf(requirements), requestedDays(requirements) ?? 0];
  // On the only one, a round trip returns.
  if (open < (roundTrip ? 2 : 1)) return [];
  const [end, others] = [destination?.name ?? '', open === 1 ? 'one is' : `${open} are`];
  const where = roundTrip
    ? `in ${origin?.name ?? via[0]?.name ?? end}`
    : `on the way where the next stop is far, and otherwise in ${end}`;
  return [`The stays take ${days - open} of the ${days} days. The other ${others} spent ${where}.`];
}

/** The days at the end of a round trip at its start, with the day of departure; 0 if it ends with the return. */
export function returnDays({
  roundTrip,
  returnNights,
}: Pick<PlannerRequest, 'roundTrip' | 'returnNights'>): number {
  return roundTrip && returnNights !== undefined ? returnNights + 1 : 0;
}

/** The stops with their stays in days, including the ends of the trip if they have one. */
function visitsIn(requirements: TripRequirements): RequestedStop[] {
  const stays = staysIn(requirements);
  if (nightsFillingDays(requirements) === undefined) return stays;
  const isEnd = ({ name }: RequestedStop) =>
    bareName(name) === bareName(requirements.destination?.name ?? '');
  return stays.map(({ nights, ...stay }) =>
    isEnd(stay)
      ? { ...stay, days: nights ?? stay.days }
      : { ...stay, ...(nights !== undefined && { nights }) },
  );
}

function staysIn({ origin, destination, via = [], roundTrip = false }: TripRequirements): RequestedStop[] {
  const isStay = (place: RequestedPlace | undefined): place is RequestedPlace =>
    place !== undefined &&
    stayDays(place) !== undefined &&
    !via.some(({ name }) => bareName(name) === bareName(place.name));
  const isEnd = ({ name }: RequestedPlace) =>
    destination !== undefined && bareName(name) === bareName(destination.name);
  return [...(isStay(origin) ? [origin] : []), ...via, ...(isStay(destination) ? [destination] : [])].map(
    (visit) => {
      const days = stayDays(visit, { isLast: isEnd(visit) && !roundTrip });
      return { ...visit, ...(days !== undefined && { days }) };
    },
  );
}

/** The mode of the trip, unless the user never travels like that. */
function modeFor(
  requested: TripMode | undefined,
  { transport, avoid = [] }: TripPreferences,
): TripMode | undefined {
  const isAvoided = (mode: TripMode) => avoid.includes(mode) || (mode === 'mixed' && avoid.length > 0);
  if (requested !== undefined && !isAvoided(requested)) return requested;
  if (transport !== undefined && !isAvoided(transport)) return transport;
  if (requested === undefined && avoid.length === 0) return undefined;
  return avoid.includes('flight') ? 'road' : avoid.includes('road') ? 'flight' : requested;
}
