import type { Activity } from '../itinerary/itinerary.ts';
import { freeId, slug } from '../itinerary/stop-id.ts';
import type { Point } from '../places/geo.ts';

/** Something to do somewhere, before it is part of a trip. */
export type ThingToDo = Omit<Activity, 'id' | 'locked'>;

/** What is asked for. */
export interface ThingsToDoQuery {
  /** The name of the place, for suggestions of a general kind. */
  readonly name: string;
  readonly limit: number;
  /** What the travellers like: what fits comes first. */
  readonly interests?: readonly string[];
  /** Whether children travel along: what they enjoy comes first. */
  readonly forChildren?: boolean;
  /** Titles that the trip has already. */
  readonly besides?: ReadonlySet<string>;
}

/** Knows what to do around a place, at once and without waiting. */
export interface ThingsToDo {
  /** Real things only. */
  near(point: Point, query: ThingsToDoQuery): readonly ThingToDo[];
  /** What may be there: ideas that nobody checked, each marked `generic`. */
  ideas?(point: Point, query: ThingsToDoQuery): readonly ThingToDo[];
}

/** What can be done in any town, without claiming that something is there: enough for a day, and no padding for a week. */
const ANYWHERE: readonly { readonly kind: string; readonly title: (town: string) => string }[] = [
  { kind: 'NEIGHBOURHOOD', title: (town) => `Walk through the centre of ${town}` },
  { kind: 'MARKET', title: (town) => `Try a local restaurant in ${town}` },
];

/** The same where there is no town: nobody looks for shops in a desert. */
const IN_THE_WILD: typeof ANYWHERE = [
  { kind: 'NATURE', title: (place) => `Ask rangers or hosts for their favourite spot: ${place}` },
  { kind: 'VIEWPOINT', title: (place) => `Look for a good viewpoint: ${place}` },
];
const WILD =
  /\b(?:national|state|provincial|nature|game) (?:park|forest|reserve|monument|seashore)\b|\b(?:park|canyon|lakes?|lochs?|lago|lac|mountains?|alps|highlands?|desert|sahara|valley|islands?|isles?|archipelago|coast|riviera|peninsula|cape|bay|route|wilderness|glacier|fjords?|falls|forest|outback|delta|steppe)\b/i;

/**
 * Things to do: real ones first, then ideas and what can be done anywhere, marked `generic`. Fewer than were asked for where
 * there are no more: nobody needs to be told nineteen times that there is free time.
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

/** An id for an activity that no other of the trip has: the same thing at the same stop has the same one. */
export function activityId(anchorId: string, title: string, taken: ReadonlySet<string>): string {
  return freeId(`${anchorId}:${slug(title).slice(0, 48)}`, taken);
}
