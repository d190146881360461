import type { Itinerary } from '../../itinerary/itinerary.ts';
import { bareName } from '../../itinerary/itinerary-view.ts';
import type { PlaceKnowledge } from '../../knowledge/place-knowledge.ts';
import {
  type RequestedPlace,
  type RequestedStop,
  stayDays,
  type TripRequirements,
} from '../../requirements/requirements.ts';
import { settleRest } from '../dates/settle-lengths.ts';
import type { WorkingText } from '../text/working-text.ts';
import { areasIn } from './areas.ts';
import { destinationOf } from './destination.ts';
import type { PlaceMentions, StayLength, StayMention } from './place-mentions.ts';
import { closeLoop, homeward, isArea } from './round-trip.ts';
import { isSame, isSamePlace } from './same-place.ts';

/** The requirements that are about places, and what follows from them. */
export type RequestedPlaces = Pick<
  TripRequirements,
  'origin' | 'destination' | 'via' | 'skip' | 'days' | 'roundTrip' | 'returnNights'
> & {
  /** The country or region that the trip stays in. */
  readonly region?: string | undefined;
};

/** What places are understood with. */
export interface PlacesContext {
  /** The original text. */
  readonly text: string;
  readonly places: PlaceKnowledge;
  readonly itinerary: Itinerary | null;
  readonly working: WorkingText;
  /** Whether it is flown: then the first place that it leads to is where it lands. */
  readonly isFlown: boolean;
  /** The days between the first and the last date of the text. */
  readonly spanDays?: number | undefined;
}

/** Merges the places of a text with the previous requirements. The result has only the changed fields. */
export function requestedPlaces(
  asSaid: PlaceMentions,
  before: TripRequirements,
  context: PlacesContext,
): RequestedPlaces {
  const { places } = context;
  // A day trip is no stop, and leads nowhere else.
  const ways = { ...asSaid, stops: asSaid.stops.filter(({ isDayTrip }) => !isDayTrip) };
  const settled = withEnds(ways, before, context);
  const areas = areasIn(settled, places);
  const total = settled.total ?? areas.total;
  const mentions = { ...settled, stops: [...areas.stops], ...(total && { total }) };
  settleRest(mentions, context.spanDays);
  const [only, ...more] = mentions.stops;
  const isEntry = context.isFlown && areas.region !== undefined && areas.region !== only?.name;
  // "10 days in Scotland, flight to Edinburgh" is a tour that begins there.
  if (
    only?.cue === 'to' &&
    isEntry &&
    more.length === 0 &&
    (mentions.origin ?? before.origin?.name) === undefined
  ) {
    mentions.origin = only.name;
    mentions.stops = [];
  }
  const { destination, stops } = destinationOf(mentions, before, areas, context);
  const origin = mentions.origin ?? before.origin?.name;
  const end = destination ?? before.destination?.name;
  const added = stops.map((stop) => visitOf(stop, mentions.each));
  const { via, skip } = revised(mentions, added, before);
  const home = homeward(mentions, {
    origin,
    destination: end,
    via,
    text: context.text,
    isLoop: before.roundTrip,
  });
  const last = home?.destination ?? destination;
  const visits = home?.via ?? via;
  const endName = last ?? before.destination?.name;
  // A trip that comes back to one of its stops at the end has another stay there.
  const isBack = ({ name }: { readonly name: string }) =>
    last === undefined && before.destination !== undefined && isSame(name, before.destination.name);
  const isRevisited = before.via?.some(isBack) === true;
  const endStay = isRevisited ? undefined : stayAt(visits, endName);
  const startStay = mentions.originStay ?? (mentions.home !== undefined ? undefined : stayAt(visits, origin));
  const isVisitedStart = ({ name }: RequestedStop) =>
    [mentions.arrival, wasVisitedStart(before)].some((start) => start !== undefined && isSame(start, name));
  const isEnd = ({ name }: RequestedStop) =>
    [origin, endName].some((each) => each !== undefined && isSame(each, name));
  const kept = visits.filter((stop) => !isEnd(stop) || isVisitedStart(stop) || (isRevisited && isBack(stop)));
  const days = totalOf(mentions, added, last, home !== undefined || before.roundTrip === true);
  const { region } = areas;
  return {
    ...requestedOrigin(mentions, startStay, before, places),
    ...requestedDestination(last, endStay, before),
    ...(days !== undefined && { days }),
    ...(home && { roundTrip: true, ...returned(mentions) }),
    via: kept.length > 0 ? kept : undefined,
    skip: skip.length > 0 ? skip : undefined,
    ...(region !== undefined && { region }),
  };
}

