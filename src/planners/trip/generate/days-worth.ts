import type { ThingsToDo } from '../knowledge/things-to-do.ts';
import type { Point } from '../places/geo.ts';

/** The maximum number of sights to look for at a stop. */
const MAX_SIGHTS = 10;
const SIGHTS_A_DAY = 2;
/** A place with this renown is worth two days, whatever else is known about it. */
const FAMOUS = 70;

/** What decides how much there is to see. */
export interface SightseeingInput {
  readonly thingsToDo: ThingsToDo;
  readonly interests: readonly string[];
}

/** The number of sights around a place, up to a maximum. */
export function sightsAt(
  place: Point & { readonly name: string },
  { thingsToDo, interests }: SightseeingInput,
): number {
  return thingsToDo.near(place, { name: place.name, limit: MAX_SIGHTS, interests }).length;
}

/** The days needed for this many sights, at a place of this renown. */
export function daysWorth(sights: number, renown = 0): number {
  return Math.max(Math.ceil(sights / SIGHTS_A_DAY), renown >= FAMOUS ? 2 : 1);
}
