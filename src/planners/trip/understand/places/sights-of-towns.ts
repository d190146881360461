import type { PlaceKnowledge } from '../../knowledge/place-knowledge.ts';
import { isSettlement } from '../../places/gazetteer/gazetteer-format.ts';
import { distanceKm } from '../../places/geo.ts';
import type { PlaceCandidate } from '../../places/place-candidate.ts';
import type { PlaceMentions, StayMention } from './place-mentions.ts';

/** A sight so near to a town that was named is seen from there. */
const SEEN_FROM_KM = 20;

/**
 * "Hamburg with the kids, Miniatur Wunderland": a sight of a named town is an activity there, not a stop, unless the text
 * gives a stay.
 */
export function seeSightsFromTowns(mentions: PlaceMentions, places: PlaceKnowledge): void {
  const found = new Map(
    mentions.stops.map((stop) => [stop, places.resolve(stop.name, { limit: 1, typos: false })[0]]),
  );
  const isSeen = (stop: StayMention): boolean => {
    const place = found.get(stop);
    if (place === undefined || stop.days !== undefined || stop.nights !== undefined || stop.cue === 'to')
      return false;
    if (place.kind !== 'sight' && place.kind !== 'landmark') return false;
    // In a list of towns, "Naples, Pompeii, Sorrento", it is a stop as they are.
    if (mentions.stops.some((other) => other.group === stop.group && isTown(found.get(other)))) return false;
    return [...found.values()].some((town) => isTown(town) && distanceKm(town, place) <= SEEN_FROM_KM);
  };
  const seen = mentions.stops.filter(isSeen);
  mentions.sights.push(...seen.map(({ name }) => name));
  mentions.stops = mentions.stops.filter((stop) => !seen.includes(stop));
}

/** Nearer to where one stays, "a day in Sintra" is a day trip. */
const DAY_TRIP_KM = 110;

/**
 * "Lisbon 5 days, a day in Sintra": where one stays in a single place, a day in a town near it is a day trip, and no
 * night.
 */
export function seeTownsFromBase(mentions: PlaceMentions, text: string, places: PlaceKnowledge): void {
  const isDay = ({ name, days, nights, bound }: StayMention) =>
    (days ?? 1) === 1 &&
    nights === undefined &&
    bound === undefined &&
    new RegExp(`\\b(?:a|one) (?:full |whole )?day (?:in|at) (?:the )?${escaped(name)}(?!\\p{L})`, 'iu').test(
      text,
    );
  const visited = mentions.stops.filter(isDay);
  const [base, ...others] = mentions.stops.filter((stop) => !visited.includes(stop));
  if (visited.length === 0 || base === undefined || others.length > 0) return;
  if (mentions.origin !== undefined || mentions.end !== undefined) return;
  const [town] = places.resolve(base.name, { limit: 1, typos: false });
  if (!isTown(town)) return;
  const seen = visited.filter(({ name }) => {
    const [place] = places.resolve(name, { limit: 1, typos: false, near: town });
    return place !== undefined && distanceKm(place, town) <= DAY_TRIP_KM;
  });
  mentions.sights.push(...seen.map(({ name }) => name));
  mentions.stops = mentions.stops.filter((stop) => !seen.includes(stop));
}

function escaped(name: string): string {
  return name.replaceAll(/[^\p{L}\p{N} ]/gu, '.');
}

function isTown(place: PlaceCandidate | undefined): place is PlaceCandidate {
  return place?.kind !== undefined && isSettlement(place.kind);
}