/** The nights at the start after the return to it: the last of so many days is that of the departure. */
function returned({ homeStay }: PlaceMentions): Pick<RequestedPlaces, 'returnNights'> {
  const { days, nights = days === undefined ? 0 : days - 1 } = homeStay ?? {};
  return nights > 0 ? { returnNights: nights } : {};
}

function requestedOrigin(
  mentions: PlaceMentions,
  stay: StayLength | undefined,
  before: TripRequirements,
  places: PlaceKnowledge,
): Pick<RequestedPlaces, 'origin'> {
  if (mentions.origin === undefined)
    return stay && before.origin ? { origin: { ...before.origin, ...stay } } : {};
  return { origin: { ...within(mentions.origin, mentions.residence, places), ...stay } };
}

/** Who lives in Alabama starts at Birmingham in Alabama. */
function within(name: string, residence: string | undefined, places: PlaceKnowledge): RequestedPlace {
  if (residence === undefined || isSame(name, residence)) return { name };
  const [found] = places.resolve(`${name}, ${residence}`, { limit: 1, typos: false });
  const isThere =
    found !== undefined && found.unknownParts === undefined && bareName(found.name) === bareName(name);
  return isThere ? { name, admin1: found.admin1, country: found.country } : { name };
}

function requestedDestination(
  name: string | undefined,
  stay: StayLength | undefined,
  before: TripRequirements,
): Pick<RequestedPlaces, 'destination'> {
  if (name !== undefined) return { destination: { name, ...stay } };
  return stay && before.destination ? { destination: { ...lengthless(before.destination), ...stay } } : {};
}

function lengthless({ days: _, nights: __, bound: ___, ...place }: RequestedPlace): RequestedPlace {
  return place;
}

/** How long to stay at an end of the trip. */
function stayAt(via: readonly RequestedStop[], name: string | undefined): StayLength | undefined {
  const stop = via.find((each) => name !== undefined && isSame(each.name, name));
  if (stop === undefined || stayDays(stop) === undefined) return undefined;
  const { days, nights, bound } = stop;
  return {
    ...(days !== undefined && { days }),
    ...(nights !== undefined && { nights }),
    ...(bound && { bound }),
  };
}

/** The length of the trip: as stated, or the sum of the stays if each stop has one. */
function totalOf(
  { total, stops, each, home, originStay }: PlaceMentions,
  added: readonly RequestedStop[],
  last: string | undefined,
  isLoop: boolean,
): number | undefined {
  if (total !== undefined && total.bound !== 'least') return stayDays(total, { isLast: true });
  const isTimed =
    added.length > 0 && added.every((stop) => stayDays(stop) !== undefined && stop.bound === undefined);
  const isTour = stops.some(({ cue }) => cue !== 'via') || each !== undefined;
  if (!isTimed || !isTour || last === undefined || isLoop || home !== undefined) return undefined;
  if (!added.some(({ name }) => isSame(name, last))) return undefined;
  const start = (originStay && stayDays(originStay)) ?? 0;
  return added.reduce((sum, stop) => sum + (stayDays(stop, { isLast: isSame(stop.name, last) }) ?? 0), start);
}

