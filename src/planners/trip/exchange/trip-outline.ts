import type { Activity, Anchor, Day, Itinerary } from '../itinerary.ts';
import { usablePoint } from '../itinerary-view.ts';
import { drivingKm, greatCircle, type Point, splitAtAntimeridian } from '../places/geo.ts';

/** A stop with its place on the map and its days. */
export interface OutlineStop {
  readonly anchor: Anchor;
  readonly point: Point;
  readonly days: readonly Day[];
}

/** One day in words. */
export interface OutlineDay {
  readonly day: Day;
  readonly title: string;
  /** About how far it is to drive; undefined on a day without driving, and where it is flown. */
  readonly km: number | undefined;
  readonly stop: OutlineStop | undefined;
}

/** The stops that can be put on a map, in their order. */
export function outlineStops({ anchors, days }: Itinerary): OutlineStop[] {
  return anchors.flatMap((anchor) => {
    const point = usablePoint(anchor);
    return point ? [{ anchor, point, days: days.filter(({ anchorId }) => anchorId === anchor.id) }] : [];
  });
}

/** The days with what happens on them. */
export function outlineDays(itinerary: Itinerary): OutlineDay[] {
  const stops = new Map(outlineStops(itinerary).map((stop) => [stop.anchor.id, stop]));
  const names = new Map(itinerary.anchors.map(({ id, name }) => [id, name]));
  const [first] = itinerary.anchors;
  const hasDay = itinerary.days.some(({ anchorId }) => anchorId === first?.id);
  let before = hasDay ? undefined : first?.id;
  return itinerary.days.map((day) => {
    const from = before === undefined || before === day.anchorId ? undefined : before;
    before = day.anchorId;
    const [a, b] = [from === undefined ? undefined : stops.get(from), stops.get(day.anchorId)];
    const here = names.get(day.anchorId) ?? 'an unknown place';
    const title = from === undefined ? here : `${names.get(from) ?? 'an unknown place'} to ${here}`;
    const km = a && b && itinerary.mode !== 'flight' ? Math.round(drivingKm(a.point, b.point)) : undefined;
    return { day, title, km, stop: b };
  });
}

const LINE_STEP_KM = 100;

/** The route as lines on the globe, cut where they cross the antimeridian. */
export function routeLines(itinerary: Itinerary): Point[][] {
  const points = outlineStops(itinerary).map(({ point }) => point);
  if (points.length < 2) return [];
  const line = points.flatMap((to, at) => {
    const from = points[at - 1];
    return from === undefined ? [to] : greatCircle(from, to, LINE_STEP_KM).slice(1);
  });
  return splitAtAntimeridian(line);
}

/** What the trip is called. */
export function tripTitle({ origin, destination, roundTrip }: Itinerary): string {
  const from = origin.name || 'somewhere';
  const to = destination.name || 'somewhere';
  return roundTrip ? `${from} to ${to} and back` : `${from} to ${to}`;
}

/** An activity in words: a general suggestion says that it is one. */
export function activityText({ title, generic }: Activity): string {
  return generic ? `${title} (general suggestion)` : title;
}

/** Where an activity is, when it says so. */
export function activityPoint({ place }: Activity): Point | undefined {
  return place && usablePoint(place);
}

/** Text between tags, or in an attribute. What no XML may hold is left out. */
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
