import { bareName } from '../../itinerary/itinerary-view.ts';
import type { PlaceKnowledge } from '../../knowledge/place-knowledge.ts';
import { nameKey } from '../../places/gazetteer/name-key.ts';

/** "Chicago" is "Chicago, IL"; "Portland, Oregon" is not "Portland, Maine". */
export function isSame(a: string, b: string): boolean {
  if (bareName(a) !== bareName(b)) return false;
  return !(a.includes(',') && b.includes(',')) || nameKey(a) === nameKey(b);
}

/** The same name, or two names of one place: "LA" is Los Angeles. */
export function isSamePlace(a: string, b: string, places: PlaceKnowledge): boolean {
  if (isSame(a, b)) return true;
  const [one, other] = [a, b].map((name) => places.resolve(name, { limit: 1, typos: false })[0]);
  if (one === undefined || other === undefined) return false;
  // A country is not its capital.
  return (
    one.lat === other.lat && one.lng === other.lng && (one.match === 'region') === (other.match === 'region')
  );
}
