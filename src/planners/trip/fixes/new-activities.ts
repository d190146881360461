import { isWorthATrip } from '../activities/kind-of-thing.ts';
import type { Activity, Anchor, Itinerary } from '../itinerary/itinerary.ts';
import { usablePoint } from '../itinerary/itinerary-view.ts';
import {
  activityId,
  enoughToDo,
  type ThingsToDo,
  type ThingsToDoQuery,
  type ThingToDo,
} from '../knowledge/things-to-do.ts';
import { distanceKm, type Point } from '../places/geo.ts';
import type { DayRate, TravelMeans } from '../requirements/constraints.ts';
import {
  type CountedThing,
  countOf,
  hasRoomFor,
  isCounted,
  lackingOn,
  ratesOf,
} from '../requirements/day-rates.ts';
import { constraintsOf, type TripRequirements } from '../requirements/requirements.ts';
import { isDisliked } from './dislikes.ts';

/** The likes and dislikes of the travellers. */
export interface TripTastes {
  readonly interests: readonly string[];
  readonly dislikes: readonly string[];
  /** Whether children travel along. */
  readonly forChildren: boolean;
  /** How many things a day. */
  readonly rates: readonly DayRate[];
}

/** The likes and dislikes according to the requirements. */
export function tastesOf(
  requirements: Pick<TripRequirements, 'interests' | 'constraints' | 'budget'>,
): TripTastes {
  const { dislikes = [], party } = constraintsOf(requirements);
  const forChildren = (party?.children?.length ?? 0) > 0;
  const rates = ratesOf(constraintsOf(requirements));
  return { interests: requirements.interests ?? [], dislikes, forChildren, rates };
}

/** What to look for, and where. */
export interface NewActivitiesQuery {
  readonly itinerary: Pick<Itinerary, 'days' | 'anchors' | 'mode'>;
  readonly point: Point;
  readonly name: string;
  readonly limit: number;
  /** What the day has already. */
  readonly on?: readonly Activity[];
  readonly source: ThingsToDo;
  readonly tastes: TripTastes;
}

/** New activities for a day at a stop: fewer than requested if no more are known or the day may not have more. */
export function newActivities(anchorId: string, query: NewActivitiesQuery): Activity[] {
  const { itinerary, point, name, limit, source, tastes } = query;
  const { interests, dislikes, forChildren, rates } = tastes;
  const present = itinerary.days.flatMap(({ activities }) => activities);
  const used = new Set(present.map(({ id }) => id));
  // A sight near two stops is visited only once.
  const besides = new Set(present.map(({ title }) => title));
  const isWanted = (thing: ThingToDo) =>
    !isDisliked(thing, dislikes) && isOnThisStay(thing, anchorId, point, itinerary.anchors);
  const by = meansAt(anchorId, itinerary);
  const found = (most: number, isFitting = isWanted) => {
    const wanted = filtered(source, isFitting, rates.length > 0 ? Number.POSITIVE_INFINITY : LEFT_OUT);
    return enoughToDo(wanted, point, { name, limit: most, interests, forChildren, by, besides }).filter(
      isFitting,
    );
  };
  const things = rates.length === 0 ? found(limit) : atRates(query, found, isWanted);
  return things.map((thing) => {
    const id = activityId(anchorId, thing.title, used);
    used.add(id);
    return { id, ...thing };
  });
}

/** First what the day lacks of a kind, then others while it has room for them. */
function atRates(
  { limit, on = [], point, tastes: { rates } }: NewActivitiesQuery,
  found: (most: number, isFitting: (thing: ThingToDo) => boolean) => readonly ThingToDo[],
  isWanted: (thing: ThingToDo) => boolean,
): readonly ThingToDo[] {
  const [day, added]: [CountedThing[], ThingToDo[]] = [[...on], []];
  const add = (things: readonly ThingToDo[], isEnough: () => boolean) => {
    for (const thing of things) {
      if (isEnough()) return;
      if (day.some(({ title }) => title === thing.title) || !hasRoomFor(thing, day, rates)) continue;
      day.push(thing);
      added.push(thing);
    }
  };
  for (const rate of lackingOn(on, rates)) {
    const most = isWorthATrip(rate.what ?? '') ? Number.POSITIVE_INFINITY : MAX_IN_TOWN_KM;
    const isReal = (thing: ThingToDo) =>
      isWanted(thing) && isCounted(thing, rate) && kmTo(thing, point) <= most;
    add(found(MAX_OF_KIND, isReal), () => countOf(day, rate) >= (rate.least ?? 0));
  }
  add(found(MAX_OF_KIND, isWanted), () => added.length >= limit);
  return added;
}

/** What every day should have is not farther from its stop. */
const MAX_IN_TOWN_KM = 15;

function kmTo({ place }: ThingToDo, from: Point): number {
  const { lat, lng } = place ?? {};
  return typeof lat === 'number' && typeof lng === 'number' ? distanceKm(from, { lat, lng }) : 0;
}

/** So many things to do at a stop are looked at. */
const MAX_OF_KIND = 500;

/** How travellers get around at a stop: as they arrive or leave there. */
function meansAt(
  anchorId: string,
  { anchors, mode }: Pick<Itinerary, 'anchors' | 'mode'>,
): TravelMeans | undefined {
  const at = anchors.findIndex(({ id }) => id === anchorId);
  const legs = [anchors[at]?.by, anchors[at + 1]?.by].filter((by) => by !== undefined);
  const own = legs.find((by) => by === 'foot' || by === 'bike');
  return own ?? (mode === 'road' ? 'car' : legs[0]);
}

/** A sight that is no farther away belongs to the stop, even if another stop is closer. */
const IN_TOWN_KM = 10;

/** Whether a sight is seen from this stop, and not from a closer one of the same trip. */
function isOnThisStay(
  { place }: ThingToDo,
  anchorId: string,
  point: Point,
  anchors: readonly Anchor[],
): boolean {
  const { lat, lng } = place ?? {};
  if (typeof lat !== 'number' || typeof lng !== 'number') return true;
  const km = distanceKm(point, { lat, lng });
  if (km <= IN_TOWN_KM) return true;
  return !anchors.some((other) => {
    const at = (other.nights ?? 0) > 0 && other.id !== anchorId ? usablePoint(other) : undefined;
    return at !== undefined && distanceKm(at, { lat, lng }) < km;
  });
}

/** How many additional sights to request, because some are dropped. */
const LEFT_OUT = 20;

function filtered(source: ThingsToDo, isWanted: (thing: ThingToDo) => boolean, leftOut: number): ThingsToDo {
  const more = (query: ThingsToDoQuery) => ({ ...query, limit: query.limit + leftOut });
  return {
    near: (point, query) => source.near(point, more(query)).filter(isWanted).slice(0, query.limit),
    ...(source.ideas && {
      ideas: (point, query) => (source.ideas?.(point, more(query)) ?? []).filter(isWanted),
    }),
  };
}
