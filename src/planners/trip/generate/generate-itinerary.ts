import { TripError } from '../error.ts';
import { type NewActivitiesQuery, newActivities, tastesOf } from '../fixes/new-activities.ts';
import { LONG_DRIVE_HOURS, MIN_ACTIVITIES, MIN_ACTIVITIES_DRIVING } from '../invariants/activity-density.ts';
import { dateAfter } from '../itinerary/calendar-day.ts';
import { REACH_KM } from '../itinerary/day-changes.ts';
import type { Activity, Anchor, Day, Itinerary, TripMode } from '../itinerary/itinerary.ts';
import { bareName, usablePoint } from '../itinerary/itinerary-view.ts';
import { fingerprint, freeId, slug } from '../itinerary/stop-id.ts';
import { isEarlyDeparture, isLateArrival } from '../itinerary/travel-hours.ts';
import { EMBEDDED } from '../knowledge/embedded-knowledge.ts';
import { distanceKm, drivingHours, type Point } from '../places/geo.ts';
import { type FullContext, fullContext, type PlannerContext } from '../planner-context.ts';
import { capsOf, plannedWith } from '../requirements/day-rates.ts';
import { type PlannerRequest, readRequest } from '../requirements/planner-request.ts';
import { TripRequirements } from '../requirements/requirements.ts';
import { alongRoute } from './along-route.ts';
import { cityStops } from './city-stops.ts';
import { dayTripsOf } from './day-trips.ts';
import { landmassOf } from './landmass.ts';
import { modeFor, withMeans } from './leg-means.ts';
import { withMustSees } from './must-sees.ts';
import { isSamePlace, type PlacedVisit, type ResolvedRequest, resolveRequest } from './resolved-request.ts';
import { roadStops } from './road-stops.ts';
import type { PlannedStop } from './stay-lengths.ts';
import { stopsBetween } from './stops-between.ts';
import { visitOrder } from './visit-order.ts';

/**
 * Generates a trip from a request: a road trip with stops at reasonable distances, or several cities in the shortest
 * order that fits. All places are real; activities are real if the data has them, otherwise marked as suggestions.
 * Throws a `TripError` for an unknown place or conflicting requirements. Only the named fields of the request are needed.
 */
export function generateItinerary(asked: Partial<PlannerRequest>, context?: PlannerContext): Itinerary {
  const whole = fullContext(context, EMBEDDED);
  checkDays(asked);
  const read = readRequest(asked);
  const { request: given, route, chosen = [] } = alongRoute(read, whole.places);
  const found = resolveRequest(given, whole);
  const { request, resolved } = withoutLoop(given, { ...found, via: found.via.map(asChosen(chosen)) });
  const { origin, destination } = resolved;
  const apart = withoutRoad(resolved);
  const mode = request.mode ?? modeFor(resolved, apart !== undefined, request, whole.places);
  if (mode === 'road' && apart) throw noRoad(apart);
  const stops = stopsFor(mode, request, resolved, whole);
  const anchors = withMeans(anchorsOf(stops), mode, request, whole.places);
  const made: Itinerary = {
    id: `trip-${slug(origin.name)}-${slug(destination.name)}-${fingerprint(JSON.stringify(read))}`,
    mode,
    roundTrip: request.roundTrip,
    ...((resolved.isTour || route !== undefined) && stops.length > 1 && { tour: true }),
    ...(route !== undefined && { along: route }),
    origin: refOf(origin),
    destination: refOf(destination),
    anchors,
    days: daysOf(stops, { anchors, mode }, request, whole),
  };
  return withMustSees(made, request.constraints ?? {}, whole.places);
}

function checkDays(asked: unknown): void {
  const days = typeof asked === 'object' && asked !== null && 'days' in asked ? asked.days : undefined;
  if (days === undefined || days === null || TripRequirements.shape.days.safeParse(days).success) return;
  throw new TripError('trip-does-not-fit', {
    expected: 'a trip of 1 to 365 whole days',
    actual: `${String(days)} days`,
    fix: 'Change how long the trip takes.',
    reasons: [`A trip takes 1 to 365 whole days, and this one should take ${String(days)}.`],
  });
}

