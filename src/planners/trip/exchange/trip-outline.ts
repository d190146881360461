import type { Activity, Anchor, Day, Itinerary } from '../itinerary/itinerary.ts';
import { usablePoint } from '../itinerary/itinerary-view.ts';
import { meansText } from '../itinerary/trip-changes.ts';
import { drivingKm, greatCircle, type Point, splitAtAntimeridian } from '../places/geo.ts';
import type { TravelMeans } from '../requirements/constraints.ts';
import type { Roads } from '../routes/roads.ts';
import { kmText } from './km-text.ts';

/** A stop with its position and its days. */
export interface OutlineStop {
  readonly anchor: Anchor;
  readonly point: Point;
  readonly days: readonly Day[];
}

/** The text of a day. */
export interface OutlineDay {
  readonly day: Day;
  readonly title: string;
  /** The approximate driving distance; undefined on a day without driving, and on flights. */
  readonly km: number | undefined;
  /** The means of travel on that day; undefined without travel, and if open. */
  readonly by: TravelMeans | undefined;
  readonly stop: OutlineStop | undefined;
}

/** The stops with a position, in order. */
export function outlineStops({ anchors, days }: Itinerary): OutlineStop[] {
  return anchors.flatMap((anchor) => {
    const point = usablePoint(anchor);
    return point ? [{ anchor, point, days: days.filter(({ anchorId }) => anchorId === anchor.id) }] : [];
  });
}

/** The days with their activities. */
export function outlineDays(itinerary: Itinerary, roads?: Roads): OutlineDay[] {
  const onMap = outlineStops(itinerary);
  const stops = new Map(onMap.map((stop) => [stop.anchor.id, stop]));
  const names = new Map(itinerary.anchors.map(({ id, name }) => [id, name]));
  const areas = new Map(itinerary.anchors.map(({ id, area }) => [id, area]));
  const [first] = itinerary.anchors;
  const hasDay = itinerary.days.some(({ anchorId }) => anchorId === first?.id);
  let before = hasDay ? undefined : first?.id;
  return itinerary.days.map((day) => {
    const from = before === undefined || before === day.anchorId ? undefined : before;
    before = day.anchorId;
    const [a, b] = [from === undefined ? undefined : stops.get(from), stops.get(day.anchorId)];
    const here = names.get(day.anchorId) ?? 'an unknown place';
    const passed = a && b ? passedBetween(a, b, onMap) : [];
    const via = passed.length === 0 ? '' : ` via ${passed.map(({ anchor }) => anchor.name).join(' and ')}`;
    const area = areas.get(day.anchorId);
    const at = area === undefined ? here : `${here} (${area})`;
    const title = from === undefined ? at : `${names.get(from) ?? 'an unknown place'} to ${at}${via}`;
    const way = a && b && [a, ...passed, b].map(({ point }) => point);
    const by = way && meansTo(b, itinerary);
    const km = way && by === 'car' ? Math.round(aroundWater(a, b) ?? roadKm(way, roads)) : undefined;
    return { day, title, km, by, stop: b };
  });
}

/** How a stop is reached: by its own means of travel, or else by the mode of the trip. */
function meansTo({ anchor }: OutlineStop, { mode }: Itinerary): TravelMeans | undefined {
  if (anchor.by !== undefined) return anchor.by;
  if (mode === 'mixed') return undefined;
  return mode === 'road' ? 'car' : 'flight';
}

/** The distance around water between two stops, if the trip contains it. */
function aroundWater({ anchor: from }: OutlineStop, { anchor: { drive } }: OutlineStop): number | undefined {
  return drive?.from === from.id && Number.isFinite(drive.km) ? drive.km : undefined;
}

/** The distance through some points, by road if known. */
function roadKm(way: readonly Point[], roads: Roads | undefined): number {
  return way.slice(1).reduce((sum, to, at) => {
    const from = way[at] ?? to;
    return sum + (roads?.km(from, to) ?? drivingKm(from, to));
  }, 0);
}

/** The stops without a day between two that have one. */
function passedBetween(
  a: OutlineStop,
  b: OutlineStop,
  stops: readonly OutlineStop[],
): readonly OutlineStop[] {
  const between = stops.slice(stops.indexOf(a) + 1, Math.max(stops.indexOf(b), 0));
  return between.every(({ days }) => days.length === 0) ? between : [];
}

const LINE_STEP_KM = 100;

/** The route as lines on the globe, along roads if known, split at the antimeridian. */
export function routeLines(itinerary: Itinerary, roads?: Roads): Point[][] {
  if (roads && roads.line.length > 1) return splitAtAntimeridian(roads.line);
  const stops = outlineStops(itinerary);
  if (stops.length < 2) return [];
  const line = stops.flatMap((to, at) => {
    const from = stops[at - 1];
    if (from === undefined) return [to.point];
    // Only flights follow the great circle; everything else is a straight line without a router.
    const isFlown = (meansTo(to, itinerary) ?? 'flight') === 'flight';
    return isFlown ? greatCircle(from.point, to.point, LINE_STEP_KM).slice(1) : [to.point];
  });
  return splitAtAntimeridian(line);
}

/** The travel of a day as a sentence; empty without travel. */
export function travelText({ km, by }: Pick<OutlineDay, 'km' | 'by'>): string {
  if (km !== undefined) return `About ${kmText(km)} of driving.`;
  if (by === undefined || by === 'car') return '';
  const words = meansText(by);
  return `${words.charAt(0).toUpperCase()}${words.slice(1)}.`;
}

/** The travel beside a title: "about 300 km", "by train". */
export function shortTravel({ km, by }: Pick<OutlineDay, 'km' | 'by'>): string {
  if (km !== undefined) return `about ${kmText(km)}`;
  return by === undefined || by === 'car' ? '' : meansText(by);
}

/** The title of the trip. */
export function tripTitle({ origin, destination, roundTrip, along }: Itinerary): string {
  const from = origin.name || 'somewhere';
  const to = destination.name || 'somewhere';
  if (along !== undefined)
    return roundTrip || from === to ? `${along} from ${from}` : `${along}: ${from} to ${to}`;
  if (from === to) return from;
  return roundTrip ? `${from} to ${to} and back` : `${from} to ${to}`;
}

/** The text of an activity, marked if it is a suggestion. */
export function activityText({ title, generic, by }: Activity): string {
  if (by === 'model') return `${title} (suggested by a model, not checked)`;
  return generic ? `${title} (general suggestion)` : title;
}

/** The position of an activity, if it has one. */
export function activityPoint({ place }: Activity): Point | undefined {
  return place && usablePoint(place);
}

/** Escapes text for XML, and removes characters that XML does not allow. */
export function escapeXml(text: string): string {
  return (
    text
      // biome-ignore lint/suspicious/noControlCharactersInRegex: XML may not hold them
      .replaceAll(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g, '')
      .replaceAll('&', '&amp;')
      .replaceAll('<', '&lt;')
      .replaceAll('>', '&gt;')
      .replaceAll('"', '&quot;')
      .replaceAll("'", '&apos;')
  );
}
