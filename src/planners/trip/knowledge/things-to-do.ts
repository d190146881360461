import type { Activity } from '../itinerary/itinerary.ts';
import { freeId, slug } from '../itinerary/stop-id.ts';
import type { Point } from '../places/geo.ts';
import type { TravelMeans } from '../requirements/constraints.ts';

/** An activity that is not part of a trip yet. */
export type ThingToDo = Omit<Activity, 'id' | 'locked'>;

/** The activities to find. */
export interface ThingsToDoQuery {
  /** The name of the place, for general suggestions. */
  readonly name: string;
  readonly limit: number;
  /** The travellers' interests: matching activities come first. */
  readonly interests?: readonly string[];
  /** Whether children travel along: activities for them come first. */
  readonly forChildren?: boolean;
  /** How the travellers get around there: on foot, less is within reach. */
  readonly by?: TravelMeans | undefined;
  /** Titles that the trip already has. */
  readonly besides?: ReadonlySet<string>;
}

/** Knows activities around a place, synchronously. */
export interface ThingsToDo {
  /** Real ones only. */
  near(point: Point, query: ThingsToDoQuery): readonly ThingToDo[];
  /** Ideas that nobody has checked, each marked `generic`. */
  ideas?(point: Point, query: ThingsToDoQuery): readonly ThingToDo[];
}

/**
 * Activities that are possible in any town, without claiming that anything exists there: enough for a day, not for a
 * week.
 */
const ANYWHERE: readonly { readonly kind: string; readonly title: (town: string) => string }[] = [
  { kind: 'NEIGHBOURHOOD', title: (town) => `Walk through the centre of ${town}` },
  { kind: 'MARKET', title: (town) => `Try a local restaurant in ${town}` },
];

/** The same without a town: nobody looks for shops in a desert. */
const IN_THE_WILD: typeof ANYWHERE = [
  { kind: 'NATURE', title: (place) => `Ask rangers or hosts for their favourite spot: ${place}` },
  { kind: 'VIEWPOINT', title: (place) => `Look for a good viewpoint: ${place}` },
];
const WILD =
  /\b(?:national|state|provincial|nature|game) (?:park|forest|reserve|monument|seashore)\b|\b(?:park|canyon|lakes?|lochs?|lago|lac|mountains?|alps|highlands?|desert|sahara|valley|islands?|isles?|archipelago|coast|riviera|peninsula|cape|bay|route|wilderness|glacier|fjords?|falls|forest|outback|delta|steppe)\b/i;

/**
 * Activities: real ones first, then ideas and general suggestions, marked `generic`. Fewer than requested if no more
 * are known, because repeating that there is free time helps nobody.
 */
export function enoughToDo(source: ThingsToDo, point: Point, query: ThingsToDoQuery): readonly ThingToDo[] {
  const { name, limit, besides = new Set<string>() } = query;
  const isNew = ({ title }: ThingToDo) => !besides.has(title);
  const real = source.near(point, query).filter(isNew);
  const ideas = real.length < limit ? (source.ideas?.(point, query) ?? []).filter(isNew) : [];
  const town = name === '' ? 'town' : name;
  const anywhere = (WILD.test(name) ? IN_THE_WILD : ANYWHERE).map(({ kind, title }) => ({
    title: title(town),
    kind,
    generic: true,
  }));
  return [...real, ...ideas, ...anywhere.filter(isNew)].slice(0, limit);
}

/** A unique id for an activity: the same one at the same stop always gets the same id. */
export function activityId(anchorId: string, title: string, usedIds: ReadonlySet<string>): string {
  return freeId(`${anchorId}:${slug(title).slice(0, 48)}`, usedIds);
}
