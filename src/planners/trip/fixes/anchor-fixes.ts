import type { Fix, Proposal } from '../../../repair/action.ts';
import { detourKm, ownFault } from '../invariants/anchor-verdicts.ts';
import { queryOf, readingOf, type TripSubject } from '../invariants/subject.ts';
import { type Stop, usablePoint } from '../itinerary/itinerary-view.ts';
import type { PlannerMutation } from '../itinerary/mutation.ts';
import { distanceKm, type Point } from '../places/geo.ts';
import type { PlaceCandidate } from '../places/place-candidate.ts';
import { placeLabel } from './place-label.ts';

/** Options are listed in this order, whatever their effect. */
export const OPTION_GROUP = { replace: 0, unswap: 1, remove: 2, keep: 3 } as const;

const MAX_REPLACEMENTS = 5;
/** A candidate within this distance of the stop would change nothing. */
const SAME_KM = 2;
const SAME_TOWN_KM = 100;
/** A place with at most this detour, absolute or as a share of the leg, is on the way. */
const ON_THE_WAY_KM = 300;
const ON_THE_WAY_SHARE = 0.25;
/** With a place of this name nearby, one whose detour is this many times longer is not meant. */
const IMPLAUSIBLE_KM = 600;
const IMPLAUSIBLE_TIMES = 5;

/** Automatic fixes for a misplaced stop: only with permission, and only if a single place can be meant. */
export function anchorAutoFixes(anchorId: string, subject: TripSubject): readonly Fix<PlannerMutation>[] {
  const stop = stopOf(anchorId, subject);
  if (stop === undefined || subject.state.preferences.autoRepairPlaces !== true) return [];
  const { before, after } = neighbours(stop, subject);
  const direct = before && after ? distanceKm(before, after) : 0;
  const most = Math.max(ON_THE_WAY_KM, direct * ON_THE_WAY_SHARE);
  const fitting = candidatesFor(stop, subject).filter((place) => detourKm(place, before, after) <= most);
  const swapped = unswapped(stop, subject);
  if (swapped && fitting.every((place) => distanceKm(place, swapped) <= SAME_TOWN_KM)) {
    return [
      { change: unswap(stop, swapped), justification: `The coordinates of ${stop.name} were swapped.` },
    ];
  }
  const [only, ...others] = fitting;
  if (only === undefined || others.length > 0) return [];
  return [
    {
      change: replace(stop, only),
      justification: `${stop.name} is ${placeLabel(only)}: no other place of this name is on the way.`,
    },
  ];
}

/** The options for a misplaced stop. */
export function anchorOptions(anchorId: string, subject: TripSubject): readonly Proposal<PlannerMutation>[] {
  const stop = stopOf(anchorId, subject);
  if (stop === undefined) return [];
  const keep = keepProposal(stop);
  if (stop.anchor.locked) return [keep];
  const { before, after } = neighbours(stop, subject);
  const swapped = unswapped(stop, subject);
  const replacements = candidatesFor(stop, subject).map(
    (place): Proposal<PlannerMutation> => ({
      key: `replace:${place.lat},${place.lng}`,
      label: `Replace it by ${placeLabel(place)}`,
      change: replace(stop, place),
      group: OPTION_GROUP.replace,
      rank: [Number(!isInRegion(stop, place)), Math.round(detourKm(place, before, after)), -place.population],
    }),
  );
  return [
    ...replacements,
    ...(swapped
      ? [
          {
            key: 'unswap',
            label: `Swap its coordinates: (${swapped.lat}, ${swapped.lng})`,
            change: unswap(stop, swapped),
            group: OPTION_GROUP.unswap,
          },
        ]
      : []),
    removeProposal(stop),
    keep,
  ];
}

/** Removes a stop with its days. */
export function removeProposal({ id, name }: Pick<Stop, 'id' | 'name'>): Proposal<PlannerMutation> {
  return {
    key: 'remove',
    label: `Remove ${name === '' ? 'this stop' : name} from the trip`,
    change: { op: 'REMOVE_ANCHOR', payload: { anchorId: id } },
    group: OPTION_GROUP.remove,
  };
}

/** Keeps a stop unchanged, and hides the issue. */
export function keepProposal({ id, name }: Pick<Stop, 'id' | 'name'>): Proposal<PlannerMutation> {
  return {
    key: 'keep',
    label: `Keep ${name === '' ? 'it' : name} as it is`,
    change: { op: 'UPDATE_ANCHOR', payload: { anchorId: id, set: {} } },
    group: OPTION_GROUP.keep,
    waives: true,
  };
}