/** Where it starts and ends when that follows from something else: a city flown into, a way home, an end that is swapped. */
function withEnds(asSaid: PlaceMentions, before: TripRequirements, context: PlacesContext): PlaceMentions {
  const { places, itinerary } = context;
  const isEdit = itinerary !== null;
  const mentions = { ...asSaid };
  const hasStart = mentions.origin !== undefined || before.origin !== undefined;
  if (mentions.residence !== undefined && !hasStart && !isArea(mentions.residence, places)) {
    mentions.origin = mentions.residence;
    context.working.assumed.push(`The trip starts in ${mentions.residence}, where you are from.`);
  }
  // Who lands in Honolulu for a stay on Oahu is where the trip begins.
  const landing = mentions.arrival;
  if (landing !== undefined && mentions.stops.some(({ name }) => isOnIsland(landing, name, places)))
    delete mentions.arrival;
  if (mentions.arrival !== undefined) {
    // Who has a trip and says where they land starts there.
    mentions.origin ??= isEdit ? mentions.arrival : (before.origin?.name ?? mentions.arrival);
    const { arrival } = mentions;
    mentions.stops = [
      { name: arrival, cue: 'visit', group: -1, at: -1 },
      ...mentions.stops.filter(
        ({ name, days, nights }) => !isSame(name, arrival) || days !== undefined || nights !== undefined,
      ),
    ];
    if (mentions.stops.filter(({ name }) => isSame(name, arrival)).length > 1)
      mentions.stops = mentions.stops.slice(1);
  }
  const origin = mentions.origin ?? before.origin?.name;
  if (mentions.home !== undefined && origin === undefined) {
    mentions.origin = mentions.home;
    const shown = shownDaysAt(mentions.home, context);
    // "make it a loop back to Dublin": the days there stay.
    if (shown > 0) mentions.originStay ??= { days: shown };
    const [first] = mentions.stops;
    // "Las Vegas, Zion, back to Vegas"
    if (first && first.cue === 'visit' && isSamePlace(first.name, mentions.home, places)) {
      mentions.origin = first.name;
      if (hasLength(first)) mentions.originStay ??= stayOnly(first);
      mentions.home = first.name;
      mentions.stops = mentions.stops.slice(1);
    }
  } else if (
    mentions.home !== undefined &&
    origin !== undefined &&
    !isSamePlace(mentions.home, origin, places)
  ) {
    const turn = mentions.end ?? (mentions.stops.length === 0 ? before.destination?.name : undefined);
    if (turn !== undefined)
      mentions.stops = [...mentions.stops, { name: turn, cue: 'visit', group: -2, at: -1 }];
    mentions.end = mentions.home;
    delete mentions.home;
  }
  closeLoop(mentions, places);
  mentions.stops = onceEach(mentions.stops, places);
  const { end } = mentions;
  const atEnd =
    end === undefined ? undefined : mentions.stops.find(({ name }) => isSamePlace(name, end, places));
  if (atEnd) mentions.end = atEnd.name;
  for (const { out, in: into } of mentions.swaps) {
    if (before.origin && isSamePlace(out, before.origin.name, places)) mentions.origin ??= into;
    else if (before.destination && isSamePlace(out, before.destination.name, places)) mentions.end ??= into;
    else continue;
    mentions.swaps = mentions.swaps.filter((swap) => swap.out !== out);
  }
  return mentions;
}

/** Whether a town is on an island, as far as the extent of the island tells. */
function isOnIsland(town: string, island: string, places: PlaceKnowledge): boolean {
  if (isSame(town, island)) return false;
  const [on] = places.resolve(island, { limit: 1, typos: false });
  const [at] = places.resolve(town, { limit: 1, typos: false });
  if (on?.kind !== 'island' || on.extent === undefined || at === undefined) return false;
  const { west, south, east, north } = on.extent;
  return at.lng >= west && at.lng <= east && at.lat >= south && at.lat <= north;
}

