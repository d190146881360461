import { bareName } from '../itinerary-view.ts';
import type { PlaceKnowledge } from '../place-knowledge.ts';
import type { TripWishes, VisitWish } from '../wishes.ts';
import type { SaidPlaces, SaidStay } from './places-said.ts';

/** The wishes that are about places, and what follows from them. */
export type PlaceWishes = Pick<TripWishes, 'origin' | 'destination' | 'via' | 'skip' | 'days' | 'roundTrip'>;

/** What was said about places, put together with what was wished before. Only what changes is in the result. */
export function wishedPlaces(
  said: SaidPlaces,
  before: PlaceWishes,
  { text, places }: { readonly text: string; readonly places: PlaceKnowledge },
): PlaceWishes {
  const hasDestination = said.destination !== undefined || before.destination !== undefined;
  const { visits, total } = withoutRegion(said.visits, places, { isToured: !hasDestination });
  const toured = hasDestination ? { via: visits } : tour(visits);
  const days = total ?? toured.days;
  const origin = said.origin ?? before.origin?.name;
  const destination = said.destination ?? toured.destination;
  const { via, skip } = revised(said, [...toured.via, ...said.via], before);
  const home = homeward(said, { origin, destination: destination ?? before.destination?.name, via, text });
  const end = home?.destination ?? destination;
  const ends = [origin, end ?? before.destination?.name].flatMap((name) =>
    name === undefined ? [] : [bareName(name)],
  );
  const stops = (home?.via ?? via).filter(
    (stop) => stop.days !== undefined || !ends.includes(bareName(stop.name)),
  );
  return {
    ...(said.origin !== undefined && { origin: { name: said.origin } }),
    ...(end !== undefined && { destination: { name: end } }),
    ...(days !== undefined && { days }),
    ...(home && { roundTrip: true }),
    via: stops.length > 0 ? stops : undefined,
    skip: skip.length > 0 ? skip : undefined,
  };
}

/**
 * "10 days in Italy: Rome, Florence and Venice", "5 days in Portugal from Lisbon to Porto": a country with its cities is no
 * stop, but says how long. Alone it is where the trip goes.
 */
function withoutRegion(
  visits: readonly SaidStay[],
  places: PlaceKnowledge,
  { isToured }: { readonly isToured: boolean },
): { visits: readonly SaidStay[]; total?: number } {
  const [first, ...rest] = visits;
  if (first === undefined || (rest.length === 0 && isToured)) return { visits };
  const [found] = places.resolve(first.name, { limit: 1 });
  if (found?.match !== 'region') return { visits };
  return { visits: rest, ...(first.days !== undefined && { total: first.days }) };
}

/** Places to visit without a destination: the last one is it. Stays that all have a length say how long the trip is. */
function tour(visits: readonly SaidStay[]): {
  via: readonly SaidStay[];
  destination?: string;
  days?: number;
} {
  const last = visits.at(-1);
  if (last === undefined) return { via: [] };
  const isTimed = visits.every(({ days }) => days !== undefined);
  const days = visits.reduce((sum, stay) => sum + (stay.days ?? 0), 0);
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
  said: SaidPlaces,
  added: readonly SaidStay[],
  before: PlaceWishes,
): { via: readonly VisitWish[]; skip: string[] } {
  let via = joined(before.via ?? [], added);
  let skip = before.skip ?? [];
  for (const { out, in: into } of said.swaps) {
    const at = via.findIndex(({ name }) => isSame(name, out));
    via = at < 0 ? joined(via, [{ name: into }]) : via.with(at, { name: into });
    skip = [...skip.filter((name) => !isSame(name, into)), out];
  }
  for (const gone of said.skip) {
    via = via.filter(({ name }) => !isSame(name, gone));
    skip = [...skip.filter((name) => !isSame(name, gone)), gone];
  }
  const isWanted = (name: string) => [...said.via, ...said.visits].some((stay) => isSame(stay.name, name));
  return { via, skip: skip.filter((name) => !isWanted(name)) };
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
}

/** A trip that comes back to where it began. Where it ends at home, its last stop is what it goes to. */
function homeward(
  said: SaidPlaces,
  { origin, destination, via, text }: Journey,
): { destination?: string; via: readonly VisitWish[] } | undefined {
  const isLoop = said.origin !== undefined && said.origin.toLowerCase() === said.destination?.toLowerCase();
  const returns = /\bback (?:to|in)\b/i.test(text) && origin !== undefined;
  if (!isLoop && !returns) return undefined;
  const turn = via.at(-1);
  const endsAtHome = origin !== undefined && destination !== undefined && isSame(origin, destination);
  return endsAtHome && turn ? { destination: turn.name, via: via.slice(0, -1) } : { via };
}

function isSame(a: string, b: string): boolean {
  return bareName(a) === bareName(b);
}
