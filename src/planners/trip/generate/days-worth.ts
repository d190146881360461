import type { ThingsToDo } from '../knowledge/things-to-do.ts';
import type { Point } from '../places/geo.ts';

/** So many sights are looked for at a stop: who has more has enough. */
const MOST_SIGHTS = 10;
const SIGHTS_A_DAY = 2;
/** A place so well known is worth two days, whatever else is known about it. */
const FAMOUS = 70;

/** What decides how much there is to see. */
export interface Seeing {
  readonly thingsToDo: ThingsToDo;
  readonly interests: readonly string[];
}

/** How many sights there are around a place, up to as many as anybody needs. */
export function sightsAt(
  place: Point & { readonly name: string },
  { thingsToDo, interests }: Seeing,
): number {
  return thingsToDo.near(place, { name: place.name, limit: MOST_SIGHTS, interests }).length;
}

/** The days that it takes to see so many sights, at a place of such renown. */
export function daysWorth(sights: number, renown = 0): number {
  return Math.max(Math.ceil(sights / SIGHTS_A_DAY), renown >= FAMOUS ? 2 : 1);
}
