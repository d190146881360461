import type { Itinerary } from '../itinerary.ts';
import { bareName } from '../itinerary-view.ts';
import type { PlaceKnowledge } from '../place-knowledge.ts';
import { type TripWishes, type VisitWish, wishedDays } from '../wishes.ts';
import type { PlaceMentions, StayMention } from './place-mentions.ts';
import type { WorkingText } from './working-text.ts';

/** The wishes that are about places, and what follows from them. */
export type PlaceWishes = Pick<TripWishes, 'origin' | 'destination' | 'via' | 'skip' | 'days' | 'roundTrip'>;

/** What places are understood with. */
export interface PlacesContext {
  /** The text as it was said. */
  readonly text: string;
  readonly places: PlaceKnowledge;
  readonly itinerary: Itinerary | null;
  readonly working: WorkingText;
}

/** What was said about places, put together with what was wished before. Only what changes is in the result. */
export function wishedPlaces(asSaid: PlaceMentions, before: TripWishes, context: PlacesContext): PlaceWishes {
  const said = withEnds(asSaid, before, context);
  const hasDestination = said.destination !== undefined || before.destination !== undefined;
  const { visits, total } = withoutRegion(said.visits, context.places, { isToured: !hasDestination });
  const toured = hasDestination ? { via: visits } : tour(visits);
  const origin = said.origin ?? before.origin?.name;
  const destination = said.destination ?? toured.destination;
  const end = destination ?? before.destination?.name;
  const stays = [...toured.via, ...withoutRegions(said.via, hasDestination, context)];
  const added = stays.map((stay) => inDays(stay, end !== undefined && isSame(stay.name, end)));
  const { via, skip } = revised(said, added, before);
  const home = homeward(said, {
    origin,
    destination: end,
    via,
    text: context.text,
    isLoop: before.roundTrip,
  });
  const last = home?.destination ?? destination;
  const changes = changedStays(said, home?.via ?? via, before, context);
  const ends = [origin, last ?? before.destination?.name].flatMap((name) =>
    name === undefined ? [] : [bareName(name)],
  );
  const isVisitedStart = ({ name }: VisitWish) =>
    [said.arrival, wasVisitedStart(before)].some((start) => start !== undefined && isSame(start, name));
  const stops = changes.via.filter(
    (stop) => stop.days !== undefined || !ends.includes(bareName(stop.name)) || isVisitedStart(stop),
  );
  for (const name of [said.origin, last]) if (name !== undefined) noteRegion(name, context);
  const days = changes.days ?? said.total ?? total ?? toured.days;
  return {
    ...(said.origin !== undefined && { origin: { name: said.origin } }),
    ...(last !== undefined && { destination: { name: last } }),
    ...(days !== undefined && { days }),
    ...(home && { roundTrip: true }),
    via: stops.length > 0 ? stops : undefined,
    skip: skip.length > 0 ? skip : undefined,
  };
}

/** Where it starts and ends when that follows from something else: a city flown into, a way home, an end that is swapped. */
function withEnds(asSaid: PlaceMentions, before: TripWishes, { places }: PlacesContext): PlaceMentions {
  const said = { ...asSaid };
  if (said.arrival !== undefined) {
    said.origin ??= before.origin?.name ?? said.arrival;
    said.via = [{ name: said.arrival }, ...said.via];
  }
  const origin = said.origin ?? before.origin?.name;
  if (said.home !== undefined && origin === undefined) said.origin = said.home;
  else if (said.home !== undefined && origin !== undefined && !isSamePlace(said.home, origin, places)) {
    const turn = said.destination ?? before.destination?.name;
    if (turn !== undefined) said.via = [...said.via, { name: turn }];
    said.destination = said.home;
    delete said.home;
  }
  for (const { out, in: into } of said.swaps) {
    if (before.origin && isSamePlace(out, before.origin.name, places)) said.origin ??= into;
    else if (before.destination && isSamePlace(out, before.destination.name, places))
      said.destination ??= into;
    else continue;
    said.swaps = said.swaps.filter((swap) => swap.out !== out);
  }
  return said;
}

