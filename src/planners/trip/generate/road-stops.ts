import {
  distanceKm,
  drivingKm,
  drivingWayKm,
  offsetFromWay,
  ROAD_KM_PER_HOUR,
  wayKm,
} from '../places/geo.ts';
import type { FullContext } from '../planner-context.ts';
import type { TravelMeans, TripConstraints } from '../requirements/constraints.ts';
import { MAX_OPEN_DAYS, type PlannerRequest } from '../requirements/planner-request.ts';
import { type Roads, roadsOnMap } from '../routes/roads.ts';
import { seaOnLeg } from './leg-means.ts';
import type { PlacedVisit, ResolvedRequest } from './resolved-request.ts';
import {
  count,
  daysAfterReturn,
  doesNotFit,
  isAllFixed,
  type PlannedStop,
  restDays,
  staysClash,
  withSpareDays,
} from './stay-lengths.ts';
import { stopsBetween } from './stops-between.ts';
import {
  byRoad,
  visitOrder,
  WORTH_REORDERING,
  WORTH_REORDERING_LOOP,
  WORTH_REORDERING_TOUR,
} from './visit-order.ts';

/** A day of driving that most people enjoy. */
export const PLEASANT_KM = 420;
/** With days to spare, one stops more often where there is something to see. */
const LEISURELY_KM = 300;
/** On a road trip one stops so often where the way has something to offer, and leaves this share of the days to its end. */
const ROAD_TRIP_KM = 150;
/** The same for who travels for the sake of the way. */
const SCENIC_TRIP_KM = 90;
const SHARE_OF_END = 1 / 3;
/** So many days to spare for each place that was named are more than most want to stay. */
const LONG_STAY_DAYS = 4;
/** A day of driving that nobody wants to be longer. */
const FARTHEST_KM = 640;
/** The default distance of a day of driving if the request has no length. */
const DEFAULT_DAY_KM = 480;
/** A stop is passed for the sake of the longest day only if that becomes this share of what it was. */
const WORTH_PASSING = 0.8;

/** How far one gets in a day by one's own strength. */
const OWN_STRENGTH_KM: Partial<Record<TravelMeans, number>> = { bike: 60, foot: 20 };

/** The maximum distance of a day, if requested, or by bike or on foot. */
function mostDrivingKm({ driving, travelBy: [means] = [] }: TripConstraints): number | undefined {
  const { hours, km } = driving ?? {};
  const own = means === undefined ? undefined : OWN_STRENGTH_KM[means];
  if (own !== undefined) return km ?? own;
  const limits = [
    ...(hours === undefined ? [] : [hours * ROAD_KM_PER_HOUR]),
    ...(km === undefined ? [] : [km]),
  ];
  return limits.length === 0 ? undefined : Math.min(...limits);
}

/** The stops of a road trip: those that were named, and real places in between at bearable distances. */
export function roadStops(
  request: PlannerRequest,
  resolved: ResolvedRequest,
  context: FullContext,
): readonly PlannedStop[] {
  const { origin, destination, via, isOriginVisited, isTour } = resolved;
  const worthWithout = request.roundTrip ? WORTH_REORDERING_LOOP : WORTH_REORDERING;
  const worth = isTour ? WORTH_REORDERING_TOUR : worthWithout;
  const out = orderByRoad([origin, request.roundTrip && isTour ? origin : destination], via, worth, context);
  const isLoop = request.roundTrip && distanceKm(origin, destination) > 2;
  const named = [...(isOriginVisited ? [origin] : []), ...out, destination];
  const atEnd = daysAfterReturn(request, named, resolved) || undefined;
  const home = { ...origin, days: atEnd, bound: undefined, window: undefined };
  const way = [...named, ...(isLoop ? [home] : [])];
  const minimal = way.reduce((sum, { days = 1 }) => sum + days, 0);
  const totalKm = drivingWayKm([origin, ...way]);
  const most = Math.min(mostDrivingKm(request.constraints ?? {}) ?? DEFAULT_DAY_KM, DEFAULT_DAY_KM);
  const stays = isLoop ? way.slice(0, -1) : way;
  const days = request.days ?? Math.max(minimal, isAllFixed(stays) ? 0 : Math.ceil(totalKm / most), 1);
  const fixed = way.reduce((sum, { days: stay = 0 }) => sum + stay, 0);
  if (fixed > days)
    throw staysClash(
      days,
      stays.filter((stay) => stay.days !== undefined),
    );
  const before = isLoop ? atStart(way, days, resolved) : 0;
  const left = days - before;
  return [
    ...(isOriginVisited ? [] : [{ place: origin, days: before }]),
    ...(left < minimal ? hurried(way, left, origin) : leisurely(way, left, resolved, request, context)),
  ];
}

