import type { Anchor, Itinerary, TripMode } from '../../../../src/planners/trip/itinerary/itinerary.ts';
import { usablePoint } from '../../../../src/planners/trip/itinerary/itinerary-view.ts';
import {
  greatCircle,
  isOnGlobe,
  type Point,
  pointBetween,
} from '../../../../src/planners/trip/places/geo.ts';
import { type StatusOfStop, type StopStatus, stopStatuses } from './stop-status.ts';

/** The effect of a change on something on the map. */
export type ChangeEffect = 'stays' | 'goes' | 'comes';

/** A stop on the map. */
export interface MapStop {
  /** Identifies it on the map, even if two stops of a trip share an id. */
  readonly key: string;
  readonly anchorId: string;
  /** Its position in the trip, from 1. */
  readonly number: number;
  readonly name: string;
  readonly point: Point;
  /** Whether it has no usable coordinates and is shown where it would be expected. */
  readonly guessed: boolean;
  readonly status: StopStatus;
  readonly fate: ChangeEffect;
}

/** The connection of two stops. */
export interface MapLeg {
  readonly key: string;
  readonly mode: TripMode;
  /** Along the great circle, which is also the short way across the antimeridian. */
  readonly line: readonly Point[];
  /** Whether it leads to or from a stop with wrong coordinates. */
  readonly broken: boolean;
  readonly fate: ChangeEffect;
}

/** An activity with a place. */
export interface MapSight {
  readonly key: string;
  readonly title: string;
  readonly point: Point;
}

/** Everything on the map of a trip. */
export interface MapScene {
  readonly stops: readonly MapStop[];
  readonly legs: readonly MapLeg[];
  readonly sights: readonly MapSight[];
}

const LINE_STEP_KM = 100;

/** The map of a trip. */
export function sceneOf(itinerary: Itinerary, standings: StatusOfStop): MapScene {
  return {
    stops: stopsOf(itinerary, standings),
    legs: legsOf(itinerary, standings),
    sights: sightsOf(itinerary),
  };
}

/** The map of a trip with a change: what it removes, adds and keeps, all at once. */
export function changeScene(before: MapScene, after: MapScene): MapScene {
  const wasThere = new Set(before.stops.map(placeKey));
  const isThere = new Set(after.stops.map(placeKey));
  const knownLegs = new Set(before.legs.map(lineKey));
  const newLegs = new Set(after.legs.map(lineKey));
  return {
    stops: [
      ...before.stops.flatMap((stop): MapStop[] =>
        isThere.has(placeKey(stop)) ? [] : [{ ...stop, key: `before/${stop.key}`, fate: 'goes' }],
      ),
      ...after.stops.map(
        (stop): MapStop => ({
          ...stop,
          fate: wasThere.has(placeKey(stop)) ? 'stays' : 'comes',
        }),
      ),
    ],
    legs: [
      ...before.legs.flatMap((leg): MapLeg[] =>
        newLegs.has(lineKey(leg)) ? [] : [{ ...leg, key: `before/${leg.key}`, fate: 'goes' }],
      ),
      ...after.legs.map((leg): MapLeg => ({ ...leg, fate: knownLegs.has(lineKey(leg)) ? 'stays' : 'comes' })),
    ],
    sights: after.sights,
  };
}

function placeKey({ anchorId, name, point }: MapStop): string {
  return `${anchorId} ${name} ${point.lat} ${point.lng}`;
}

function lineKey({ line }: MapLeg): string {
  const [from, to] = [line[0], line.at(-1)];
  return `${from?.lat},${from?.lng} ${to?.lat},${to?.lng}`;
}

function stopsOf({ anchors }: Itinerary, standings: StatusOfStop): readonly MapStop[] {
  const seen = new Map<string, number>();
  return anchors.flatMap((anchor, index): MapStop[] => {
    const usable = usablePoint(anchor);
    const point = usable ?? expectedPoint(anchors, index);
    if (point === undefined) return [];
    const times = (seen.get(anchor.id) ?? 0) + 1;
    seen.set(anchor.id, times);
    return [
      {
        key: times === 1 ? anchor.id : `${anchor.id}/${times}`,
        anchorId: anchor.id,
        number: index + 1,
        name: anchor.name,
        point,
        guessed: usable === undefined,
        status: standings(anchor),
        fate: 'stays',
      },
    ];
  });
}

/** Halfway between the neighbouring stops that have coordinates. */
function expectedPoint(anchors: readonly Anchor[], index: number): Point | undefined {
  const before = anchors.slice(0, index).findLast((anchor) => usablePoint(anchor));
  const after = anchors.slice(index + 1).find((anchor) => usablePoint(anchor));
  const [from, to] = [before && usablePoint(before), after && usablePoint(after)];
  return from && to ? pointBetween(from, to, 0.5) : (from ?? to);
}

function legsOf({ anchors, mode }: Itinerary, standings: StatusOfStop): readonly MapLeg[] {
  const stops = anchors.flatMap((anchor) => {
    const point = usablePoint(anchor);
    return point ? [{ point, isBroken: standings(anchor) === 'bad' }] : [];
  });
  return stops.slice(1).flatMap((to, at): MapLeg[] => {
    const from = stops[at];
    if (from === undefined) return [];
    const line = greatCircle(from.point, to.point, LINE_STEP_KM);
    return [{ key: `leg-${at + 1}`, mode, line, broken: from.isBroken || to.isBroken, fate: 'stays' }];
  });
}

/** The key of a sight, in the list and on the map. */
export function sightKey(dayNumber: number, activityId: string): string {
  return `${dayNumber} ${activityId}`;
}

function sightsOf({ days }: Itinerary): readonly MapSight[] {
  return days.flatMap(({ number, activities }) =>
    activities.flatMap(({ id, title, place }): MapSight[] => {
      const { lat, lng } = place ?? {};
      if (lat === undefined || lng === undefined || !isOnGlobe({ lat, lng })) return [];
      return [{ key: sightKey(number, id), title, point: { lat, lng } }];
    }),
  );
}

/** The points to keep in view. */
export function pointsOf({ stops, legs }: MapScene): readonly Point[] {
  return [...stops.map(({ point }) => point), ...legs.flatMap(({ line }) => line)];
}

/** The map of a trip without anything but the trip itself. */
export function bareScene(itinerary: Itinerary): MapScene {
  return sceneOf(itinerary, stopStatuses(itinerary, []));
}