/** The start of a trip that is also visited: what it was flown into. */
function wasVisitedStart({ origin, via = [] }: TripWishes): string | undefined {
  return origin && via.some(({ name }) => isSame(name, origin.name)) ? origin.name : undefined;
}

/** At the end of the trip, the day of leaving comes on top of the nights. */
function inDays({ name, days, isInNights }: StayMention, isLast: boolean): VisitWish {
  return { name, ...(days !== undefined && { days: days + (isInNights && isLast ? 1 : 0) }) };
}

/**
 * "10 days in Italy: Rome, Florence and Venice", "5 days in Portugal from Lisbon to Porto": a country with its cities is no
 * stop, but says how long. Alone it is where the trip goes.
 */
function withoutRegion(
  visits: readonly StayMention[],
  places: PlaceKnowledge,
  { isToured }: { readonly isToured: boolean },
): { visits: readonly StayMention[]; total?: number } {
  const [first, ...rest] = visits;
  if (first === undefined || (rest.length === 0 && isToured)) return { visits };
  const isEveryRegion = visits.every(({ name }) => isRegion(name, places));
  if (!isRegion(first.name, places) || (isToured && isEveryRegion)) return { visits };
  return { visits: rest, ...(first.days !== undefined && { total: first.days }) };
}

/** "through Norway from Oslo to Tromsø": a country on the way is no stop, and is said to be none. */
function withoutRegions(
  via: readonly StayMention[],
  hasDestination: boolean,
  { places, working }: PlacesContext,
): readonly StayMention[] {
  return via.filter(({ name, days }) => {
    if (!hasDestination || days !== undefined || !isRegion(name, places)) return true;
    working.assumed.push(
      `${name} is no single place and no stop of its own: name those you want to see there.`,
    );
    return false;
  });
}

function isRegion(name: string, places: PlaceKnowledge): boolean {
  return places.resolve(name, { limit: 1, typos: false })[0]?.match === 'region';
}

/** Who names a country or a state goes to its seat of government, and is told so. */
function noteRegion(name: string, { places, working }: PlacesContext): void {
  const [found] = places.resolve(name, { limit: 1, typos: false });
  if (found?.match !== 'region' || bareName(found.name) === bareName(name)) return;
  working.assumed.push(
    `${name} is no single place: the trip goes to ${found.name}, its seat of government. Name others that you want to see.`,
  );
}

/** Places to visit without a destination: the last one is it. Stays that all have a length say how long the trip is. */
function tour(visits: readonly StayMention[]): {
  via: readonly StayMention[];
  destination?: string;
  days?: number;
} {
  const last = visits.at(-1);
  if (last === undefined) return { via: [] };
  const isTimed = visits.every(({ days }) => days !== undefined);
  const days = visits.reduce((sum, stay) => sum + (inDays(stay, stay === last).days ?? 0), 0);
  // How long to stay at the destination is kept as for every other stop, unless that is all there is.
  const isKept = last.days !== undefined && visits.length > 1;
  return {
    via: isKept ? visits : visits.slice(0, -1),
    destination: last.name,
    ...(isTimed && { days }),
  };
}

