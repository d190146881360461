import type { PlaceKnowledge } from '../../knowledge/place-knowledge.ts';
import { distanceKm } from '../../places/geo.ts';
import type { TripRequirements } from '../../requirements/requirements.ts';
import type { WorkingText } from '../text/working-text.ts';
import { isKnownPlace } from './place-phrases.ts';

/** Farther from all others, a name that is one letter off may as well be another place. */
const NEAR_KM = 500;

/**
 * "Taormine" beside Palermo is Taormina: an unknown name that differs in one letter from a place near the others is read as
 * that place, with a remark.
 */
export function respelled(
  requirements: TripRequirements,
  before: TripRequirements,
  places: PlaceKnowledge,
  { assumed }: Pick<WorkingText, 'assumed'>,
): TripRequirements {
  const { origin, destination, via = [] } = requirements;
  const all = [origin, ...via, destination].flatMap((place) => place ?? []);
  const known = all.flatMap(({ name }) =>
    isKnownPlace(name, places) ? places.resolve(name, { limit: 1, typos: false }) : [],
  );
  const old = new Set([before.origin, before.destination, ...(before.via ?? [])].map((place) => place?.name));
  const spelled = <Place extends { readonly name: string; readonly lat?: number | undefined }>(
    place: Place,
  ): Place => {
    const { name, lat } = place;
    if (known.length === 0 || old.has(name) || lat !== undefined || isKnownPlace(name, places)) return place;
    if (places.resolve(name, { limit: 1, typos: false }).length > 0) return place;
    // Who names "Olympic" beside Mount Rainier means the park.
    const [park] = places.resolve(`${name} National Park`, { limit: 1, typos: false });
    if (park?.kind === 'park' && known.some((other) => distanceKm(other, park) <= NEAR_KM))
      return { ...place, name: park.name };
    const [meant] = places.resolve(name, { limit: 1 });
    if (meant === undefined || !known.some((other) => distanceKm(other, meant) <= NEAR_KM)) return place;
    assumed.push(`"${name}" was read as ${meant.name}.`);
    return { ...place, name: meant.name };
  };
  return {
    ...requirements,
    ...(origin && { origin: spelled(origin) }),
    ...(destination && { destination: spelled(destination) }),
    ...(via.length > 0 && { via: via.map(spelled) }),
  };
}