/** How many days a trip has at its first stop, where that is a place. */
function shownDaysAt(name: string, { itinerary, places }: PlacesContext): number {
  const first = itinerary?.anchors[0];
  if (first === undefined || !isSamePlace(first.name, name, places)) return 0;
  return itinerary?.days.filter(({ anchorId }) => anchorId === first.id).length ?? 0;
}

/** A stop that is named again keeps its first position and gets the new stay. */
function onceEach(stops: readonly StayMention[], places: PlaceKnowledge): StayMention[] {
  const found: StayMention[] = [];
  for (const stop of stops) {
    const at = found.findIndex(({ name }) => isSamePlace(name, stop.name, places));
    const first = found[at];
    // "Kenya and Zanzibar. 3 nights Masai Mara, then 5 nights in Zanzibar": the mention with the stay decides the position.
    const isOnlyAnnounced =
      first !== undefined && !hasLength(first) && hasLength(stop) && first.cue === 'visit';
    const isHeading = first?.isHeading === true && stop.isHeading !== true && first.cue === 'to';
    if (isHeading || (isOnlyAnnounced && found.slice(at + 1).some(hasLength))) found.splice(at, 1);
    if (first === undefined || !found.includes(first)) found.push(stop);
    else
      found[at] = {
        ...stop,
        ...first,
        ...stayOnly(stop),
        isHeading: first.isHeading === true && stop.isHeading === true,
      };
  }
  return found;
}

function hasLength({ days, nights }: StayMention): boolean {
  return days !== undefined || nights !== undefined;
}

function stayOnly({ days, nights, bound }: StayMention): StayLength {
  return {
    ...(days !== undefined && { days }),
    ...(nights !== undefined && { nights }),
    ...(bound && { bound }),
  };
}

/** The start of a trip that is also visited: what it was flown into. */
function wasVisitedStart({ origin, via = [] }: TripRequirements): string | undefined {
  return origin && via.some(({ name }) => isSame(name, origin.name)) ? origin.name : undefined;
}

function visitOf({ name, days, nights, bound }: StayMention, each: StayLength | undefined): RequestedStop {
  const isSaid = days !== undefined || nights !== undefined;
  return {
    name,
    ...(isSaid
      ? {
          ...(days !== undefined && { days }),
          ...(nights !== undefined && { nights }),
          ...(bound && { bound }),
        }
      : each),
  };
}

/** The stops after those that were added, swapped and skipped. Who names a place again wants it after all. */
function revised(
  mentions: PlaceMentions,
  added: readonly RequestedStop[],
  before: RequestedPlaces,
): { via: readonly RequestedStop[]; skip: string[] } {
  let via = joined(before.via ?? [], added);
  let skip = before.skip ?? [];
  for (const { out, in: into } of mentions.swaps) {
    const at = via.findIndex(({ name }) => isSame(name, out));
    via = at < 0 ? joined(via, [{ name: into }]) : via.with(at, { name: into });
    skip = [...skip.filter((name) => !isSame(name, into)), out];
  }
  for (const gone of mentions.skip) {
    via = via.filter(({ name }) => !isSame(name, gone));
    skip = [...skip.filter((name) => !isSame(name, gone)), gone];
  }
  const isWanted = (name: string) => mentions.stops.some((stay) => isSame(stay.name, name));
  return { via, skip: skip.filter((name) => !isWanted(name)) };
}

/** The previous stops and these, each once; a new length replaces the old one. */
function joined(via: readonly RequestedStop[], more: readonly RequestedStop[]): RequestedStop[] {
  const all = [...via];
  for (const visit of more) {
    const at = all.findIndex(({ name }) => isSame(name, visit.name));
    const known = all[at];
    if (known === undefined) all.push(visit);
    else
      all[at] = stayDays(visit) === undefined ? { ...known, ...visit } : { ...lengthless(known), ...visit };
  }
  return all;
}
