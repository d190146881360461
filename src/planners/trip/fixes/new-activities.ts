import type { Activity, Itinerary } from '../itinerary/itinerary.ts';
import {
  activityId,
  enoughToDo,
  type ThingsToDo,
  type ThingsToDoQuery,
  type ThingToDo,
} from '../knowledge/things-to-do.ts';
import type { Point } from '../places/geo.ts';
import { constraintsOf, type TripWishes } from '../wishes/wishes.ts';
import { isDisliked } from './disliked.ts';

/** What travellers like and do not like. */
export interface TripTastes {
  readonly interests: readonly string[];
  readonly dislikes: readonly string[];
  /** Whether children travel along. */
  readonly forChildren: boolean;
}

/** What travellers like and do not like, by what they said. */
export function tastesOf(wishes: Pick<TripWishes, 'interests' | 'constraints' | 'budget'>): TripTastes {
  const { dislikes = [], party } = constraintsOf(wishes);
  const forChildren = (party?.children?.length ?? 0) > 0;
  return { interests: wishes.interests ?? [], dislikes, forChildren };
}

/** What to look for, and where. */
export interface NewActivitiesQuery {
  readonly itinerary: Pick<Itinerary, 'days'>;
  readonly point: Point;
  readonly name: string;
  readonly limit: number;
  readonly source: ThingsToDo;
  readonly tastes: TripTastes;
}

/** Things to do at a stop that are not in the trip yet: fewer than were asked for where no more are known. */
export function newActivities(anchorId: string, query: NewActivitiesQuery): Activity[] {
  const { itinerary, point, name, limit, source, tastes } = query;
  const { interests, dislikes, forChildren } = tastes;
  const present = itinerary.days.flatMap(({ activities }) => activities);
  const taken = new Set(present.map(({ id }) => id));
  // Each once in a trip: a cathedral that is near two stops is seen from one of them.
  const besides = new Set(present.map(({ title }) => title));
  const isWanted = (thing: ThingToDo) => !isDisliked(thing, dislikes);
  const wanted = dislikes.length === 0 ? source : filtered(source, isWanted);
  const found = enoughToDo(wanted, point, { name, limit, interests, forChildren, besides }).filter(isWanted);
  return found.map((thing) => {
    const id = activityId(anchorId, thing.title, taken);
    taken.add(id);
    return { id, ...thing };
  });
}

/** So many more are asked for than are wanted, because some are left out. */
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