/** The shortest order by road, unless the given one is shorter as the crow flies. */
function orderByRoad(
  [from, to]: readonly [PlacedVisit, PlacedVisit],
  stops: readonly PlacedVisit[],
  worth: number,
  { places }: FullContext,
): readonly PlacedVisit[] {
  const best = visitOrder(from, to, stops, worth, byRoad(places));
  return wayKm([from, ...best, to]) <= wayKm([from, ...stops, to]) ? best : stops;
}

/** Fewer days than stops: the nights go where they part the way most evenly, the other stops are passed. */
function hurried(way: readonly PlacedVisit[], days: number, origin: PlacedVisit): PlannedStop[] {
  const lengths = way.map((place, at) => drivingKm(at === 0 ? origin : (way[at - 1] ?? origin), place));
  const total = lengths.reduce((sum, km) => sum + km, 0);
  const fixed = way.flatMap(({ days: stay }, at) => (stay === undefined ? [] : [at]));
  const usedDays = fixed.reduce((sum, at) => sum + (way[at]?.days ?? 0), 0);
  const nights = new Set<number>([...fixed, ...(usedDays < days ? [way.length - 1] : [])]);
  const open = days - usedDays - (fixed.includes(way.length - 1) ? 0 : 1);
  for (let night = 1; night <= open; night++) {
    const wanted = (total * night) / (open + 1);
    let [passed, best, off] = [0, -1, Number.POSITIVE_INFINITY];
    for (const [at, km] of lengths.entries()) {
      passed += km;
      if (!nights.has(at) && Math.abs(passed - wanted) < off) [best, off] = [at, Math.abs(passed - wanted)];
    }
    if (best >= 0) nights.add(best);
  }
  if (!nights.has(way.length - 1)) {
    const missing = way.filter((_, at) => !nights.has(at)).map(({ name }) => name);
    throw doesNotFit([
      `The stays take all ${count(days)}, and leave none for ${missing.join(' and ')}. Make the trip longer, or a stay shorter.`,
    ]);
  }
  return way.map((place, at) => ({ place, days: nights.has(at) ? (place.days ?? 1) : 0 }));
}

/** The way from one night to the next named one, with the named stops that are only passed. */
interface Leg {
  readonly from: PlacedVisit;
  readonly passed: readonly PlacedVisit[];
  readonly to: PlacedVisit;
  /** How far it is to drive. */
  readonly km: number;
}