/** The stops after those that were added, swapped and skipped. Who names a place again wants it after all. */
function revised(
  said: PlaceMentions,
  added: readonly VisitWish[],
  before: PlaceWishes,
): { via: readonly VisitWish[]; skip: string[] } {
  let via = joined(before.via ?? [], added);
  let skip = before.skip ?? [];
  for (const { out, in: into } of said.swaps) {
    const at = via.findIndex(({ name }) => isSame(name, out));
    via = at < 0 ? joined(via, [{ name: into }]) : via.with(at, { name: into });
    skip = [...skip.filter((name) => !isSame(name, into)), out];
  }
  for (const [one, other] of said.exchanges) {
    const [i, j] = [one, other].map((name) => via.findIndex((visit) => isSame(visit.name, name)));
    const [first, second] = [via[i ?? -1], via[j ?? -1]];
    if (first && second) via = via.with(i ?? 0, second).with(j ?? 0, first);
  }
  for (const gone of said.skip) {
    via = via.filter(({ name }) => !isSame(name, gone));
    skip = [...skip.filter((name) => !isSame(name, gone)), gone];
  }
  const isWanted = (name: string) => [...said.via, ...said.visits].some((stay) => isSame(stay.name, name));
  return { via, skip: skip.filter((name) => !isWanted(name)) };
}

/** "add two days in Kyoto": the stay and the trip become longer. */
function changedStays(
  said: PlaceMentions,
  via: readonly VisitWish[],
  before: TripWishes,
  { itinerary, places, working }: PlacesContext,
): { via: readonly VisitWish[]; days?: number } {
  let [stops, days] = [via, wishedDays(before) ?? (itinerary?.days.length || undefined)];
  for (const { name, days: change } of said.changes) {
    const shown = itinerary?.anchors.filter((anchor) => isSamePlace(anchor.name, name, places)) ?? [];
    const at = itinerary?.days.filter(({ anchorId }) => shown.some(({ id }) => id === anchorId)).length;
    const wished = stops.find((stop) => isSame(stop.name, name))?.days ?? (at || undefined);
    if (wished === undefined && change < 0) {
      working.missed.push(`${-change} days less in ${name}`);
      continue;
    }
    const stay = Math.max((wished ?? 0) + change, 1);
    stops = joined(stops, [{ name, days: stay }]);
    if (days !== undefined) days = Math.max(days + stay - (wished ?? 0), 1);
  }
  return { via: stops, ...(said.changes.length > 0 && days !== undefined && { days }) };
}

/** The stops before and these, each once; a length that is said now counts. */
function joined(via: readonly VisitWish[], more: readonly VisitWish[]): VisitWish[] {
  const all = [...via];
  for (const visit of more) {
    const at = all.findIndex(({ name }) => isSame(name, visit.name));
    if (at < 0) all.push(visit);
    else all[at] = { ...all[at], ...visit };
  }
  return all;
}

interface Journey {
  readonly origin: string | undefined;
  readonly destination: string | undefined;
  readonly via: readonly VisitWish[];
  readonly text: string;
  readonly isLoop: boolean | undefined;
}

/** A trip that comes back to where it began. Where it ends at home, its last stop is what it goes to. */
function homeward(
  said: PlaceMentions,
  { origin, destination, via, text, isLoop: isSaidLoop }: Journey,
): { destination?: string; via: readonly VisitWish[] } | undefined {
  const isLoop = said.origin !== undefined && said.origin.toLowerCase() === said.destination?.toLowerCase();
  const returns =
    (said.home !== undefined || /\bback (?:in|by|on|before)\b/i.test(text)) && origin !== undefined;
  const isOpen = isSaidLoop === true && destination === undefined;
  if (!isLoop && !returns && !isOpen) return undefined;
  const turn = via.at(-1);
  const endsAtHome =
    isOpen || (origin !== undefined && destination !== undefined && isSame(origin, destination));
  return endsAtHome && turn ? { destination: turn.name, via: via.slice(0, -1) } : { via };
}

function isSame(a: string, b: string): boolean {
  return bareName(a) === bareName(b);
}

/** The same name, or two names of one place: "LA" is Los Angeles. */
function isSamePlace(a: string, b: string, places: PlaceKnowledge): boolean {
  if (isSame(a, b)) return true;
  const [one, other] = [a, b].map((name) => places.resolve(name, { limit: 1, typos: false })[0]);
  return one !== undefined && other !== undefined && one.lat === other.lat && one.lng === other.lng;
}
