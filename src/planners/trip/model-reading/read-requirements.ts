import { bareName } from '../itinerary/itinerary-view.ts';
import type { PlaceKnowledge } from '../knowledge/place-knowledge.ts';
import type { DayRate, TravelMeans, TripConstraints } from '../requirements/constraints.ts';
import { withRates } from '../requirements/day-rates.ts';
import {
  constraintsOf,
  type RequestedPlace,
  type RequestedStop,
  stayDays,
  type TripPreferences,
  type TripRequirements,
} from '../requirements/requirements.ts';
import { kindOf, takeRates } from '../understand/constraints/take-rates.ts';
import { modeOf } from '../understand/constraints/transport.ts';
import { inEnglish, namesInEnglish } from '../understand/languages/languages.ts';
import { WorkingText } from '../understand/text/working-text.ts';
import { requestedPlace } from './read-places.ts';
import type { RequestReading, SharedFields } from './trip-reading.ts';

const isSame = (a: string, b: string | undefined) => b !== undefined && bareName(a) === bareName(b);

/** The places of a request: its destination, its stops, and the total of its stays if all are known. */
export function readPlaces(
  read: RequestReading,
  before: TripRequirements,
  places: PlaceKnowledge,
): Pick<TripRequirements, 'origin' | 'destination' | 'via' | 'skip' | 'days' | 'returnNights'> {
  const visited = (read.stops ?? []).filter(({ isDayTrip }) => !isDayTrip);
  const stops = visited.map((stop) => requestedPlace(stop, places));
  const start = read.origin && requestedPlace(read.origin, places);
  const requested = read.destination && requestedPlace(read.destination, places);
  const origin = start && { ...start, ...stayAt(stops, start) };
  const home = origin ?? before.origin;
  const isLoop = read.roundTrip ?? before.roundTrip ?? false;
  // The destination of a round trip is its last stop, and that of a trip with an unknown destination its last known
  // place.
  const isHome = ({ name }: RequestedPlace) => isLoop && isSame(name, home?.name);
  const isKnown = ({ name }: RequestedPlace) => places.resolve(name, { limit: 1 }).length > 0;
  const goals = [...(requested ? [requested] : []), ...stops.toReversed()].filter((place) => !isHome(place));
  const last = goals.find(isKnown) ?? goals[0];
  const region = regionName(read, places);
  const end = last ?? (before.destination === undefined && region ? { name: region } : undefined);
  const destination = end && { ...end, ...stayAt(stops, end) };
  const others = [...stops, ...(requested && !isHome(requested) ? [requested] : [])];
  const isKept = (stop: RequestedStop) =>
    !isSame(stop.name, destination?.name) &&
    !(isSame(stop.name, home?.name) && (stayDays(stop) !== undefined || isLoop));
  const via = others.filter(isKept);
  const total = totalOf(origin, via, destination, isLoop);
  // What comes first of a place that is named again is the stay at the start.
  const back = requested && isHome(requested) ? stayDays(requested) : undefined;
  const skip = read.skip ?? [];
  const known = (before.via ?? []).filter(({ name }) => !stops.some((stop) => isSame(stop.name, name)));
  const all = [...known, ...via];
  return {
    ...(origin && { origin }),
    ...(destination && { destination }),
    ...(all.length > 0 && { via: all }),
    ...(skip.length > 0 && { skip: [...new Set([...(before.skip ?? []), ...skip])] }),
    ...(total !== undefined && { days: total }),
    ...(back !== undefined && { returnNights: requested?.nights ?? Math.max(back - 1, 1) }),
  };
}

/** A region as written if that name is known, otherwise in English. */
function regionName(
  { region, regionInEnglish }: Pick<SharedFields, 'region' | 'regionInEnglish'>,
  places: PlaceKnowledge,
): string | undefined {
  const isKnown = (name: string) => places.resolve(name, { limit: 1, typos: false }).length > 0;
  if (region === undefined || isKnown(region)) return region;
  return regionInEnglish ?? namesInEnglish(region).find(isKnown) ?? region;
}

function stayAt(
  stops: readonly RequestedPlace[],
  { name }: RequestedPlace,
): Pick<RequestedPlace, 'days' | 'nights' | 'bound'> {
  const stop = stops.find((each) => isSame(each.name, name) && stayDays(each) !== undefined);
  if (stop === undefined) return {};
  const { days, nights, bound } = stop;
  return {
    ...(nights !== undefined ? { nights } : days !== undefined && { days }),
    ...(bound && { bound }),
  };
}

/** If every stop has a stay, together they are the length of the trip. */
function totalOf(
  origin: RequestedPlace | undefined,
  via: readonly RequestedStop[],
  destination: RequestedPlace | undefined,
  isLoop: boolean,
): number | undefined {
  const stops = [...via, ...(destination ? [destination] : [])];
  const isTimed = stops.every((stop) => stayDays(stop) !== undefined && stop.bound === undefined);
  if (stops.length === 0 || !isTimed || isLoop) return undefined;
  const start = (origin && stayDays(origin)) ?? 0;
  return stops.reduce((sum, stop) => sum + (stayDays(stop, { isLast: stop === destination }) ?? 0), start);
}