/** Days to spare: first the longest legs are parted by stops, then the places most worth it get more time. */
function leisurely(
  way: readonly PlacedVisit[],
  days: number,
  { origin, isTour }: ResolvedRequest,
  request: PlannerRequest,
  context: FullContext,
): readonly PlannedStop[] {
  const { places, thingsToDo } = context;
  const roads = roadsOnMap(places);
  const besides = new Set([...way.map(({ name }) => name), origin.name, ...request.skip]);
  const goal = request.roundTrip ? undefined : way.at(-1);
  const legsPassing = (passed: ReadonlySet<PlacedVisit>) => legsOf(way, origin, passed, roads);
  const passed = passedOn(way, days, origin, request, legsPassing);
  // Between two places with the sea between them there is nowhere to stop.
  const { way: course } = request.constraints ?? {};
  const isSea = ({ from, to }: Leg) => seaOnLeg(from, to, places, { isDriven: true, way: course }) !== 'none';
  const legs = legsPassing(passed).map((leg) => ({ ...leg, stops: 0, isFull: isSea(leg), isScenic: false }));
  const loose = days - legs.reduce((sum, { to }) => sum + (to.days ?? 1), 0);
  if (loose > MAX_OPEN_DAYS && isTour && isAllFixed(way)) throw staysClash(days, way);
  const rest = restDays(days, request.constraints?.rest);
  // Who rests on the way rests at its end too.
  let spare = loose - Math.min(rest > 0 ? rest + 1 : 0, loose);
  const isLeisurely = hasMuchTime(way, spare, request);
  const pleasant = pleasantKm(isLeisurely, request);
  const stopsOf = ({ from, passed: through, to, stops, isScenic }: (typeof legs)[number]) =>
    stopsBetween({
      from,
      through,
      to,
      count: stops,
      isScenic: isLeisurely || isScenic || course !== undefined,
      way: course,
      mostKm: mostDrivingKm(request.constraints ?? {}),
      goal: goal ?? to,
      besides,
      places,
      thingsToDo,
      ...(from.country !== undefined && from.country === to.country && { country: from.country }),
    });

  for (;;) {
    spare = parted(legs, spare, pleasant);
    const scarce = legs.find((leg) => stopsOf(leg).length < leg.stops);
    if (scarce === undefined) break;
    const wanted = scarce.stops;
    scarce.stops = mostStops(wanted, (stops) => stopsOf({ ...scarce, stops }).length === stops);
    scarce.isFull = true;
    spare += wanted - scarce.stops;
  }
  const atEnd = Math.max(Math.ceil(days * SHARE_OF_END) - 1, 1);
  if (!isTour && goal !== undefined && isRoadTrip(request)) {
    for (let left = spare - atEnd; left > 0; left--) {
      const more = legs
        .filter(
          (leg) =>
            !isSea(leg) &&
            leg.km / (leg.stops + 2) >=
              Math.min(course === undefined && !isLeisurely ? ROAD_TRIP_KM : SCENIC_TRIP_KM, pleasant),
        )
        .toSorted((a, b) => stretchKm(b) - stretchKm(a))
        .find((leg) =>
          isWorthStopping(stopsOf({ ...leg, stops: leg.stops + 1, isScenic: true }), leg.stops + 1, request),
        );
      if (more === undefined) break;
      more.stops++;
      more.isScenic = true;
    }
  }
  const stops = legs.flatMap((leg): PlannedStop[] => {
    const between = stopsOf(leg);
    for (const { name } of between) besides.add(name);
    return [...inOrder(leg, between), { place: leg.to, days: leg.to.days ?? 1 }];
  });
  const left = days - stops.reduce((sum, stop) => sum + stop.days, 0);
  return withSpareDays(stops, left, { ...request, thingsToDo });
}

/**
 * A loop in which every stay has a length spends the remaining days at its start, if travellers fly in and the way there is
 * not a journey of its own.
 */
function atStart(
  way: readonly PlacedVisit[],
  days: number,
  { origin, isOriginVisited }: ResolvedRequest,
): number {
  const stays = way.slice(0, -1);
  const [first] = stays;
  const open = days - stays.reduce((sum, { days: stay = 0 }) => sum + stay, 0) - (way.at(-1)?.days ?? 1);
  const isNear = first !== undefined && first.country === origin.country;
  return !isOriginVisited && isNear && isAllFixed(stays) && open > 0 ? open : 0;
}

/** Less known, a place is no reason to stop. */
const WORTH_A_STOP = 40;

/** The same for who travels for the sake of the way. */
const WORTH_THE_WAY = 20;

function isWorthStopping(
  stops: readonly PlacedVisit[],
  wanted: number,
  { constraints }: Pick<PlannerRequest, 'constraints'>,
): boolean {
  const least = constraints?.way === undefined ? WORTH_A_STOP : WORTH_THE_WAY;
  return stops.length === wanted && stops.every(({ renown = 0 }) => renown >= least);
}

/** Whether driving is what the trip is about: who says how many places to visit, or takes it slowly, wants no others. */
function isRoadTrip({ mode, constraints: { cities, bases, pace } = {} }: PlannerRequest): boolean {
  return mode === 'road' && cities === undefined && bases === undefined && pace !== 'slow';
}

/** Whether there is far more time than way. Who says how many places to visit wants no others. */
function hasMuchTime(
  way: readonly PlacedVisit[],
  spare: number,
  { constraints: { cities, bases, pace } = {} }: PlannerRequest,
): boolean {
  const open = way.filter((place) => place.isNamed && place.days === undefined).length;
  // Who takes it slowly stays longer everywhere, but not for weeks at the end of the way.
  const longest = pace === 'slow' ? 2 * LONG_STAY_DAYS : LONG_STAY_DAYS;
  return cities === undefined && bases === undefined && spare > open * longest;
}

/** The target distance of a day of driving: as requested, or shorter if there is ample time. */
function pleasantKm(isLeisurely: boolean, { constraints = {} }: PlannerRequest): number {
  const requested = mostDrivingKm(constraints);
  if (constraints.cities !== undefined || constraints.bases !== undefined) return requested ?? FARTHEST_KM;
  return Math.min(requested ?? PLEASANT_KM, isLeisurely ? LEISURELY_KM : PLEASANT_KM);
}

