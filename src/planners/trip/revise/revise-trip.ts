import { densityAutoFixes } from '../fixes/density-fixes.ts';
import { thinDays } from '../invariants/activity-density.ts';
import { detourKm } from '../invariants/anchor-verdicts.ts';
import { queryOf } from '../invariants/subject.ts';
import type { Itinerary, PlaceRef } from '../itinerary.ts';
import { bareName, type Stop, usablePoint } from '../itinerary-view.ts';
import { type FixedPlace, nightsOf } from '../mutation.ts';
import { distanceKm } from '../places/geo.ts';
import type { WholeContext } from '../planner-context.ts';
import type { PlannerState } from '../planner-state.ts';
import type { StopsBetween } from '../understand/trip-command.ts';
import { type TripWishes, wishedDays } from '../wishes.ts';
import { type Revision, TripDraft } from './trip-draft.ts';
import { insertAt, insertBetween, setLength } from './trip-length.ts';

/** What new wishes mean for a trip: changes to it, or another trip altogether. */
export interface Revised {
  readonly itinerary: Itinerary;
  readonly revisions: readonly Revision[];
  /** The wishes ask for another kind of trip, which no change to single stops leads to. */
  readonly isAnotherTrip: boolean;
  /** Names of stops that were wished and are no places that are known. */
  readonly unknown: readonly string[];
  /** What was asked for and could not be done, in whole sentences. */
  readonly notDone: readonly string[];
}

/** What is asked for besides wishes. */
export interface StopOrders {
  readonly between?: StopsBetween;
  /** Stops that change places with each other. */
  readonly exchanges: readonly (readonly [string, string])[];
  /** The whole trip the other way round. */
  readonly isReversed?: boolean;
}

/** Changes of a trip that follow from what was said, each to its own node. `before` are the wishes until then. */
export function revise(
  itinerary: Itinerary,
  before: TripWishes,
  state: PlannerState,
  context: WholeContext,
  { between, exchanges, isReversed = false }: StopOrders,
): Revised {
  const { wishes } = state;
  const draft = new TripDraft(itinerary, state, context);
  const isAnotherTrip =
    (wishes.mode !== before.mode && wishes.mode !== undefined && wishes.mode !== itinerary.mode) ||
    (wishes.roundTrip !== before.roundTrip &&
      wishes.roundTrip !== undefined &&
      wishes.roundTrip !== itinerary.roundTrip);
  if (isAnotherTrip) return { itinerary, revisions: [], isAnotherTrip, unknown: [], notDone: [] };
  reviseEnd('origin', draft, before);
  reviseEnd('destination', draft, before);
  if (isReversed) reverse(draft);
  const unknown = reviseStops(draft, before);
  const days = wishedDays(wishes);
  const isNewLength = days !== wishedDays(before);
  const isStopsChanged = draft.revisions.some(({ change }) => LENGTH_CHANGES.has(change.op));
  const hadLength = wishedDays(before) !== undefined;
  if (days !== undefined && (isNewLength || (hadLength && isStopsChanged))) {
    setLength(draft, days, isNewLength ? `You asked for ${days} days.` : `The trip stays ${days} days long.`);
    const count = draft.itinerary.days.length;
    if (isNewLength && count !== days)
      draft.notDone.push(`The trip takes ${count} days and not ${days}: its stops need them, or are locked.`);
  }
  for (const pair of exchanges) exchange(draft, pair);
  if (between && !reroute(draft, between))
    draft.notDone.push(`No stop was added between ${between.from} and ${between.to}.`);
  if (draft.revisions.length > 0) fillNewlyThinDays(draft, itinerary);
  const { itinerary: after, revisions, notDone } = draft;
  return { itinerary: after, revisions, isAnotherTrip: false, unknown, notDone };
}

/** Turns the order of the stops between the ends around. */
function reverse(draft: TripDraft): void {
  const stops = draft.stops.filter(({ end }) => end === undefined);
  const [first] = stops;
  for (const [at, { id }] of stops.toReversed().entries()) {
    const to = (first?.index ?? 0) + at;
    draft.change({ op: 'MOVE_ANCHOR', payload: { anchorId: id, to } }, 'The trip goes the other way round.');
  }
}

