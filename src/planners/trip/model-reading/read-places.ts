import { widthKm } from '../generate/region-places.ts';
import type { PlaceKnowledge } from '../knowledge/place-knowledge.ts';
import { isElsewhere } from '../places/elsewhere.ts';
import { nameKey } from '../places/gazetteer/name-key.ts';
import { distanceKm } from '../places/geo.ts';
import type { PlaceCandidate } from '../places/place-candidate.ts';
import type { RequestedPlace } from '../requirements/requirements.ts';
import { isNearly } from './check-reading.ts';
import type { ReadPlace } from './trip-reading.ts';

/** Two names within this distance mean one place. */
const SAME_PLACE_KM = 20;

/** A place of a reading, as requested: with its name from the gazetteer, distinguished from namesakes if needed. */
export function requestedPlace(read: ReadPlace, places: PlaceKnowledge): RequestedPlace {
  const { nights, days, bound } = read;
  const length = nights !== undefined ? { nights } : days !== undefined ? { days } : {};
  const isBounded = bound !== undefined && Object.keys(length).length > 0;
  return { ...placed(read, places), ...length, ...(isBounded && { bound }) };
}

/** The name of a place for an edit, with its region after a comma if the name alone would resolve to another place. */
export function editName(
  read: Pick<ReadPlace, 'name' | 'knownAs' | 'inEnglish' | 'within'>,
  places: PlaceKnowledge,
): string {
  const { name, country } = placed(read, places);
  return country === undefined || read.within === undefined ? name : `${name}, ${read.within}`;
}

/** A name this short is rather an abbreviation. */
const ABBREVIATED = 3;

/** Misspelled or abbreviated names are shown as on a map, other known names as written. */
function placed({ name, knownAs, inEnglish, within }: ReadPlace, places: PlaceKnowledge): RequestedPlace {
  const own = found(name, within, places);
  const other = knownAs ?? inEnglish;
  const meant = other === undefined ? undefined : found(other, within, places);
  const isWrong =
    knownAs !== undefined && (name.length <= ABBREVIATED || isNearly(nameKey(name), nameKey(knownAs)));
  const isOther = meant !== undefined && (isWrong || own === undefined || !isOne(own, meant));
  const [shown, place] = isOther ? [other ?? name, meant] : [name, own];
  if (within === undefined || place === undefined || place.match === 'region') return { name: shown };
  const area = places.area?.(within);
  // No such place is known there: the name with its country is unknown, and asked about.
  if (area !== undefined && isElsewhere(place, area)) return { name: `${shown}, ${within}` };
  const [first] = places.resolve(shown, { limit: 1, typos: false });
  if (first !== undefined && distanceKm(first, place) <= SAME_PLACE_KM) return { name: shown };
  const { admin1, country } = place;
  return { name: shown, ...(admin1 !== '' && { admin1 }), ...(country !== '' && { country }) };
}

/** Whether two names mean one place: they are near each other, or one is an area that the other is in. */
function isOne(own: PlaceCandidate, meant: PlaceCandidate): boolean {
  const isInside = ({ lat, lng }: PlaceCandidate, { extent }: PlaceCandidate) =>
    extent !== undefined &&
    lat >= extent.south &&
    lat <= extent.north &&
    lng >= extent.west &&
    lng <= extent.east;
  return distanceKm(own, meant) <= reachKm(own) || isInside(own, meant) || isInside(meant, own);
}

/** How far from its middle a place still counts: an island has an extent. */
function reachKm(place: PlaceCandidate): number {
  return Math.max(SAME_PLACE_KM, widthKm(place) / 2);
}

/** The place with this name, in the given country or state if it is there. */
function found(name: string, within: string | undefined, places: PlaceKnowledge): PlaceCandidate | undefined {
  if (within !== undefined) {
    const isThere = (place: PlaceCandidate) =>
      [{ country: within }, { admin1: within }].some(
        (region) => places.isWithinRegion(place, region) === true,
      );
    const inside = places.resolve(`${name}, ${within}`, { limit: 3, typos: false }).find(isThere);
    if (inside) return inside;
  }
  return places.resolve(name, { limit: 1, typos: false })[0];
}