/** Splits the longest legs with spare days, one stop each, while a day is too long. Returns the remaining days. */
function parted(
  legs: readonly (Leg & { stops: number; readonly isFull: boolean })[],
  spare: number,
  pleasant: number,
): number {
  for (let left = spare; left > 0; left--) {
    const [longest] = legs.filter(({ isFull }) => !isFull).toSorted((a, b) => stretchKm(b) - stretchKm(a));
    if (longest === undefined || stretchKm(longest) <= pleasant) return left;
    longest.stops++;
  }
  return 0;
}
/** The largest number of stops, below one that is too large, for which there are places. */
function mostStops(tooMany: number, isPossible: (count: number) => boolean): number {
  let [possible, impossible] = [0, tooMany];
  while (impossible - possible > 1) {
    const middle = Math.floor((possible + impossible) / 2);
    if (isPossible(middle)) possible = middle;
    else impossible = middle;
  }
  return possible;
}

function legsOf(
  way: readonly PlacedVisit[],
  origin: PlacedVisit,
  passed: ReadonlySet<PlacedVisit>,
  roads: Roads,
): Leg[] {
  const km = (stops: readonly PlacedVisit[]) =>
    stops.slice(1).reduce((sum, to, at) => {
      const from = stops[at] ?? to;
      return sum + (roads.km(from, to) ?? drivingKm(from, to));
    }, 0);
  const legs: Leg[] = [];
  let [from, through]: [PlacedVisit, PlacedVisit[]] = [origin, []];
  for (const place of way) {
    if (passed.has(place)) {
      through.push(place);
      continue;
    }
    legs.push({ from, passed: through, to: place, km: km([from, ...through, place]) });
    [from, through] = [place, []];
  }
  return legs;
}

function stretchKm(leg: Leg & { readonly stops: number }): number {
  return leg.km / (leg.stops + 1);
}

/**
 * The named stops that are better passed than slept at: a night there would leave too much of the way to the other days.
 * Each of them has to make the longest day a good deal shorter.
 */
function passedOn(
  way: readonly PlacedVisit[],
  days: number,
  origin: PlacedVisit,
  { roundTrip }: Pick<PlannerRequest, 'roundTrip'>,
  legsPassing: (passed: ReadonlySet<PlacedVisit>) => readonly Leg[],
): ReadonlySet<PlacedVisit> {
  const longestDay = (passed: ReadonlySet<PlacedVisit>) => longestOf(legsPassing(passed), days);
  const passable = way
    .slice(0, roundTrip ? -2 : -1)
    .filter((place) => place.days === undefined && !place.kept && distanceKm(place, origin) >= 2);
  let passed: ReadonlySet<PlacedVisit> = new Set();
  let longest = longestDay(passed);
  while (longest > DEFAULT_DAY_KM) {
    const [best] = passable
      .filter((place) => !passed.has(place))
      .map((place) => new Set([...passed, place]))
      .map((more) => ({ more, km: longestDay(more) }))
      .toSorted((a, b) => a.km - b.km);
    if (best === undefined || best.km > longest * WORTH_PASSING) break;
    [passed, longest] = [best.more, best.km];
  }
  return passed;
}

/** How long the longest day is when the spare days part the longest legs evenly. */
function longestOf(legs: readonly Leg[], days: number): number {
  const parts = legs.map(({ km }) => ({ km, count: 1 }));
  const stretch = ({ km, count }: (typeof parts)[number]) => km / count;
  for (let spare = days - legs.reduce((sum, { to }) => sum + (to.days ?? 1), 0); spare > 0; spare--) {
    const longest = parts.reduce((a, b) => (stretch(b) > stretch(a) ? b : a));
    longest.count++;
  }
  return Math.max(...parts.map(stretch));
}

/** The stops of a leg and the named ones that it passes, in the order in which they are reached. */
function inOrder({ from, passed, to }: Leg, between: readonly PlacedVisit[]): PlannedStop[] {
  const way = [from, ...passed, to];
  const along = (place: PlacedVisit) => offsetFromWay(place, way).alongKm;
  return [
    ...between.map((place) => ({ place, days: 1 })),
    ...passed.map((place) => ({ place, days: 0 })),
  ].toSorted((a, b) => along(a.place) - along(b.place));
}