/** Puts each of two stops where the other was. */
function exchange(draft: TripDraft, [one, other]: readonly [string, string]): void {
  const [first, second] = [one, other]
    .map((name) => draft.stops.find((stop) => isNamed(stop, name, draft)))
    .toSorted((a, b) => (a?.index ?? 0) - (b?.index ?? 0));
  const why = `${one} and ${other} changed places.`;
  const isFixed = (stop: Stop | undefined) => !stop || stop.end !== undefined || stop.anchor.locked;
  if (!first || !second || isFixed(first) || isFixed(second)) {
    draft.notDone.push(
      `${one} and ${other} did not change places: both have to be stops on the way that are not locked.`,
    );
    return;
  }
  draft.change({ op: 'MOVE_ANCHOR', payload: { anchorId: second.id, to: first.index } }, why);
  draft.change({ op: 'MOVE_ANCHOR', payload: { anchorId: first.id, to: second.index } }, why);
}

/** Puts stops between two that follow each other. Both stay as they are, and the trip becomes longer by a day each. */
function reroute(draft: TripDraft, { from, to, count }: StopsBetween): boolean {
  for (let added = 0; added < count; added++) {
    const first = draft.stops.findIndex((stop) => isNamed(stop, from, draft));
    const last = draft.stops.findIndex((stop) => isNamed(stop, to, draft));
    const stretch = draft.stops.slice(Math.min(first, last), Math.max(first, last) + 1);
    if (first < 0 || last < 0 || first === last) return false;
    const [longest] = stretch
      .flatMap((stop, at) => {
        const before = stretch[at - 1];
        return before ? [{ before, stop, km: distanceKm(before.point, stop.point) }] : [];
      })
      .toSorted((a, b) => b.km - a.km);
    if (
      !longest ||
      !insertBetween(draft, longest.before, longest.stop, `You wanted a stop between ${from} and ${to}.`)
    )
      return false;
  }
  return true;
}

/** A shorter drive leaves more of the day: there has to be something to do. */
function fillNewlyThinDays(draft: TripDraft, before: Itinerary): void {
  const { state, context } = draft;
  const subjectOf = (itinerary: Itinerary) => ({ ...context, state, itinerary });
  const known = new Set(thinDays(subjectOf(before)).map(({ day }) => day.day.activities));
  for (const { day } of thinDays(subjectOf(draft.itinerary))) {
    if (known.has(day.day.activities)) continue;
    const [fix] = densityAutoFixes(day.day.number, subjectOf(draft.itinerary));
    if (fix) draft.change(fix.change, fix.justification);
  }
}

const LENGTH_CHANGES: ReadonlySet<string> = new Set(['REMOVE_ANCHOR', 'INSERT_ANCHOR']);

function reviseEnd(field: 'origin' | 'destination', draft: TripDraft, before: TripWishes): void {
  const wished = draft.state.wishes[field];
  if (wished === undefined) return;
  const shown = draft.itinerary[field];
  const { view, verdicts } = draft.reading;
  const ends = (view?.stops ?? []).filter(({ end }) => end === field);
  const isMisplaced =
    ends.some(({ index }) => verdicts[index] !== undefined) ||
    draft.reading.endpoints[field].fault !== undefined;
  const isNew =
    bareName(wished.name) !== bareName(before[field]?.name ?? '') &&
    bareName(wished.name) !== bareName(shown?.name ?? '');
  if (!isNew && !isMisplaced) return;
  const place = placeFor(wished, draft);
  if (place === undefined) return;
  const why = `The trip ${field === 'origin' ? 'starts' : 'ends'} in ${place.name}.`;
  if (ends.length === 0) draft.replace({ endpoint: field, place }, why);
  for (const { id, name, anchor } of ends) {
    if (anchor.locked)
      draft.notDone.push(
        `${name} stays where the trip ${field === 'origin' ? 'starts' : 'ends'}: it is locked.`,
      );
    else draft.replace({ anchorId: id, endpoint: field, place }, why);
  }
}

