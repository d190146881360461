import type { Proposal } from '../../../repair/action.ts';
import { detourKm } from '../invariants/anchor-verdicts.ts';
import { REGRESSION_KM } from '../invariants/route-monotonic.ts';
import { readingOf, type TripSubject, type ValidStop } from '../invariants/subject.ts';
import type { Stop } from '../itinerary/itinerary-view.ts';
import type { PlannerMutation } from '../itinerary/mutation.ts';
import { distanceKm, type Point, wayKm } from '../places/geo.ts';
import { keepProposal, neighbours, OPTION_GROUP, removeProposal, stopOf } from './anchor-fixes.ts';
import { placeLabel } from './place-label.ts';

/** Up to this many stops, every single move is tried; beyond, only nearby ones. */
const EXACT_SEARCH_STOPS = 15;
const SEARCH_WINDOW = 8;
/** The corridor and population of a town on the way. */
const CORRIDOR_KM = 60;
const MIN_TOWN = 5000;

/** The options for a stop that leads back. */
export function routeOptions(anchorId: string, subject: TripSubject): readonly Proposal<PlannerMutation>[] {
  const stop = stopOf(anchorId, subject);
  if (stop === undefined) return [];
  const moves = bestMoves(anchorId, subject);
  const detour = townOnTheWay(anchorId, subject);
  const changes: Proposal<PlannerMutation>[] = [...moves, ...(detour ? [detour] : [])];
  if (stop.anchor.locked) return [...changes, keepProposal(stop)];
  return [...changes, removeProposal(stop), keepProposal(stop)];
}

interface Move {
  readonly stop: ValidStop;
  readonly to: number;
  /** The number of further moves needed to fix the route. */
  readonly movesLeft: number;
  readonly km: number;
  readonly shift: number;
}

/** The single moves with the fewest remaining ones, then the shortest route, then the smallest shift. */
function bestMoves(anchorId: string, subject: TripSubject): Proposal<PlannerMutation>[] {
  const { itinerary } = subject;
  const { validStops, view } = readingOf(subject);
  if (itinerary === null || view === undefined) return [];
  const order = orderOf(subject);
  const now = movesNeeded(validStops, order);
  const candidates = movableStops(anchorId, subject).flatMap((stop) => {
    const rest = validStops.filter((other) => other !== stop);
    return positionsFor(stop, view, order).flatMap((to): Move[] => {
      const at = rest.findIndex(({ index }) => (index > stop.index ? index - 1 : index) >= to);
      const moved = rest.toSpliced(at < 0 ? rest.length : at, 0, stop);
      const movesLeft = movesNeeded(moved, order);
      if (movesLeft >= now) return [];
      return [
        { stop, to, movesLeft, km: wayKm(moved.map(({ point }) => point)), shift: Math.abs(to - stop.index) },
      ];
    });
  });
  candidates.sort(
    (a, b) =>
      a.movesLeft - b.movesLeft ||
      Math.round(a.km) - Math.round(b.km) ||
      a.shift - b.shift ||
      Number(b.stop.id === anchorId) - Number(a.stop.id === anchorId),
  );
  const [best] = candidates;
  if (best === undefined) return [];
  const { stop, to } = best;
  const before = itinerary.anchors.filter(({ id }) => id !== stop.id)[to - 1]?.name;
  return [
    {
      key: `move:${stop.id}:${to}`,
      label: `Move ${stop.name} ${before === undefined ? 'to the beginning' : `after ${before}`}`,
      change: { op: 'MOVE_ANCHOR', payload: { anchorId: stop.id, to } },
      group: OPTION_GROUP.replace,
      rank: [0],
    },
  ];
}

function movableStops(anchorId: string, subject: TripSubject): readonly ValidStop[] {
  const { validStops } = readingOf(subject);
  const movable = validStops.filter(({ anchor, end }) => !anchor.locked && end === undefined);
  if (validStops.length <= EXACT_SEARCH_STOPS) return movable;
  const at = validStops.findIndex(({ id }) => id === anchorId);
  const near = new Set(validStops.slice(Math.max(at - 1, 0), at + 1).map(({ id }) => id));
  return movable.filter(({ id }) => near.has(id));
}

/** The possible positions of a stop: not before the first stop or after the last one of the trip. */
function positionsFor(
  { index, point }: ValidStop,
  { stops }: { readonly stops: readonly Stop[] },
  order: RouteOrder,
): number[] {
  const last = stops.length - 1;
  const [least, most] = [
    stops[0]?.end === undefined ? 0 : 1,
    stops[last]?.end === undefined ? last : last - 1,
  ];
  const isSmall = stops.length <= EXACT_SEARCH_STOPS;
  const from = isSmall ? least : Math.max(index - SEARCH_WINDOW, least);
  const to = isSmall ? most : Math.min(index + SEARCH_WINDOW, most);
  const around = Array.from({ length: Math.max(to - from + 1, 0) }, (_, i) => from + i);
  const fitting = isSmall || order?.type !== 'one-way' ? [] : [fittingIndex(index, point, stops, order.goal)];
  const all = new Set([...around, ...fitting.map((at) => Math.min(Math.max(at, least), most))]);
  return [...all].filter((at) => at !== index);
}

