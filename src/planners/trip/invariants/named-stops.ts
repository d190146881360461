import { bareName, isInArea, usablePoint } from '../itinerary/itinerary-view.ts';
import { distanceKm } from '../places/geo.ts';
import { queryOf, readingOf, type TripSubject, type ValidStop } from './subject.ts';

/** A stop within this distance of a named place is that place. */
const SAME_TOWN_KM = 5;

const known = new WeakMap<TripSubject, ReadonlySet<string>>();

/** The ids of the stops that the traveller named. These are never considered out of place. */
export function namedStops(subject: TripSubject): ReadonlySet<string> {
  const before = known.get(subject);
  if (before) return before;
  const ids = new Set(
    readingOf(subject)
      .validStops.filter((stop) => isNamed(stop, subject))
      .map(({ id }) => id),
  );
  known.set(subject, ids);
  return ids;
}

function isNamed({ name, point, anchor }: ValidStop, { state, places }: TripSubject): boolean {
  const { via = [], origin, destination } = state.requirements;
  return [...via, ...(origin ? [origin] : []), ...(destination ? [destination] : [])].some((requested) => {
    if (bareName(requested.name) === bareName(name) || isInArea(anchor, requested.name)) return true;
    const at = usablePoint(requested);
    if (at) return distanceKm(at, point) <= SAME_TOWN_KM;
    const [found] = places.resolve(queryOf(requested), { limit: 1, typos: false, near: point });
    return found !== undefined && distanceKm(found, point) <= SAME_TOWN_KM;
  });
}
