import type { PlaceKnowledge } from '../../knowledge/place-knowledge.ts';
import type { RequestedStop } from '../../requirements/requirements.ts';
import type { PlaceMentions, StayLength, StayMention } from './place-mentions.ts';
import { isSame, isSamePlace } from './same-place.ts';

/** "Muscat, Nizwa, Sur, Muscat": a list that comes back to where it began is a round trip. */
export function closeLoop(said: PlaceMentions, places: PlaceKnowledge): void {
  const { origin } = said;
  // "Halifax to Halifax, with the Cabot Trail"
  const isBack = ({ cue, name }: StayMention) => cue === 'to' && origin !== undefined && isSame(name, origin);
  const isOpen = said.home === undefined && said.end === undefined && said.stops.length > 1;
  if (origin !== undefined && isOpen && said.stops.some(isBack)) {
    said.home = origin;
    said.stops = said.stops.filter((stop) => !isBack(stop));
    return;
  }
  const last = said.stops.at(-1);
  const first = said.stops.find(({ name, isHeading }) => !isHeading && !isArea(name, places));
  if (last === undefined || said.end !== undefined || said.home !== undefined) return;
  const start = said.origin ?? first?.name ?? '';
  if (said.stops.length < 2 || last === first || !isSamePlace(last.name, start, places)) return;
  said.home = start;
  const nights = said.stops.reduce((sum, stop) => sum + (stop.nights ?? Number.NaN), 0);
  // "Reykjavik 2n, Vik 1n, Reykjavik 1n": the last night is there, too.
  if (!Number.isNaN(nights)) said.total ??= { nights };
  if (last.nights !== undefined || last.days !== undefined) said.homeStay = stayOf(last);
  if (first?.nights !== undefined || first?.days !== undefined) said.originStay ??= stayOf(first);
  said.stops = said.stops.slice(0, -1);
  if (said.origin === undefined) {
    said.origin = start;
    said.stops = said.stops.filter((stop) => stop !== first);
  }
}

function stayOf({ days, nights }: StayMention): StayLength {
  return { ...(days !== undefined && { days }), ...(nights !== undefined && { nights }) };
}

/** Whether a name is that of a country or a region. */
export function isArea(name: string, places: PlaceKnowledge): boolean {
  return places.resolve(name, { limit: 1, typos: false })[0]?.match === 'region';
}

interface Journey {
  readonly origin: string | undefined;
  readonly destination: string | undefined;
  readonly via: readonly RequestedStop[];
  readonly text: string;
  readonly isLoop: boolean | undefined;
}

/** A trip that comes back to where it began. Where it ends at home, its last stop is what it goes to. */
export function homeward(
  said: PlaceMentions,
  { origin, destination, via, text, isLoop: isSaidLoop }: Journey,
): { destination?: string; via: readonly RequestedStop[] } | undefined {
  const isLoop = said.origin !== undefined && destination !== undefined && isSame(said.origin, destination);
  const returns =
    (said.home !== undefined || /\bback (?:in|by|on|before|the \d|\d|\p{L}{3,9}\.? \d)/iu.test(text)) &&
    origin !== undefined;
  const isOpen = isSaidLoop === true && destination === undefined;
  if (!isLoop && !returns && !isOpen) return undefined;
  const turn = via.findLast(({ name }) => origin === undefined || !isSame(name, origin));
  const endsAtHome = isOpen || isLoop;
  return endsAtHome && turn ? { destination: turn.name, via } : { via };
}
