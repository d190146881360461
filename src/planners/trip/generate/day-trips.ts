import { type Activity, type Anchor, EXCURSION } from '../itinerary/itinerary.ts';
import { bareName } from '../itinerary/itinerary-view.ts';
import type { PlaceKnowledge } from '../knowledge/place-knowledge.ts';
import { activityId } from '../knowledge/things-to-do.ts';
import { distanceKm } from '../places/geo.ts';
import { DAY_TRIP_KM } from './must-sees.ts';
import type { PlannedStop } from './stay-lengths.ts';

/** Nearer to a stop, a sight leaves time for others on its day. */
const FAR_KM = 15;

/**
 * What must be seen and is far from every stop, by the number of the day on which one goes there and back from the nearest:
 * a day for each, not the first of the stay where there are others. Where a stay is too short, it is left out.
 */
export function dayTripsOf(
  stops: readonly PlannedStop[],
  anchors: readonly Anchor[],
  mustSee: readonly string[],
  places: PlaceKnowledge,
): ReadonlyMap<number, Activity> {
  const trips = new Map<number, Activity>();
  const near = stops.map(({ place }) => place);
  let day = 1;
  const stays = stops.map(({ place, days }, at) => {
    const own = Array.from({ length: days }, (_, nth) => day + nth);
    day += days;
    return { place, own, id: anchors[at]?.id ?? '' };
  });
  const used = new Set<string>();
  for (const sight of mustSee) {
    if (near.some(({ name }) => bareName(name) === bareName(sight))) continue;
    const [found] = places.resolve(sight, { limit: 1, typos: false, near });
    if (found === undefined) continue;
    const [stay] = stays
      .filter(({ own }) => own.length > 0)
      .toSorted((a, b) => distanceKm(a.place, found) - distanceKm(b.place, found));
    const km = stay === undefined ? 0 : distanceKm(stay.place, found);
    if (stay === undefined || km <= FAR_KM || km > DAY_TRIP_KM) continue;
    const open = stay.own.filter((number) => !trips.has(number));
    const number = [...open.slice(1, -1), ...open.slice(-1)].find((each) => each !== stay.own[0]);
    if (number === undefined) continue;
    const title = `Trip to ${sight.replace(/^the /i, '')}`;
    const id = activityId(stay.id, title, used);
    used.add(id);
    const { lat, lng } = found;
    trips.set(number, { id, title, kind: EXCURSION, place: { name: sight, lat, lng }, locked: true });
  }
  return trips;
}
