import { drivingKm } from '../places/geo.ts';
import type { WholeContext } from '../planner-context.ts';
import type { PlannerRequest } from '../request.ts';
import type { PlacedVisit, ResolvedRequest } from './resolved-request.ts';
import { stopsBetween } from './stops-between.ts';
import { visitOrder } from './visit-order.ts';

/** A stop of a generated trip: `days` are spent there, none where one only sets out or passes. */
export interface PlannedStop {
  readonly place: PlacedVisit;
  readonly days: number;
}

/** A day of driving that most people enjoy. */
export const PLEASANT_KM = 420;
/** What a day of driving comes to when nobody said how long the trip should be. */
const DEFAULT_DAY_KM = 480;

/** The stops of a road trip: those that were named, and real places in between at bearable distances. */
export function roadStops(
  request: PlannerRequest,
  { origin, destination, via }: ResolvedRequest,
  context: WholeContext,
): PlannedStop[] {
  const out = visitOrder(origin, destination, via);
  const way = request.roundTrip ? [...out, destination, origin] : [...out, destination];
  const minimal = way.reduce((sum, { days = 1 }) => sum + days, 0);
  const totalKm = way.reduce(
    (sum, place, at) => sum + drivingKm(at === 0 ? origin : (way[at - 1] ?? origin), place),
    0,
  );
  const days = request.days ?? Math.max(minimal, Math.ceil(totalKm / DEFAULT_DAY_KM), 1);
  return [
    { place: origin, days: 0 },
    ...(days < minimal ? hurried(way, days, origin) : leisurely(way, days, origin, request, context)),
  ];
}

/** Fewer days than stops: the nights go where they part the way most evenly, the other stops are passed. */
function hurried(way: readonly PlacedVisit[], days: number, origin: PlacedVisit): PlannedStop[] {
  const lengths = way.map((place, at) => drivingKm(at === 0 ? origin : (way[at - 1] ?? origin), place));
  const total = lengths.reduce((sum, km) => sum + km, 0);
  const nights = new Set<number>([way.length - 1]);
  for (let night = 1; night < days; night++) {
    const wanted = (total * night) / days;
    let [passed, best, off] = [0, -1, Number.POSITIVE_INFINITY];
    for (const [at, km] of lengths.entries()) {
      passed += km;
      if (!nights.has(at) && Math.abs(passed - wanted) < off) [best, off] = [at, Math.abs(passed - wanted)];
    }
    if (best >= 0) nights.add(best);
  }
  return way.map((place, at) => ({ place, days: nights.has(at) ? 1 : 0 }));
}

/** Days to spare: first the longest legs are parted by stops, then the places most worth it get more time. */
function leisurely(
  way: readonly PlacedVisit[],
  days: number,
  origin: PlacedVisit,
  request: PlannerRequest,
  { places, thingsToDo }: WholeContext,
): PlannedStop[] {
  const besides = new Set([...way.map(({ name }) => name), origin.name, ...request.skip]);
  const goal = request.roundTrip ? undefined : way.at(-1);
  const legs = way.map((to, at) => ({ from: way[at - 1] ?? origin, to, stops: 0, isFull: false }));
  const stays = way.map(({ days: wished = 1 }) => wished);
  let spare = days - stays.reduce((sum, count) => sum + count, 0);
  const stopsOf = ({ from, to, stops }: (typeof legs)[number]) =>
    stopsBetween({ from, to, count: stops, goal: goal ?? to, besides, places, thingsToDo });

  while (spare > 0) {
    const longest = legs
      .filter(({ isFull }) => !isFull)
      .toSorted((a, b) => stretchKm(b) - stretchKm(a))
      .find((leg) => stretchKm(leg) > PLEASANT_KM);
    if (longest === undefined) break;
    longest.stops++;
    if (stopsOf(longest).length < longest.stops) {
      longest.stops--;
      longest.isFull = true;
    } else {
      spare--;
    }
  }
  const stops = legs.flatMap((leg, at): PlannedStop[] => {
    const between = stopsOf(leg);
    for (const { name } of between) besides.add(name);
    return [...between.map((place) => ({ place, days: 1 })), { place: leg.to, days: stays[at] ?? 1 }];
  });
  return withMoreTime(stops, spare, request);

  function stretchKm({ from, to, stops: count }: (typeof legs)[number]): number {
    return drivingKm(from, to) / (count + 1);
  }
}

/** Gives days that are left to the places most worth them, one after the other. Who comes home needs none there. */
function withMoreTime(
  stops: readonly PlannedStop[],
  spare: number,
  { roundTrip }: Pick<PlannerRequest, 'roundTrip'>,
): PlannedStop[] {
  const given = stops.map(({ days }) => days);
  const worth = (at: number) => {
    const stop = stops[at];
    if (stop === undefined || stop.place.days !== undefined || stop.place.kept) return 0.001;
    if (roundTrip && at === stops.length - 1) return 0.0005;
    return Math.log10(Math.max(stop.place.population, 1000)) / ((given[at] ?? 0) + 1);
  };
  for (let left = spare; left > 0; left--) {
    const best = stops.map((_, at) => at).toSorted((a, b) => worth(b) - worth(a))[0] ?? 0;
    given[best] = (given[best] ?? 0) + 1;
  }
  return stops.map((stop, at) => ({ ...stop, days: given[at] ?? stop.days }));
}
