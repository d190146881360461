import type { StopMemory } from '../invariants/stop-memory.ts';
import { nameKey } from '../places/gazetteer/name-key.ts';
import type { Point } from '../places/geo.ts';
import type { Anchor, Day, Itinerary } from './itinerary.ts';
import { TRANSIT } from './itinerary.ts';

/** A stop, with its usable parts. */
export interface Stop {
  readonly index: number;
  readonly anchor: Anchor;
  readonly id: string;
  /** Trimmed; empty if there is none. */
  readonly name: string;
  readonly admin1: string | undefined;
  readonly country: string | undefined;
  /** Undefined if the coordinates cannot be those of a place. */
  readonly point: Point | undefined;
  /** The end of the trip that it is, if any. */
  readonly end: 'origin' | 'destination' | undefined;
}

/** A day, with its usable parts. */
export interface DayView {
  readonly index: number;
  readonly day: Day;
  readonly stop: Stop | undefined;
  /** The number of activities, without travelling. */
  readonly activityCount: number;
}

/** Whether a stop is one of several in the area with that name. */
export function isInArea({ area }: Pick<Anchor, 'area'>, name: string): boolean {
  return textOf(area) !== undefined && bareName(textOf(area) ?? '') === bareName(name);
}

/** A trip as the rules see it. */
export interface ItineraryView {
  readonly itinerary: Itinerary;
  readonly stops: readonly Stop[];
  readonly days: readonly DayView[];
}

/** The names of the ends of a trip. */
export type EndNames = Readonly<Record<'origin' | 'destination', readonly (string | undefined)[]>>;

/** Reads a trip, whatever its values are. */
export function viewOf(
  itinerary: Itinerary,
  ends: EndNames,
  known: Pick<StopMemory, 'stops'>,
): ItineraryView {
  const last = itinerary.anchors.length - 1;
  const keys = { origin: keysOf(ends.origin), destination: keysOf(ends.destination) };
  const stops = itinerary.anchors.map((anchor, index): Stop => {
    const name = textOf(anchor.name) ?? '';
    const end = endOf(itinerary.roundTrip, keys, name, index, last);
    const before = known.stops.get(anchor);
    if (before?.index === index && before.end === end) return before;
    const stop = {
      index,
      anchor,
      id: anchor.id,
      name,
      admin1: textOf(anchor.admin1),
      country: textOf(anchor.country),
      point: usablePoint(anchor),
      end,
    };
    known.stops.set(anchor, stop);
    return stop;
  });
  const byId = new Map(stops.map((stop) => [stop.id, stop]));
  const days = itinerary.days.map((day, index): DayView => {
    const activityCount = day.activities.filter(({ kind }) => kind !== TRANSIT).length;
    return { index, day, stop: byId.get(day.anchorId), activityCount };
  });
  return { itinerary, stops, days };
}

/** The first stop may be the origin, by its name; the last one the destination or, on a round trip, the origin. */
function endOf(
  roundTrip: boolean,
  keys: Readonly<Record<'origin' | 'destination', ReadonlySet<string>>>,
  name: string,
  index: number,
  last: number,
): Stop['end'] {
  if (index !== 0 && index !== last) return undefined;
  const key = bareName(name);
  if (key === '') return undefined;
  if (index === 0 && keys.origin.has(key)) return 'origin';
  if (index !== last) return undefined;
  if (keys.destination.has(key)) return 'destination';
  return roundTrip && keys.origin.has(key) ? 'origin' : undefined;
}

function keysOf(names: readonly (string | undefined)[]): ReadonlySet<string> {
  return new Set(names.flatMap((name) => (name === undefined ? [] : [bareName(name)])));
}

/** The name up to the comma: "Chicago, IL" and "Chicago" are the same end of a trip. */
export function bareName(name: string): string {
  return nameKey(name.split(',')[0] ?? '');
}

/** The value if it is a text that is not blank. */
export function textOf(value: unknown): string | undefined {
  if (typeof value !== 'string') return undefined;
  const text = value.trim();
  return text === '' ? undefined : text;
}

/** The coordinates if they are finite, in range and not (0, 0), which stands for unknown. */
export function usablePoint(given: { readonly lat?: unknown; readonly lng?: unknown }): Point | undefined {
  const { lat, lng } = given;
  if (typeof lat !== 'number' || typeof lng !== 'number') return undefined;
  const isOnGlobe = Math.abs(lat) <= 90 && Math.abs(lng) <= 180;
  return isOnGlobe && !(lat === 0 && lng === 0) ? { lat, lng } : undefined;
}

/** Whether a trip is flown from a place where no day is spent, to several others: home, which is no part of its order. */
export function isFlownFrom({ mode, anchors, days, roundTrip }: Itinerary): boolean {
  const [first, ...others] = anchors;
  return (
    !roundTrip &&
    mode === 'flight' &&
    others.length > 1 &&
    first !== undefined &&
    !days.some(({ anchorId }) => anchorId === first.id)
  );
}