/** The position of a stop by its distance from the destination. */
function fittingIndex(index: number, point: Point, stops: readonly Stop[], goal: Point): number {
  const km = distanceKm(point, goal);
  const next = stops.findIndex(
    (stop) => stop.index !== index && stop.point && distanceKm(stop.point, goal) < km,
  );
  if (next < 0) return stops.length - 1;
  return next > index ? next - 1 : next;
}

/** The order that a route must have. */
type RouteOrder =
  | { readonly type: 'one-way'; readonly goal: Point }
  | { readonly type: 'round-trip'; readonly home: Point }
  | undefined;

function orderOf(subject: TripSubject): RouteOrder {
  const { endpoints, validStops } = readingOf(subject);
  const home = endpoints.origin.point ?? validStops[0]?.point;
  if (subject.itinerary?.roundTrip) return home && { type: 'round-trip', home };
  const goal = endpoints.destination.point;
  return goal && { type: 'one-way', goal };
}

/** Above this many stops, the legs that lead back are counted instead. */
const MAX_EXACT_MOVES = 200;

/**
 * The minimum number of stops to move. One way it is exact: the stops to keep are the longest run in order, each at
 * most the tolerance farther from the destination than the previous one, and any other stop can be inserted between two
 * of them. On a round trip it is the number of legs that lead back.
 */
function movesNeeded(stops: readonly { readonly point: Point }[], order: RouteOrder): number {
  if (order === undefined) return 0;
  if (order.type === 'round-trip') return legsBack(stops, order.home);
  const km = stops.map(({ point }) => distanceKm(point, order.goal));
  if (km.length > MAX_EXACT_MOVES)
    return km.filter((here, at) => here > (km[at - 1] ?? here) + REGRESSION_KM).length;
  const longest: number[] = [];
  for (const [at, here] of km.entries()) {
    let best = 0;
    for (let before = 0; before < at; before++) {
      if (here <= (km[before] ?? 0) + REGRESSION_KM) best = Math.max(best, longest[before] ?? 0);
    }
    longest.push(best + 1);
  }
  return km.length - Math.max(...longest, 0);
}

/** The legs of a round trip that lead away from its farthest point, and after it those that lead away from home. */
function legsBack(stops: readonly { readonly point: Point }[], home: Point): number {
  const fromHome = stops.map(({ point }) => distanceKm(point, home));
  const turn = fromHome.indexOf(Math.max(...fromHome));
  const far = stops[turn]?.point;
  return stops.filter(({ point }, at) => {
    const before = stops[at - 1]?.point;
    const goal = at <= turn ? far : home;
    return before && goal && distanceKm(point, goal) > distanceKm(before, goal) + REGRESSION_KM;
  }).length;
}

/** Replaces the stop that leads back by a town about half-way between its neighbours. */
function townOnTheWay(anchorId: string, subject: TripSubject): Proposal<PlannerMutation> | undefined {
  const stop = stopOf(anchorId, subject);
  if (stop === undefined || stop.anchor.locked || stop.end !== undefined) return undefined;
  const { before, after } = neighbours(stop, subject);
  if (before === undefined || after === undefined) return undefined;
  const half = distanceKm(before, after) / 2;
  const present = new Set(readingOf(subject).validStops.map(({ name }) => name));
  const [town] = subject.places
    .along({ way: [before, after], withinKm: CORRIDOR_KM, minPopulation: MIN_TOWN, limit: 60 })
    .filter(({ name, kind }) => kind !== 'district' && !present.has(name))
    .toSorted(
      (a, b) =>
        Math.abs(a.alongKm - half) -
        Math.log10(a.population) * 40 -
        (Math.abs(b.alongKm - half) - Math.log10(b.population) * 40),
    );
  if (town === undefined) return undefined;
  const { name, admin1, country, lat, lng } = town;
  return {
    key: `replace:${lat},${lng}`,
    label: `Replace it by ${placeLabel(town)}, which is on the way`,
    change: { op: 'REPLACE_ANCHOR', payload: { anchorId, place: { name, admin1, country, lat, lng } } },
    group: OPTION_GROUP.replace,
    rank: [1, Math.round(detourKm(town, before, after)), -town.population],
  };
}
