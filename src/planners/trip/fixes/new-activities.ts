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
import type { TravelMeans } from '../requirements/constraints.ts';
import { constraintsOf, type TripRequirements } from '../requirements/requirements.ts';
import { isDisliked } from './dislikes.ts';

/** The likes and dislikes of the travellers. */
export interface TripTastes {
  readonly interests: readonly string[];
  readonly dislikes: readonly string[];
  /** Whether children travel along. */
  readonly forChildren: boolean;
}

/** The likes and dislikes according to the requirements. */
export function tastesOf(
  requirements: Pick<TripRequirements, 'interests' | 'constraints' | 'budget'>,
): TripTastes {
  const { dislikes = [], party } = constraintsOf(requirements);
  const forChildren = (party?.children?.length ?? 0) > 0;
  return { interests: requirements.interests ?? [], dislikes, forChildren };
}

/** What to look for, and where. */
export interface NewActivitiesQuery {
  readonly itinerary: Pick<Itinerary, 'days' | 'anchors' | 'mode'>;
  readonly point: Point;
  readonly name: string;
  readonly limit: number;
  readonly source: ThingsToDo;
  readonly tastes: TripTastes;
}

/** New activities at a stop: fewer than requested if no more are known. */
export function newActivities(anchorId: string, query: NewActivitiesQuery): Activity[] {
  const { itinerary, point, name, limit, source, tastes } = query;
  const { interests, dislikes, forChildren } = tastes;
  const present = itinerary.days.flatMap(({ activities }) => activities);
  const used = new Set(present.map(({ id }) => id));
  // A sight near two stops is visited only once.
  const besides = new Set(present.map(({ title }) => title));
  const isWanted = (thing: ThingToDo) =>
    !isDisliked(thing, dislikes) && isOnThisStay(thing, anchorId, point, itinerary.anchors);
  const wanted = filtered(source, isWanted);
  const by = meansAt(anchorId, itinerary);
  const found = enoughToDo(wanted, point, { name, limit, interests, forChildren, by, besides }).filter(
    isWanted,
  );
  return found.map((thing) => {
    const id = activityId(anchorId, thing.title, used);
    used.add(id);
    return { id, ...thing };
  });
}

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

function filtered(source: ThingsToDo, isWanted: (thing: ThingToDo) => boolean): ThingsToDo {
  const more = (query: ThingsToDoQuery) => ({ ...query, limit: query.limit + LEFT_OUT });
  return {
    near: (point, query) => source.near(point, more(query)).filter(isWanted).slice(0, query.limit),
    ...(source.ideas && {
      ideas: (point, query) => (source.ideas?.(point, more(query)) ?? []).filter(isWanted),
    }),
  };
}
