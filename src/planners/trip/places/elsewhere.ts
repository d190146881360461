import { distanceKm } from './geo.ts';
import type { PlaceCandidate } from './place-candidate.ts';
import type { Area } from './region-places.ts';

/** Farther from the middle of a country, a place in another one is not what a traveller in that country means. */
const ELSEWHERE_KM = 2500;

/** Countries of their own in ISO 3166 that travellers count as part of another one. */
const TERRITORIES: Readonly<Record<string, string>> = {
  AU: 'CC CX NF',
  CN: 'HK MO TW',
  DK: 'FO GL',
  FI: 'AX',
  FR: 'BL GF GP MF MQ NC PF PM RE WF YT',
  GB: 'AI BM FK GG GI IM IO JE KY MS PN SH TC VG',
  NL: 'AW BQ CW SX',
  NO: 'SJ',
  NZ: 'CK NU TK',
  US: 'AS GU MP PR VI',
};

/** Whether a place is far from the country that it should be in. */
export function isElsewhere(
  place: Pick<PlaceCandidate, 'lat' | 'lng' | 'country'>,
  { type, country, point }: Area,
): boolean {
  if (type === 'region' || country === '' || place.country === country) return false;
  const isTerritory = TERRITORIES[country]?.split(' ').includes(place.country) === true;
  return !isTerritory && distanceKm(place, point) > ELSEWHERE_KM;
}
