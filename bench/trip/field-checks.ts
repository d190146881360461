import { embeddedPlaces } from '../../src/planners/trip/knowledge/embedded-knowledge.ts';
import type { TripConstraints } from '../../src/planners/trip/requirements/constraints.ts';
import {
  constraintsOf,
  type RequestedPlace,
  requestedDays,
  type TripRequirements,
} from '../../src/planners/trip/requirements/requirements.ts';
import type { TripSession } from '../../src/planners/trip/trip-fold.ts';
import { isIn, isNamed } from './place-names.ts';
import type { ExpectedFields, Stay } from './traveller-cases.ts';

/** A field of a text, whether it was read right, and what was read. */
export interface FieldResult {
  readonly field: string;
  readonly isRight: boolean;
  readonly wanted: unknown;
  readonly read: unknown;
}

/** Looks at each field that a text says. */
export function checkFields(expected: ExpectedFields, { state, itinerary }: TripSession): FieldResult[] {
  const { requirements, preferences } = state;
  const constraints = constraintsOf(requirements);
  const results: FieldResult[] = [];
  const add = (field: keyof ExpectedFields, read: unknown, isRight: boolean) => {
    if (expected[field] !== undefined) results.push({ field, isRight, wanted: expected[field], read });
  };
  const { origin, destination, via = [], roundTrip, mode, interests = [] } = requirements;
  const named = placesOf(requirements);
  const names = named.map(({ name }) => name);
  const areas = [constraints.region, destination?.name, ...names].filter((name) => name !== undefined);
  const isOneOf = (spellings: string | undefined) => (name: string) =>
    spellings !== undefined && isNamed(name, spellings);

  add('origin', origin?.name, isOneOf(expected.origin)(origin?.name ?? names[0] ?? ''));
  const ends = [destination?.name, constraints.region].filter((name) => name !== undefined);
  add('destination', destination?.name, ends.some(isOneOf(expected.destination)));
  add('stops', names, areStops(expected, names, constraints.region));
  add(
    'stays',
    named,
    Object.entries(expected.stays ?? {}).every(([name, stay]) => isStay(named, name, stay)),
  );
  const days = requestedDays(requirements) ?? itinerary?.days.length;
  add('days', days, days === expected.days);
  add('nights', days, days === (expected.nights ?? 0) + 1 || destination?.nights === expected.nights);
  add('startDate', requirements.startDate, requirements.startDate === expected.startDate);
  const endDate = requirements.endDate ?? itinerary?.days.at(-1)?.date;
  add('endDate', endDate, endDate === expected.endDate);
  const travelBy = constraints.travelBy ?? [];
  add('mode', { mode, travelBy }, isMode(expected.mode, mode ?? itinerary?.mode, travelBy));
  add('roundTrip', roundTrip, (roundTrip ?? false) === expected.roundTrip);
  add('region', constraints.region, areas.some(isOneOf(expected.region)));
  add(
    'country',
    constraints.region,
    areas.some(isOneOf(expected.country)) || isPartOf(constraints, expected),
  );
  const { party } = constraints;
  const children = (party?.children ?? []).filter((age) => age !== null);
  const adults =
    party?.adults ?? (requirements.travellers && requirements.travellers - (party?.children?.length ?? 0));
  add('adults', adults, adults === expected.adults);
  add('children', children, sorted(children) === sorted(expected.children ?? []));
  const { budget } = constraints;
  const isBudget =
    budget?.amount === expected.budget?.amount &&
    budget?.per === expected.budget?.per &&
    (expected.budget?.currency === undefined || budget?.currency === expected.budget.currency);
  add('budget', budget, isBudget);
  const liked = [
    ...interests,
    ...(constraints.cuisines ?? []),
    ...(constraints.mustSee ?? []),
    // Who asks for a museum every day is kept to that, and need not like museums besides.
    ...(constraints.perDay ?? []).flatMap(({ what }) => what ?? []),
    ...names,
  ].join(', ');
  add(
    'interests',
    liked,
    (expected.interests ?? []).every((stem) => isIn(liked, stem)),
  );
  const avoided = [
    ...(constraints.dislikes ?? []),
    ...(preferences.avoid?.includes('road') ? ['car driving, Auto, voiture, coche'] : []),
    ...(preferences.avoid?.includes('flight') ? ['flights, planes, fliegen, Flug, avion, vuelos'] : []),
  ];
  add(
    'avoid',
    avoided,
    (expected.avoid ?? []).every((stem) => isIn(avoided.join(', '), stem)),
  );
  const seen = [...(constraints.mustSee ?? []), ...names];
  add(
    'mustSee',
    seen,
    (expected.mustSee ?? []).every((sight) => seen.some((name) => isIn(name, sight))),
  );
  const {
    driving,
    rest,
    pace,
    cities,
    bases,
    lodging,
    cuisines = [],
    dislikes = [],
    notes = [],
  } = constraints;
  add('maxDrivingHoursPerDay', driving?.hours, driving?.hours === expected.maxDrivingHoursPerDay);
  add('maxKmPerDay', driving?.km, driving?.km === expected.maxKmPerDay);
  add('restDays', rest, isRest(expected.restDays, rest));
  const paces = (expected.pace ?? '').replaceAll('relaxed', 'slow').split('|');
  add('pace', pace, pace !== undefined && paces.includes(pace));
  add('cities', cities ?? via.length, (cities ?? bases ?? named.length) === expected.cities);
  // None of it can be planned by: it is told in one sentence, whichever field holds it.
  const rules = [...(lodging?.rules ?? []), ...cuisines, ...dislikes, ...notes];
  const pets = (constraints.party?.pets ?? 0) > 0 ? PETS : '';
  const kept = [lodging?.room, constraints.mobility, ...rules, pets].join(', ');
  add('room', kept, isIn(kept, expected.room ?? ''));
  add(
    'houseRules',
    kept,
    (expected.houseRules ?? []).every((stem) => isIn(kept, stem)),
  );
  return results;
}

