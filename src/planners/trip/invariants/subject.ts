import type { Finding, Invariant } from '../../../repair/issue.ts';
import type { Itinerary, PlaceRef } from '../itinerary/itinerary.ts';
import {
  bareName,
  type DayView,
  type ItineraryView,
  type Stop,
  textOf,
  usablePoint,
  viewOf,
} from '../itinerary/itinerary-view.ts';
import { NO_PLACES, type PlaceKnowledge } from '../knowledge/place-knowledge.ts';
import type { ThingsToDo } from '../knowledge/things-to-do.ts';
import type { Point } from '../places/geo.ts';
import type { PlaceCandidate } from '../places/place-candidate.ts';
import { TRUSTED_KM } from '../places/resolve/region-fit.ts';
import type { IssueTarget, PlannerIssueType, PlannerState } from '../planner-state.ts';
import type { Roads } from '../routes/roads.ts';
import { anchorVerdicts } from './anchor-verdicts.ts';
import type { StopMemory } from './stop-memory.ts';

/** A problem of a trip, before its severity is known. */
export type TripFinding = Finding<PlannerIssueType, IssueTarget>;

/** The input of the repair engine: a trip, and what is known about it. */
export interface TripSubject {
  readonly state: PlannerState;
  readonly itinerary: Itinerary | null;
  readonly places: PlaceKnowledge;
  readonly thingsToDo: ThingsToDo;
  readonly roads: Roads;
  readonly memory: StopMemory;
}

/** A rule for trips. */
export type TripInvariant = Invariant<TripSubject, PlannerIssueType, IssueTarget>;

/** An end of the trip. */
export interface Endpoint {
  readonly field: 'origin' | 'destination';
  readonly place: PlaceRef | undefined;
  /** Its location; undefined if unknown. */
  readonly point: Point | undefined;
  /** Its name on a map: Los Angeles for "LA". */
  readonly properName?: string | undefined;
  /** Its problem; undefined if there is none. */
  readonly fault: 'missing' | 'unknown' | 'misplaced' | undefined;
}

/** What the rules share about one trip, computed once. */
export interface TripReading {
  readonly view: ItineraryView | undefined;
  readonly endpoints: Readonly<Record<'origin' | 'destination', Endpoint>>;
  /** For each stop, in order, why it cannot be at its location; undefined if it can. */
  readonly verdicts: readonly (string | undefined)[];
  /** The stops that all rules consider, except for those about coordinates. */
  readonly validStops: readonly ValidStop[];
}

/** A stop with a plausible location. */
export interface ValidStop extends Stop {
  readonly point: Point;
}

const readings = new WeakMap<TripSubject, TripReading>();

/**
 * Reads a trip for the rules. A subject is created for one evaluation and never changes, so the result is cached with
 * it.
 */
export function readingOf(subject: TripSubject): TripReading {
  const known = readings.get(subject);
  if (known) return known;
  const reading = read(subject);
  readings.set(subject, reading);
  return reading;
}

function read(subject: TripSubject): TripReading {
  const { itinerary, places, memory } = subject;
  const meant = itinerary === null ? requestedTogether(subject) : undefined;
  const endpoints = {
    origin: endpointOf('origin', subject, meant),
    destination: endpointOf('destination', subject, meant),
  };
  const namesOf = ({ place, properName }: Endpoint) => [textOf(place?.name), properName];
  const names = { origin: namesOf(endpoints.origin), destination: namesOf(endpoints.destination) };
  const view = itinerary === null ? undefined : viewOf(itinerary, names, memory);
  const verdicts = view ? anchorVerdicts(view, endpoints, places, memory) : [];
  const validStops = (view?.stops ?? [])
    .filter(hasPoint)
    .filter(({ index }) => verdicts[index] === undefined);
  return { view, endpoints, verdicts, validStops };
}

/** The stop of a day, if its location is plausible. */
export function validStopOf({ stop }: DayView, { verdicts }: TripReading): ValidStop | undefined {
  return stop && hasPoint(stop) && verdicts[stop.index] === undefined ? stop : undefined;
}

function hasPoint(stop: Stop): stop is ValidStop {
  return stop.point !== undefined;
}

/** The places meant by the ends of a trip that is not planned yet, resolved together with its stops. */
function requestedTogether({
  state: { requirements },
  places,
}: TripSubject): ReadonlyMap<string, PlaceCandidate> {
  const { origin, destination, via = [] } = requirements;
  const named = [origin, destination, ...via].filter((place) => place !== undefined && !isGiven(place));
  const queries = [...new Set(named.map((place) => queryOf(place ?? { name: '' })))];
  const found = queries.length > 1 ? (places.resolveTogether?.(queries) ?? []) : [];
  return new Map(queries.flatMap((query, at) => (found[at] ? [[query, found[at]] as const] : [])));
}

function endpointOf(
  field: 'origin' | 'destination',
  { state, itinerary, places }: TripSubject,
  meant: ReadonlyMap<string, PlaceCandidate> | undefined,
): Endpoint {
  const shown = itinerary?.[field];
  const isShown = shown !== undefined && (textOf(shown.name) !== undefined || isGiven(shown));
  const requested = state.requirements[field];
  const place = isShown && !(requested && isUnheardOf(requested, shown, places)) ? shown : requested;
  if (place === undefined) return { field, place: undefined, point: undefined, fault: 'missing' };
  const name = textOf(place.name);
  const point = usablePoint(place);
  const candidates = name === undefined ? [] : places.resolve(queryOf(place), { limit: 3, typos: false });
  const [first] = candidates;
  const found = first && (meant?.get(queryOf(place)) ?? first);
  if (isGiven(place) && point === undefined) {
    return { field, place, point: undefined, properName: found?.name, fault: 'misplaced' };
  }
  if (point) {
    const isRemote =
      found === undefined && places !== NO_PLACES && !places.nearest(point, { withinKm: TRUSTED_KM });
    return { field, place, point, properName: found?.name, fault: isRemote ? 'misplaced' : undefined };
  }
  if (name === undefined) return { field, place: undefined, point: undefined, fault: 'missing' };
  return found
    ? { field, place, point: { lat: found.lat, lng: found.lng }, properName: found.name, fault: undefined }
    : { field, place, point: undefined, fault: 'unknown' };
}

/** Whether the requested end differs from the actual one, and its place is unknown. */
function isUnheardOf(requested: PlaceRef, shown: PlaceRef, places: PlaceKnowledge): boolean {
  if (
    places === NO_PLACES ||
    isGiven(requested) ||
    bareName(requested.name) === bareName(textOf(shown.name) ?? '')
  )
    return false;
  return places.resolve(queryOf(requested), { limit: 1, typos: false }).length === 0;
}

function isGiven({ lat, lng }: { readonly lat?: unknown; readonly lng?: unknown }): boolean {
  return (lat !== undefined && lat !== null) || (lng !== undefined && lng !== null);
}

/** A place as a query, with everything known about its location. */
export function queryOf({ name, admin1, country }: Pick<PlaceRef, 'name' | 'admin1' | 'country'>): string {
  return [name, textOf(admin1), textOf(country)].filter((part) => part !== undefined).join(', ');
}

/** The number of the day on which each stop is reached. */
export function firstDaysOf(subject: TripSubject): ReadonlyMap<string, number> {
  const days = readingOf(subject).view?.days ?? [];
  return new Map(days.toReversed().map(({ day }) => [day.anchorId, day.number]));
}
