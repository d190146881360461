import type { Itinerary } from '../../itinerary/itinerary.ts';
import { bareName, usablePoint } from '../../itinerary/itinerary-view.ts';
import type { PlaceKnowledge } from '../../knowledge/place-knowledge.ts';
import { textOf } from '../../knowledge/text-of.ts';
import { distanceKm } from '../../places/geo.ts';
import type { PlaceMentions, StayMention } from '../places/place-mentions.ts';
import type { WorkingText } from './working-text.ts';

/** Farther from the trip, a word is rather a word. */
const FAR_KM = 1500;
/** What is better known may be meant all the same. */
const KNOWN_FAR = 30;

/**
 * "We've seen enough" is not Seen in Mexico: a word that begins a sentence or has no capital, and is the name of a place that
 * is little known and far from the trip, was not meant as one.
 */
export function dropStrayWords(
  mentions: PlaceMentions,
  text: string,
  { anchors }: Itinerary,
  places: PlaceKnowledge,
): void {
  const points = anchors.flatMap((anchor) => usablePoint(anchor) ?? []);
  const names = new Set(anchors.map(({ name }) => bareName(textOf(name))));
  const isStray = ({ name, days, nights }: PlaceMentions['stops'][number]): boolean => {
    if (points.length === 0 || /\s/.test(name) || names.has(bareName(name))) return false;
    if (days !== undefined || nights !== undefined || isWrittenAsName(name, text)) return false;
    const [found] = places.resolve(name, { limit: 1, typos: false, near: points });
    if (found === undefined || (found.renown ?? 0) >= KNOWN_FAR) return false;
    return points.every((point) => distanceKm(point, found) > FAR_KM);
  };
  const stray = mentions.stops.filter(isStray);
  mentions.stops = mentions.stops.filter((stop) => !stray.includes(stop));
  mentions.unread.push(...stray.map(({ name }) => name));
}

/** Whether a word has a capital within a sentence, where only names have one. */
function isWrittenAsName(name: string, text: string): boolean {
  const at = text.indexOf(name);
  return at > 0 && /^\p{Lu}/u.test(name) && !/[.!?:]\s*$/.test(text.slice(0, at));
}

/** "golden triangle delhi agra jaipur": words in small letters that would be a place far from all the others are words. */
export function dropFarWords(
  mentions: PlaceMentions,
  text: string,
  places: PlaceKnowledge,
  working: WorkingText,
): void {
  const names = mentions.stops.map(({ name }) => name);
  const found = new Map(names.map((name) => [name, places.resolve(name, { limit: 1, typos: false })[0]]));
  const isFar = ({ name, days, nights }: StayMention): boolean => {
    const place = found.get(name);
    if (place === undefined || days !== undefined || nights !== undefined || text.includes(name))
      return false;
    const others = [...found.values()].filter((other) => other !== undefined && other !== place);
    // Another place of that name may be near: Antigua in Guatemala.
    const near = places.resolve(name, {
      limit: 1,
      typos: false,
      near: others.flatMap((other) => other ?? []),
    })[0];
    const isNear = others.some((other) => other && near && distanceKm(other, near) <= FAR_KM);
    return (
      others.length > 1 && !isNear && others.every((other) => other && distanceKm(other, place) > FAR_KM)
    );
  };
  const far = mentions.stops.filter(isFar);
  if (far.length !== 1) return;
  working.missed.push(...far.map(({ name }) => name.toLowerCase()));
  mentions.stops = mentions.stops.filter((stop) => !far.includes(stop));
}