/** Marks the towns of a route that were chosen in addition to named places. */
function asChosen(chosen: readonly Point[]): (place: PlacedVisit) => PlacedVisit {
  return (place) =>
    chosen.some((town) => isSamePlace(town, place)) ? { ...place, isNamed: false, isChosen: true } : place;
}

/** Two places of a trip without a road connection, if any. */
function withoutRoad({ origin, destination, via }: ResolvedRequest): readonly [string, string] | undefined {
  const from = landmassOf(origin);
  const far = [destination, ...via].find((place) => (landmassOf(place) ?? from) !== from);
  return from === undefined || far === undefined ? undefined : [origin.name, far.name];
}

function noRoad([from, to]: readonly [string, string]): TripError {
  return new TripError('trip-does-not-fit', {
    summary: `There is no road from ${from} to ${to}.`,
    fix: 'Fly, fly and drive, or leave one of the places out.',
    reasons: [`There is no road from ${from} to ${to}: fly, or leave one of them out.`],
  });
}

/** A trip that ends where it starts is a round trip to the last of its stops. */
function withoutLoop(
  request: PlannerRequest,
  resolved: ResolvedRequest,
): { request: PlannerRequest; resolved: ResolvedRequest } {
  const { origin, destination, via } = resolved;
  const stops = visitOrder(origin, origin, via);
  const last = stops.at(-1);
  if (last === undefined || !isSamePlace(origin, destination)) return { request, resolved };
  return {
    request: { ...request, roundTrip: true },
    resolved: { ...resolved, destination: last, via: stops.slice(0, -1) },
  };
}

function stopsFor(
  mode: TripMode,
  request: PlannerRequest,
  resolved: ResolvedRequest,
  context: FullContext,
): readonly PlannedStop[] {
  const { origin, destination, via } = resolved;
  if (isSamePlace(origin, destination) && via.length === 0)
    return [{ place: destination, days: request.days ?? destination.days ?? 1 }];
  if (mode === 'road') return roadStops(request, resolved, context);
  return cityStops(
    request,
    { ...resolved, via: [...via, ...onTheRails(request, resolved, context)] },
    context,
  );
}

/** Nearer, one goes there in a day; and so many days are spent at each stop on the way. */
const MIN_RAIL_KM = 600;
const RAIL_LEG_KM = 350;
const DAYS_A_RAIL_STOP = 2.5;
const MIN_RENOWN = 40;

/** "Paris to Istanbul by train, 12 days": who names only the ends wants to see what lies between. */
function onTheRails(
  { days, roundTrip, skip, constraints = {} }: PlannerRequest,
  { origin, destination, via, isTour }: ResolvedRequest,
  { places, thingsToDo }: FullContext,
): readonly PlacedVisit[] {
  const [means] = constraints.travelBy ?? [];
  const km = distanceKm(origin, destination);
  const isCarried = means === 'train' || means === 'bus';
  if (!isCarried || isTour || roundTrip || via.length > 0 || days === undefined || km < MIN_RAIL_KM)
    return [];
  if (constraints.cities !== undefined || constraints.bases !== undefined || destination.days !== undefined)
    return [];
  const count = Math.min(Math.round(days / DAYS_A_RAIL_STOP) - 1, Math.floor(km / RAIL_LEG_KM));
  if (count < 1) return [];
  const besides = new Set([origin.name, destination.name, ...skip]);
  const ends = { from: origin, through: [], to: destination, goal: destination };
  const stops = stopsBetween({ ...ends, count, besides, places, thingsToDo, isScenic: true });
  return stops
    .filter(({ renown = 0 }) => renown >= MIN_RENOWN)
    .map((stop) => ({ ...stop, isNamed: false, isChosen: true }));
}