/** The places that a stop may mean, without duplicates, those on the way first. */
function candidatesFor(stop: Stop, subject: TripSubject): readonly PlaceCandidate[] {
  const { places } = subject;
  if (stop.name === '') return [];
  const { before, after } = neighbours(stop, subject);
  const near = [before, after].filter((point) => point !== undefined);
  const limit = MAX_REPLACEMENTS * 2;
  const { country, admin1 } = stop;
  const byRegion =
    admin1 === undefined && country === undefined
      ? []
      : places.resolve(queryOf({ name: stop.name, admin1, country }), { near, limit });
  const found = [...byRegion, ...places.resolve(stop.name, { near, limit })];
  const exact = found.filter(({ match }) => match !== 'typo');
  const distinct = new Map(
    (exact.length > 0 ? exact : found).map((place) => [`${place.lat},${place.lng}`, place]),
  );
  const detour = (place: Point) => detourKm(place, before, after);
  const [best, ...others] = [...distinct.values()]
    .filter((place) => !isAsItIs(stop, place))
    .sort(
      (a, b) =>
        Number(isInRegion(stop, b)) - Number(isInRegion(stop, a)) ||
        detour(a) - detour(b) ||
        b.population - a.population,
    );
  if (best === undefined) return [];
  const most = Math.max(detour(best), IMPLAUSIBLE_KM) * IMPLAUSIBLE_TIMES;
  return [best, ...others.filter((place) => detour(place) <= most)].slice(0, MAX_REPLACEMENTS);
}

/** Whether a place is in the stop's country and division. */
function isInRegion({ admin1, country }: Stop, place: PlaceCandidate): boolean {
  if (country === undefined && admin1 === undefined) return true;
  const isIn = (named: string | undefined, code: string) =>
    named === undefined || named.toUpperCase() === code;
  return isIn(country, place.country) && (country !== undefined || isIn(admin1, place.admin1));
}

/** Whether a place is at the stop, in the stop's region. */
function isAsItIs({ point, admin1, country }: Stop, place: PlaceCandidate): boolean {
  if (point === undefined || distanceKm(place, point) > SAME_KM) return false;
  const isNamed = (named: string | undefined, code: string) =>
    named === undefined || named.toUpperCase() === code;
  return isNamed(admin1, place.admin1) && isNamed(country, place.country);
}

/** The nearest valid stops before and after it, or the ends of the trip. */
export function neighbours(
  { index }: Pick<Stop, 'index'>,
  subject: TripSubject,
): { before: Point | undefined; after: Point | undefined } {
  const { validStops, endpoints } = readingOf(subject);
  const before = validStops.findLast((stop) => stop.index < index)?.point ?? endpoints.origin.point;
  const end = subject.itinerary?.roundTrip ? endpoints.origin.point : endpoints.destination.point;
  return { before, after: validStops.find((stop) => stop.index > index)?.point ?? end };
}

/** The stop with this id. */
export function stopOf(anchorId: string, subject: TripSubject): Stop | undefined {
  return readingOf(subject).view?.stops.find(({ id }) => id === anchorId);
}

/** The stop's coordinates swapped, if that matches the place it names. */
function unswapped(stop: Stop, { places }: TripSubject): Point | undefined {
  const { lat, lng } = stop.anchor;
  if (lat === lng) return undefined;
  const point = usablePoint({ lat: lng, lng: lat });
  if (point === undefined || ownFault({ ...stop, point }, places) !== undefined) return undefined;
  if (stop.name === '') return places.nearest(point) ? point : undefined;
  const named = places.resolve(stop.name, { near: point, limit: 1 });
  const isThere = named.some((place) => distanceKm(place, point) <= SAME_TOWN_KM);
  return isThere || named.length === 0 ? point : undefined;
}

function unswap({ id }: Stop, { lat, lng }: Point): PlannerMutation {
  return { op: 'UPDATE_ANCHOR', payload: { anchorId: id, set: { lat, lng } } };
}

function replace({ id }: Stop, { name, admin1, country, lat, lng }: PlaceCandidate): PlannerMutation {
  return { op: 'REPLACE_ANCHOR', payload: { anchorId: id, place: { name, admin1, country, lat, lng } } };
}