/** The constraints after a reading: new ones replace earlier ones, and likes and dislikes are added. */
export function readConstraints(
  read: SharedFields | RequestReading,
  before: TripRequirements,
  places: PlaceKnowledge,
): Pick<TripRequirements, 'constraints' | 'interests' | 'travellers' | 'mode' | 'budget' | 'roundTrip'> {
  const known = constraintsOf(before);
  const { interests = [], roundTrip } = read;
  const region = regionName(read, places);
  const dislikes = [...(read.dislikes ?? []), ...('skip' in read ? (read.skip ?? []) : [])];
  const dayTrips = ('stops' in read ? (read.stops ?? []) : []).filter(({ isDayTrip }) => isDayTrip);
  const mustSee = [...(read.mustSee ?? []), ...dayTrips.map(({ name, knownAs }) => knownAs ?? name)];
  const travelBy = read.travelBy ?? (known.travelBy === undefined ? impliedMeans(read) : []);
  const party = read.party && { ...known.party, ...read.party };
  const count = (party?.adults ?? 0) + (party?.children?.length ?? 0);
  const unliked = joined(known.dislikes, dislikes).filter((each) => !interests.includes(each));
  const { notes, perDay } = ratesOfNotes(read);
  const constraints: TripConstraints = {
    ...known,
    ...given(read, ['pace', 'rest', 'budget', 'mobility', 'carUntilDay', 'cities', 'bases', 'legs', 'way']),
    ...(perDay.length > 0 && { perDay: withRates(known.perDay, perDay) }),
    ...(read.arrival && { arrival: { ...known.arrival, ...read.arrival } }),
    ...(read.departure && { departure: { ...known.departure, ...read.departure } }),
    ...(read.driving && { driving: { ...known.driving, ...read.driving } }),
    ...(read.lodging && { lodging: { ...known.lodging, ...read.lodging } }),
    ...(party && { party }),
    ...(unliked.length > 0 && { dislikes: unliked }),
    ...(read.cuisines && { cuisines: joined(known.cuisines, read.cuisines) }),
    ...(mustSee.length > 0 && { mustSee: joined(known.mustSee, mustSee) }),
    ...(notes.length > 0 && { notes: joined(known.notes, notes) }),
    ...(travelBy.length > 0 && { travelBy: [...travelBy] }),
    ...(region !== undefined && { region }),
  };
  // Who flies to where the road trip begins does not drive there.
  const isFlownTo = travelBy.length > 0 && read.legs?.some(({ by }) => by === 'flight') === true;
  const mode = modeOf(isFlownTo ? [...travelBy, 'flight'] : travelBy);
  const liked = joined(before.interests, interests).filter((each) => !dislikes.includes(each));
  return {
    ...(Object.keys(constraints).length > 0 && { constraints }),
    ...(read.budget && { budget: undefined }),
    ...(liked.length > 0 || before.interests ? { interests: liked } : {}),
    ...(count > 0 && { travellers: count }),
    ...(mode !== undefined && { mode }),
    ...(roundTrip !== undefined && { roundTrip }),
  };
}

/** How many things a day a reading gives, in their field or as notes: "one museum a day". */
export function ratesOfNotes({ notes = [], perDay = [] }: Pick<SharedFields, 'notes' | 'perDay'>): {
  readonly notes: readonly string[];
  readonly perDay: readonly DayRate[];
} {
  const read = perDay.map(({ what, ...rate }) => {
    const kind = what === undefined ? undefined : kindOf(what);
    return { ...(kind !== undefined && { what: kind }), ...rate };
  });
  const taken = notes.map((note) => ({
    note,
    rates: takeRates(new WorkingText(inEnglish(note))).perDay ?? [],
  }));
  return {
    notes: taken.flatMap(({ note, rates }) => (rates.length === 0 ? note : [])),
    perDay: withRates(
      taken.flatMap(({ rates }) => rates),
      read,
    ),
  };
}

/** A limit on driving means a car. Who takes a train or a bus on one leg has none. */
function impliedMeans({ driving, legs = [] }: SharedFields): readonly TravelMeans[] {
  if (driving !== undefined) return ['car'];
  const carried = legs.map(({ by }) => by).filter((by) => by === 'train' || by === 'bus');
  return carried.slice(0, 1);
}

function given<Field extends keyof SharedFields>(
  read: SharedFields,
  fields: readonly Field[],
): Partial<Pick<SharedFields, Field>> {
  const shared: Partial<Pick<SharedFields, Field>> = {};
  for (const field of fields) if (read[field] !== undefined) shared[field] = read[field];
  return shared;
}

/** The means of travel that somebody never uses apply to every trip. */
export function readPreferences({ neverBy = [] }: SharedFields, before: TripPreferences): TripPreferences {
  const avoid = neverBy.map((means) => (means === 'flight' ? ('flight' as const) : ('road' as const)));
  const [only, ...more] = avoid;
  if (only === undefined) return before;
  if (more.length > 0) return { ...before, avoid };
  return { ...before, transport: only === 'flight' ? 'road' : 'flight', avoid };
}

function joined(before: readonly string[] | undefined, more: readonly string[]): string[] {
  return [...new Set([...(before ?? []), ...more])];
}
