import { bareName, isInArea, usablePoint } from '../itinerary/itinerary-view.ts';
import { distanceKm } from '../places/geo.ts';
import { queryOf, readingOf, type TripSubject, type ValidStop } from './subject.ts';

/** A stop so near to a place that was named is that place. */
const SAME_TOWN_KM = 5;

const known = new WeakMap<TripSubject, ReadonlySet<string>>();

/** The ids of the stops that the traveller named: none of them is ever in the wrong place of the trip. */
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
  const { via = [], origin, destination } = state.wishes;
  return [...via, ...(origin ? [origin] : []), ...(destination ? [destination] : [])].some((wish) => {
    if (bareName(wish.name) === bareName(name) || isInArea(anchor, wish.name)) return true;
    const at = usablePoint(wish);
    if (at) return distanceKm(at, point) <= SAME_TOWN_KM;
    const [found] = places.resolve(queryOf(wish), { limit: 1, typos: false, near: point });
    return found !== undefined && distanceKm(found, point) <= SAME_TOWN_KM;
  });
}
