import { placeLabel } from '../fixes/place-label.ts';
import { scarceKinds, stopsWithLittleToDo } from '../invariants/activity-density.ts';
import { isPlanned, MAX_DRIVEN_KM } from '../invariants/constraints-kept.ts';
import { namedStops } from '../invariants/named-stops.ts';
import { routeOf } from '../invariants/route-monotonic.ts';
import { readingOf, type TripSubject, type ValidStop } from '../invariants/subject.ts';
import { distanceKm, drivingKm, offsetFromStretch } from '../places/geo.ts';
import type { Advisory } from '../planner-state.ts';
import { countOf, pluralOf, ratesOf, rateText } from '../requirements/day-rates.ts';
import { constraintsOf } from '../requirements/requirements.ts';
import { usablePoint } from './itinerary-view.ts';

/** More driving in a day than most people like. */
const LONG_DAY_KM = 640;
/** A stop is far off the way if it is farther from it than this distance, and than this share of the way. */
const OFF_CORRIDOR_KM = 300;
const OFF_CORRIDOR_SHARE = 0.3;

const SAME_TOWN_KM = 25;
/** A place with the same name is a plausible alternative at this distance, with this share of the population. */
const NAMESAKE_KM = 100;
const AS_LIKELY = 1 / 2;
const MIN_NAMESAKE_POPULATION = 50_000;

/** Remarks about a trip that need no action. */
export function advisoriesOf(subject: TripSubject): Advisory[] {
  if (subject.itinerary === null) return [];
  const general = [
    ...namesakes(subject),
    ...fewThingsToDo(subject),
    ...fewOfAKind(subject),
    ...moreThanAsked(subject),
  ];
  if (subject.itinerary.mode === 'flight') return general;
  return [...longDrives(subject), ...offCorridor(subject), ...general];
}

/** If another place with the same name is equally plausible, the traveller is told which one was chosen. */
function namesakes({ itinerary, state, places }: TripSubject): Advisory[] {
  return (['origin', 'destination'] as const).flatMap((field): Advisory[] => {
    const requested = state.requirements[field];
    const point = itinerary && usablePoint(itinerary[field] ?? {});
    if (
      requested === undefined ||
      !point ||
      requested.lat !== undefined ||
      /[,\s]/.test(requested.name.trim())
    )
      return [];
    const candidates = places.resolve(requested.name, { limit: 5, typos: false });
    const meant = candidates.find((candidate) => distanceKm(candidate, point) < SAME_TOWN_KM);
    if (meant === undefined) return [];
    const other = candidates.find(
      (candidate) =>
        candidate !== meant &&
        candidate.match === 'name' &&
        candidate.population > Math.max(meant.population * AS_LIKELY, MIN_NAMESAKE_POPULATION) &&
        distanceKm(candidate, meant) > NAMESAKE_KM,
    );
    if (other === undefined) return [];
    const description = `"${requested.name}" was read as ${placeLabel(meant)}. There is also ${placeLabel(other)}: name its state or country if you mean that.`;
    return [{ type: 'NAMESAKE', target: { field }, description }];
  });
}

/** Reported once for a stop, instead of padding its days. */
function fewThingsToDo(subject: TripSubject): Advisory[] {
  return stopsWithLittleToDo(subject).map(({ id, name }) => ({
    type: 'FEW_THINGS_TO_DO',
    target: { anchorId: id },
    description: `I know of nothing more to do in ${name}: some of the time there is free.`,
  }));
}

/** The same for a kind of which every day should have some: one remark for the whole trip. */
function fewOfAKind(subject: TripSubject): Advisory[] {
  const byKind = Map.groupBy(scarceKinds(subject), ({ rate }) => rate);
  return [...byKind].map(([rate, scarce]) => {
    const stops = [...new Set(scarce.map(({ stop }) => stop))];
    const days = scarce.flatMap((each) => each.days.map(({ day }) => day.number));
    const [only] = stops.length === 1 ? stops : [];
    const have = `${days.length === 1 ? 'day' : 'days'} ${listed(days)} ${days.length === 1 ? 'has' : 'have'} ${rate.least === 1 ? 'none' : 'fewer than you want'}`;
    return {
      type: 'FEW_OF_A_KIND',
      target: only === undefined ? {} : { anchorId: only.id },
      description: `I know of too few ${pluralOf(rate.what ?? '')} in ${listed(stops.map(({ name }) => name))}: ${have}.`,
    };
  });
}

/** Days with more than requested, because the traveller put it there. */
function moreThanAsked({ state, itinerary }: TripSubject): Advisory[] {
  const rates = ratesOf(constraintsOf(state.requirements));
  return (itinerary?.days ?? []).flatMap(({ number, activities }) => {
    const locked = activities.filter((activity) => activity.locked);
    return rates
      .filter((rate) => countOf(locked, rate) > (rate.most ?? Number.POSITIVE_INFINITY))
      .map((rate) => ({
        type: 'MORE_THAN_ASKED' as const,
        target: { dayNumber: number },
        description: `Day ${number} has more than ${rateText(rate)}, because you put it there.`,
      }));
  });
}

function listed(all: readonly (number | string)[]): string {
  return all.length < 2 ? all.join() : `${all.slice(0, -1).join(', ')} and ${all.at(-1)}`;
}

function longDrives(subject: TripSubject): Advisory[] {
  if (constraintsOf(subject.state.requirements).driving !== undefined) return [];
  const route = routeOf(subject);
  const isDriven = ({ anchor }: ValidStop) =>
    anchor.by === 'car' || (anchor.by === undefined && subject.itinerary?.mode === 'road');
  return route.flatMap(({ stop, dayNumber }, at) => {
    const from = route[at - 1]?.stop.point ?? readingOf(subject).endpoints.origin.point;
    const km = from ? (subject.roads.km(from, stop.point) ?? drivingKm(from, stop.point)) : 0;
    const isIssue = km > MAX_DRIVEN_KM && isPlanned(subject);
    if (km <= LONG_DAY_KM || isIssue || !isDriven(stop)) return [];
    return [
      {
        type: 'LONG_DRIVE',
        target: { anchorId: stop.id, ...(dayNumber !== undefined && { dayNumber }) },
        description: `It is about ${Math.round(km)} km of driving to ${stop.name}, more than ${LONG_DAY_KM} km in a day.`,
      },
    ];
  });
}

function offCorridor(subject: TripSubject): Advisory[] {
  const { endpoints, validStops, view } = readingOf(subject);
  const { point: from } = endpoints.origin;
  const { point: to } = endpoints.destination;
  if (from === undefined || to === undefined || view?.itinerary.roundTrip) return [];
  const most = Math.max(OFF_CORRIDOR_KM, distanceKm(from, to) * OFF_CORRIDOR_SHARE);
  const named = namedStops(subject);
  return validStops.flatMap(({ id, name, point }) => {
    if (named.has(id) || view?.itinerary.tour) return [];
    const { offKm } = offsetFromStretch(point, from, to);
    if (offKm <= most) return [];
    return [
      {
        type: 'OFF_CORRIDOR',
        target: { anchorId: id },
        description: `${name} is ${Math.round(offKm)} km off the direct way.`,
      },
    ];
  });
}