/** Returns the names that are no places. */
function reviseStops(draft: TripDraft, before: TripWishes): readonly string[] {
  const { skip = [], via = [] } = draft.state.wishes;
  const skipped = new Set(skip.map(bareName));
  const newlySkipped = new Set(
    [...skipped].filter((name) => !(before.skip ?? []).map(bareName).includes(name)),
  );
  const stopsOf = (): readonly Stop[] => draft.reading.view?.stops ?? [];
  const gone = stopsOf().filter(
    ({ name, end, anchor }) => end === undefined && !anchor.locked && newlySkipped.has(bareName(name)),
  );
  for (const { name, end, anchor } of stopsOf()) {
    if (!newlySkipped.has(bareName(name)) || (end === undefined && !anchor.locked)) continue;
    const why = anchor.locked ? 'is locked' : `is where the trip ${end === 'origin' ? 'starts' : 'ends'}`;
    draft.notDone.push(`${name} stays: it ${why}. Say what should be there instead.`);
  }
  const known = new Set((before.via ?? []).map(({ name }) => bareName(name)));
  const added = via.filter(({ name }) => !known.has(bareName(name)) && !isThere(name, draft));
  const placed = added.map((visit) => ({ visit, place: placeFor(visit, draft) }));
  const unknown = placed.flatMap(({ visit, place }) => (place ? [] : [visit.name]));
  const [onlyGone] = gone;
  const [onlyAdded] = placed;
  if (onlyGone && onlyAdded?.place && gone.length === 1 && added.length === 1) {
    const { place } = onlyAdded;
    draft.replace({ anchorId: onlyGone.id, place }, `${place.name} instead of ${onlyGone.name}.`);
    return unknown;
  }
  for (const { id, name } of gone) {
    draft.change({ op: 'REMOVE_ANCHOR', payload: { anchorId: id } }, `You did not want to stop in ${name}.`);
  }
  for (const { place } of placed) {
    if (place) insertAt(draft, place, bestIndex(place, draft), `You wanted to stop in ${place.name}.`);
  }
  for (const { name, days } of via) {
    if (
      days === undefined ||
      (before.via ?? []).some((visit) => visit.name === name && visit.days === days)
    ) {
      continue;
    }
    const stop = draft.stops.find((each) => isNamed(each, name, draft));
    if (stop) setStay(draft, stop, days);
  }
  return unknown;
}

function setStay(draft: TripDraft, { id, name, point, anchor }: Stop, days: number): void {
  if (nightsOf(draft.itinerary, anchor) === days || point === undefined) return;
  if (anchor.locked) {
    draft.notDone.push(`The stay in ${name} keeps its length: it is locked.`);
    return;
  }
  const more = Math.max(days - draft.itinerary.days.filter(({ anchorId }) => anchorId === id).length, 0);
  const brought = Array.from({ length: more }, () => draft.newDay(id, { name, ...point }));
  draft.change(
    { op: 'UPDATE_ANCHOR', payload: { anchorId: id, set: { nights: days }, days: brought } },
    `You wanted ${days} days in ${name}.`,
  );
}

function isThere(name: string, draft: TripDraft): boolean {
  return draft.stops.some((stop) => isNamed(stop, name, draft));
}

/** The same name, or another name of the same place: "LA" is Los Angeles. */
function isNamed(stop: Stop, name: string, { context }: TripDraft): boolean {
  if (bareName(stop.name) === bareName(name)) return true;
  const [found] = context.places.resolve(name, { limit: 1 });
  return found !== undefined && bareName(found.name) === bareName(stop.name);
}

/** The index at which a stop lengthens the way least: after the first stop, and before the last if the trip ends there. */
function bestIndex(place: FixedPlace, draft: TripDraft): number {
  const { stops, reading } = draft;
  const { origin, destination } = reading.endpoints;
  const end = draft.itinerary.roundTrip ? origin.point : destination.point;
  const first = stops[0]?.end === 'origin' ? 1 : 0;
  const last = stops.at(-1)?.end === undefined ? stops.length : stops.length - 1;
  let [best, least] = [last, Number.POSITIVE_INFINITY];
  for (let at = first; at <= last; at++) {
    const km = detourKm(place, stops[at - 1]?.point ?? origin.point, stops[at]?.point ?? end);
    if (km < least) [best, least] = [at, km];
  }
  return stops[best]?.index ?? draft.itinerary.anchors.length;
}

function placeFor(wished: PlaceRef, draft: TripDraft): FixedPlace | undefined {
  const point = usablePoint(wished);
  const near = draft.stops.map((stop) => stop.point);
  const sample = near.length > 20 ? near.filter((_, at) => at % Math.ceil(near.length / 20) === 0) : near;
  const found = draft.context.places
    .resolve(queryOf(wished), { limit: 3, ...(sample.length > 0 && { near: sample }) })
    .find(({ match }) => match !== 'typo');
  if (point)
    return {
      name: wished.name,
      ...(wished.admin1 && { admin1: wished.admin1 }),
      ...(wished.country && { country: wished.country }),
      ...point,
    };
  return (
    found && {
      name: found.name,
      admin1: found.admin1,
      country: found.country,
      lat: found.lat,
      lng: found.lng,
    }
  );
}