/** A pet that travels along is counted in the party; a text calls it a rule of the house. */
const PETS = 'pet, dog, Hund, Haustier, chien, perro, mascota';

/** Whether a trip stays in a part of a country: "northern Chile". */
function isPartOf({ region = '' }: TripConstraints, { country = '' }: ExpectedFields): boolean {
  const area = embeddedPlaces.area?.(region);
  if (area === undefined) return false;
  return country
    .split('|')
    .some((name) => embeddedPlaces.isWithinRegion(area.point, { country: name }) === true);
}

/** The constraints of these that were lifted by what was said, and are not. */
export function stillKept(lifted: readonly string[], { state: { requirements } }: TripSession): string[] {
  const { driving, budget, rest, pace, cities, dislikes = [] } = constraintsOf(requirements);
  const kept: Readonly<Record<string, unknown>> = {
    maxDrivingHoursPerDay: driving?.hours,
    maxKmPerDay: driving?.km,
    budget,
    restDays: rest,
    pace,
    cities,
    avoid: dislikes[0],
  };
  return lifted.filter((field) => !(field in kept) || kept[field] !== undefined);
}

/** The places of the requirements in their order. */
function placesOf({ origin, destination, via = [], returnNights }: TripRequirements): RequestedPlace[] {
  const ends = [origin, destination].flatMap((place) => place ?? []);
  const isEnd = (name: string) => ends.some((end) => isNamed(end.name, name));
  const stays = via.filter(({ name }) => isEnd(name));
  const withStay = (place: RequestedPlace | undefined): RequestedPlace[] =>
    place ? [{ ...stays.find(({ name }) => isNamed(name, place.name)), ...place }] : [];
  return [
    ...withStay(origin),
    ...via.filter(({ name }) => !isEnd(name)),
    ...(destination?.name === origin?.name ? [] : withStay(destination)),
    ...(returnNights !== undefined && origin ? [{ name: origin.name, nights: returnNights }] : []),
  ];
}

/** All stops in their order, and no other place that was not named. */
function areStops(expected: ExpectedFields, names: readonly string[], region: string | undefined): boolean {
  const { stops = [] } = expected;
  let at = 0;
  for (const name of names) if (at < stops.length && isNamed(name, stops[at] ?? '')) at++;
  const all = [
    ...stops,
    expected.origin,
    expected.destination,
    expected.region,
    expected.country,
    ...(expected.mustSee ?? []),
    region,
  ];
  const isSaid = (name: string) =>
    all.some((spellings) => spellings !== undefined && isNamed(name, spellings));
  return at === stops.length && names.every(isSaid);
}

function isStay(places: readonly RequestedPlace[], name: string, wanted: Stay): boolean {
  const place = places.find((each) => isNamed(each.name, name));
  const length = place?.nights ?? place?.days;
  if (length === undefined) return false;
  if (typeof wanted === 'number') return length === wanted;
  return 'min' in wanted ? length >= wanted.min : length <= wanted.max;
}

const MEANS: Readonly<Record<string, string>> = { rail: 'train', walk: 'foot', road: 'car', air: 'flight' };

function isMode(wanted: string | undefined, mode: string | undefined, travelBy: readonly string[]): boolean {
  if (wanted === undefined) return true;
  const isOne = (each: string) =>
    travelBy.length > 0 && each !== 'mixed'
      ? travelBy.some((means) => means === (MEANS[each] ?? each))
      : mode === each;
  return wanted.split('|').some(isOne);
}

function isRest(wanted: ExpectedFields['restDays'], rest: object | undefined): boolean {
  if (rest === undefined || wanted === undefined) return false;
  const read = { days: undefined, every: undefined, ...rest };
  if (typeof wanted === 'number') return read.days === wanted;
  return 'every' in wanted ? read.every === wanted.every : read.every === Math.round(7 / wanted.perWeek);
}

function sorted(ages: readonly number[]): string {
  return ages.toSorted((a, b) => a - b).join();
}