function anchorsOf(stops: readonly PlannedStop[]): Anchor[] {
  const used = new Set(stops.flatMap(({ place: { kept } }) => kept?.id ?? []));
  return stops.map(({ place, days }): Anchor => {
    if (place.kept) return place.kept;
    const { name, admin1, country, lat, lng, area } = place;
    const id = freeId(slug(name), used);
    used.add(id);
    return {
      id,
      name,
      ...(admin1 && { admin1 }),
      ...(country && { country }),
      ...(area !== undefined && area !== name && { area }),
      lat,
      lng,
      nights: days,
    };
  });
}

function daysOf(
  stops: readonly PlannedStop[],
  { anchors, mode }: Pick<Itinerary, 'anchors' | 'mode'>,
  { startDate, interests, constraints }: PlannerRequest,
  { thingsToDo, places }: FullContext,
): Day[] {
  const tastes = tastesOf({ interests: [...interests], constraints });
  const length = stops.reduce((sum, { days }) => sum + days, 0);
  const isOnTheWay = (number: number) =>
    length > 1 &&
    ((number === 1 && isLateArrival(constraints ?? {})) ||
      (number === length && isEarlyDeparture(constraints ?? {})));
  const trips = dayTripsOf(stops, anchors, constraints?.mustSee ?? [], places);
  const days: Day[] = [];
  let before: PlacedVisit | undefined;
  for (const [at, { place, days: count }] of stops.entries()) {
    const anchor = anchors[at];
    if (anchor === undefined) continue;
    for (let nth = 0; nth < count; nth++) {
      const isLong = nth === 0 && before !== undefined && drivingHours(before, place) > LONG_DRIVE_HOURS;
      const rates = isLong ? capsOf(tastes.rates) : tastes.rates;
      const limit = plannedWith(isLong ? MIN_ACTIVITIES_DRIVING : MIN_ACTIVITIES, rates);
      const query = {
        itinerary: { days, anchors, mode },
        point: place,
        name: place.name,
        limit,
        source: thingsToDo,
        tastes: { ...tastes, rates },
      };
      const number = days.length + 1;
      const trip = trips.get(number);
      days.push({
        number,
        ...(startDate !== undefined && { date: dateAfter(startDate, number - 1) }),
        anchorId: anchor.id,
        ...(isOnTheWay(number) && { travelOnly: true }),
        activities: isOnTheWay(number)
          ? []
          : trip
            ? [trip, ...seenOn(trip, anchor.id, query)]
            : newActivities(anchor.id, query),
      });
    }
    if (count > 0) before = place;
  }
  return days;
}

/** A trip's goal is seen within this distance. */
const AROUND_GOAL_KM = 10;

/** The best of what there is to see where a day trip goes. */
function seenOn(trip: Activity, anchorId: string, query: NewActivitiesQuery): Activity[] {
  const point = usablePoint(trip.place ?? {});
  const name = trip.place?.name ?? '';
  if (point === undefined) return [];
  const isThere = ({ title, place, generic }: Activity) => {
    const at = place && usablePoint(place);
    const isOther = !bareName(title).includes(bareName(name)) && !bareName(name).includes(bareName(title));
    return (
      !generic &&
      isOther &&
      at !== undefined &&
      distanceKm(point, at) <= AROUND_GOAL_KM &&
      distanceKm(query.point, at) < REACH_KM
    );
  };
  return newActivities(anchorId, { ...query, point, name, limit: SEEN_ON_TRIP, on: [trip] })
    .filter(isThere)
    .slice(0, 1);
}

/** Some of what is found is the goal itself. */
const SEEN_ON_TRIP = 4;

function refOf({ name, admin1, country, lat, lng }: PlacedVisit): Itinerary['origin'] {
  return { name, ...(admin1 && { admin1 }), ...(country && { country }), lat, lng };
}
