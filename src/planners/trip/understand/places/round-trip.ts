import type { PlaceKnowledge } from '../../knowledge/place-knowledge.ts';
import type { RequestedStop } from '../../requirements/requirements.ts';
import type { PlaceMentions, StayLength, StayMention } from './place-mentions.ts';
import { isSame, isSamePlace } from './same-place.ts';

/** "Muscat, Nizwa, Sur, Muscat": a list that comes back to where it began is a round trip. */
export function closeLoop(mentions: PlaceMentions, places: PlaceKnowledge): void {
  const { origin } = mentions;
  // "Halifax to Halifax, with the Cabot Trail"
  const isBack = ({ cue, name }: StayMention) => cue === 'to' && origin !== undefined && isSame(name, origin);
  const isOpen = mentions.home === undefined && mentions.end === undefined && mentions.stops.length > 1;
  if (origin !== undefined && isOpen && mentions.stops.some(isBack)) {
    mentions.home = origin;
    mentions.stops = mentions.stops.filter((stop) => !isBack(stop));
    return;
  }
  const last = mentions.stops.at(-1);
  const first = mentions.stops.find(({ name, isHeading }) => !isHeading && !isArea(name, places));
  if (last === undefined || mentions.end !== undefined || mentions.home !== undefined) return;
  const start = mentions.origin ?? first?.name ?? '';
  if (mentions.stops.length < 2 || last === first || !isSamePlace(last.name, start, places)) return;
  if (first !== undefined && mentions.origin === undefined && isListedAgain(first, mentions.stops)) {
    mentions.stops = mentions.stops.filter((stop) => stop !== first);
    return;
  }
  mentions.home = start;
  const nights = mentions.stops.reduce((sum, stop) => sum + (stop.nights ?? Number.NaN), 0);
  // "Reykjavik 2n, Vik 1n, Reykjavik 1n": the last night is there, too.
  if (!Number.isNaN(nights)) mentions.total ??= { nights };
  if (last.nights !== undefined || last.days !== undefined) mentions.homeStay = stayOf(last);
  if (first?.nights !== undefined || first?.days !== undefined) mentions.originStay ??= stayOf(first);
  mentions.stops = mentions.stops.slice(0, -1);
  if (mentions.origin === undefined) {
    mentions.origin = start;
    mentions.stops = mentions.stops.filter((stop) => stop !== first);
  }
}

/** So many places in one phrase list the whole trip. */
const MIN_LISTED = 3;

/** "The golden triangle + Varanasi. Delhi, Agra, Jaipur, Varanasi": the list is the trip, with its end named before. */
function isListedAgain(first: StayMention, stops: readonly StayMention[]): boolean {
  const list = stops.slice(stops.indexOf(first) + 1);
  const isOneList = list.every(({ group }) => group !== first.group && group === list[0]?.group);
  return list.length > MIN_LISTED && isOneList;
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
  mentions: PlaceMentions,
  { origin, destination, via, text, isLoop: isSaidLoop }: Journey,
): { destination?: string; via: readonly RequestedStop[] } | undefined {
  const isLoop =
    mentions.origin !== undefined && destination !== undefined && isSame(mentions.origin, destination);
  const returns =
    (mentions.home !== undefined || /\bback (?:in|by|on|before|the \d|\d|\p{L}{3,9}\.? \d)/iu.test(text)) &&
    origin !== undefined;
  const isOpen = isSaidLoop === true && destination === undefined;
  if (!isLoop && !returns && !isOpen) return undefined;
  const turn = via.findLast(({ name }) => origin === undefined || !isSame(name, origin));
  const endsAtHome = isOpen || isLoop;
  return endsAtHome && turn ? { destination: turn.name, via } : { via };
}
