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

function isTown(place: PlaceCandidate | undefined): place is PlaceCandidate {
  return place?.kind !== undefined && isSettlement(place.kind);
}
