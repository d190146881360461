import { densityAutoFixes } from '../fixes/density-fixes.ts';
import { count } from '../generate/stay-lengths.ts';
import { thinDays } from '../invariants/activity-density.ts';
import type { Itinerary } from '../itinerary/itinerary.ts';
import { bareName } from '../itinerary/itinerary-view.ts';
import { changesBetween } from '../itinerary/trip-changes.ts';
import { distanceKm } from '../places/geo.ts';
import type { FullContext } from '../planner-context.ts';
import type { PlannerState } from '../planner-state.ts';
import { requestedDays, stayDays, type TripRequirements } from '../requirements/requirements.ts';
import type { StopsBetween } from '../understand/edits/trip-command.ts';
import type { TripEdit } from '../understand/edits/trip-edit.ts';
import { keepConstraints } from './activity-edits.ts';
import { applyEdit } from './apply-edit.ts';
import { setAreaStay } from './area-edits.ts';
import { insertBetween, placeFor } from './new-stop.ts';
import { isStayedThroughout, reverse } from './reverse-trip.ts';
import { shownNames, withShownNames } from './shown-names.ts';
import { remember, replaceStop, setStay } from './stop-edits.ts';
import {
  keepTransport,
  meansOfAllLegs,
  reviseNewLegs,
  reviseTransport,
  travelledBy,
} from './transport-edits.ts';
import { type Revision, TripDraft } from './trip-draft.ts';
import { settleLength } from './trip-length.ts';

/** The effect of new requirements on a trip: changes to it, or another trip. */
export interface RevisedTrip {
  readonly itinerary: Itinerary;
  /** The requirements as the changed trip has them. */
  readonly requirements: TripRequirements;
  readonly revisions: readonly Revision[];
  /** The requirements ask for another kind of trip, which no change to single stops leads to. */
  readonly isAnotherTrip: boolean;
  /** Names of stops that were requested but are not known places. */
  readonly unknown: readonly string[];
  /** What was asked for and could not be done, in whole sentences. */
  readonly notDone: readonly string[];
  /** Names of stops that would go although nobody named them: that is asked first. */
  readonly losses: readonly string[];
  /** The length that was asked for, where the stops and stays that were named need more. */
  readonly tooShort?: number | undefined;
  /** The only stop of the trip, where it was to go: without it there is none. */
  readonly onlyStop?: string | undefined;
  /** Names of stops that were to go and are locked. */
  readonly kept?: readonly string[];
}

/** Requests besides the requirements. */
export interface StopOrders {
  readonly edits?: readonly TripEdit[];
  readonly between?: StopsBetween;
  /** The whole trip the other way round. */
  readonly isReversed?: boolean;
}

/** The changes of a trip that new requirements and edits lead to. `before` are the previous requirements. */
export function revise(
  itinerary: Itinerary,
  previous: TripRequirements,
  state: PlannerState,
  context: FullContext,
  { edits: all = [], between, isReversed = false }: StopOrders,
): RevisedTrip {
  const names = shownNames(itinerary, { ...state, requirements: previous }, context);
  const [before, current] = [withShownNames(previous, names), withShownNames(state.requirements, names)];
  const means = meansOfAllLegs(itinerary, all, before);
  const requirements = means === undefined ? current : travelledBy(current, means);
  const edits = means === undefined ? all : all.filter(({ type }) => type !== 'leg');
  const draft = new TripDraft(itinerary, { ...state, requirements }, context);
  const isRoundTripNew =
    requirements.roundTrip !== before.roundTrip &&
    requirements.roundTrip !== undefined &&
    requirements.roundTrip !== itinerary.roundTrip;
  // Who changes one leg travels the others as before.
  const isLeg = edits.some(({ type }) => type === 'leg');
  if (isLeg) keepTransport(draft, before);
  if (isRoundTripNew || !reviseTransport(draft, before)) return anotherTrip(draft, before, edits);
  const isEdited = (field: 'origin' | 'destination') =>
    edits.some((edit) =>
      namesIn(edit).some((name) => bareName(name) === bareName(requirements[field]?.name ?? '')),
    );
  for (const field of ['origin', 'destination'] as const) {
    // Who turns the trip round stays as long at each place as before.
    if (isReversed && isStayedThroughout(draft)) break;
    // A place that an edit puts into the trip is no new end of it.
    if (isEdited(field) && before[field] && !isSameName(before[field].name, requirements[field]?.name))
      draft.setRequirements({ [field]: before[field] });
    else reviseEnd(field, draft, before);
  }
  if (isReversed) reverse(draft);
  const receivers = edits.flatMap((edit) =>
    edit.type === 'remove' && edit.to !== undefined ? [edit.to] : [],
  );
  const ordered = joinedEdits(draft, edits).toSorted((a, b) => stageOf(a) - stageOf(b));
  for (const edit of ordered.filter((each) => stageOf(each) <= 0)) applyEdit(draft, edit);
  moveLastDay(draft, itinerary);
  for (const edit of ordered.filter((each) => stageOf(each) > 0)) applyEdit(draft, edit);
  for (const edit of edits) for (const name of namesIn(edit)) draft.handled.add(bareName(name));
  reviseStops(draft, before);
  moveLastDay(draft, itinerary);
  const days = requestedDays(draft.requirements);
  const isSaid = days !== undefined && days !== requestedDays(before);
  // Who adds a stop and shortens another makes room for it, and so does who stays longer at one and shorter at another.
  const isRearranged =
    draft.growth * draft.shifted < 0 ||
    draft.receiver !== undefined ||
    edits.some(({ type }) => type === 'add' || type === 'remove' || type === 'replace');
  const receiver = draft.receiver ?? receivers.flatMap((name) => draft.stopNamed(name)?.id ?? [])[0];
  if (between) addBetween(draft, between);
  else {
    const wanted = isSaid
      ? days
      : isBoundToStays(draft, before) && receiver === undefined
        ? draft.itinerary.days.length
        : itinerary.days.length + (isRearranged ? 0 : draft.growth);
    settleLength(draft, { wanted, isSaid, receiver });
    if (receiver !== undefined) rememberReceived(draft, receiver);
  }
  keepConstraints(draft, before);
  reviseNewLegs(draft, itinerary, edits);
  if (draft.revisions.length > 0) fillNewlyThinDays(draft, itinerary);
  const length = draft.itinerary.days.length;
  if (draft.requirements.days !== undefined && draft.requirements.days !== length)
    draft.setRequirements({ days: length });
  const { revisions, notDone, unknown } = draft;
  const isSilent =
    notDone.length + unknown.length === 0 && changesBetween(itinerary, draft.itinerary).length === 0;
  if (edits.length > 0 && isSilent) notDone.push('The trip is like that already.');
  return {
    itinerary: draft.itinerary,
    requirements: draft.requirements,
    revisions,
    isAnotherTrip: false,
    unknown,
    notDone,
    losses: lossesOf(draft, itinerary),
    tooShort: draft.tooShort,
    onlyStop: draft.onlyStop,
    kept: [...draft.kept],
  };
}

/** A trip of another kind is planned by its requirements, which say what the edits change. */
function anotherTrip(draft: TripDraft, before: TripRequirements, edits: readonly TripEdit[]): RevisedTrip {
  const legs = edits.flatMap((edit) => (edit.type === 'leg' ? [edit] : []));
  for (const edit of edits) if (edit.type !== 'leg') applyEdit(draft, edit);
  const { notDone, unknown, requirements } = draft;
  const { via = [], destination, constraints } = requirements;
  const requested = [
    before.destination?.name,
    ...(before.via ?? []).map(({ name }) => name),
    ...edits.flatMap(namesIn),
  ];
  const isSaid = requested.some((name) => name !== undefined && isSameName(name, destination?.name));
  const end = isSaid ? undefined : via.at(-1);
  return {
    itinerary: draft.itinerary,
    requirements: {
      ...requirements,
      ...(end && { destination: end, via: via.slice(0, -1) }),
      ...(legs.length > 0 && {
        constraints: { ...constraints, legs: legs.map(({ from, to, by }) => ({ from, to, by })) },
      }),
    },
    revisions: [],
    isAnotherTrip: true,
    unknown,
    notDone,
    losses: [],
    onlyStop: draft.onlyStop,
  };
}

/**
 * When an edit is made: how long a stop takes depends on whether it is the last, so what comes and goes is settled first,
 * and nothing can be changed once it is locked.
 */
function stageOf({ type }: TripEdit): number {
  if (type === 'unlock') return -1;
  return type === 'lock' ? 2 : type === 'stay' ? 1 : 0;
}

/** "Leave Krabi out and go to Koh Lanta": where the trip ended or began there, it does so at the other now. */
function joinedEdits(draft: TripDraft, edits: readonly TripEdit[]): readonly TripEdit[] {
  const [gone, ...otherRemovals] = edits.filter((edit) => edit.type === 'remove');
  const [added, ...otherAdditions] = edits.filter((edit) => edit.type === 'add');
  if (!gone || !added || otherRemovals.length > 0 || otherAdditions.length > 0) return edits;
  const { type: _t, place: by, stay, isDayTrip: _d, ...position } = added;
  const isPlaced = Object.values(position).some((value) => value !== undefined);
  if (isPlaced || draft.stopNamed(gone.place)?.end === undefined) return edits;
  const joined: TripEdit = { type: 'replace', place: gone.place, by, ...(stay && { stay }) };
  return [joined, ...edits.filter((edit) => edit !== gone && edit !== added)];
}

/** The places that an edit is about. */
function namesIn(edit: TripEdit): readonly string[] {
  switch (edit.type) {
    case 'add':
    case 'move':
    case 'stay':
    case 'remove':
      return [edit.place];
    case 'swap':
      return edit.places;
    case 'replace':
      return [edit.place, edit.by];
    case 'leg':
      return [edit.from, edit.to].filter((name) => name !== undefined);
    default:
      return [];
  }
}

function isSameName(a: string, b: string | undefined): boolean {
  return b !== undefined && bareName(a) === bareName(b);
}

/** If every stay has a length and the trip has none, the trip is as long as its stays. */
function isBoundToStays(draft: TripDraft, before: TripRequirements): boolean {
  const { via = [], destination } = before;
  const fixed = [...via, ...(destination ? [destination] : [])].filter(
    ({ days, nights }) => days !== undefined || nights !== undefined,
  );
  const named = new Set([...via, ...(destination ? [destination] : [])].map(({ name }) => bareName(name)));
  const isAllSaid =
    named.size > 0 && [...named].every((name) => fixed.some((stay) => bareName(stay.name) === name));
  const total = fixed.reduce((sum, { days, nights }) => sum + (days ?? nights ?? 0), 0);
  const length = requestedDays(before);
  return (
    isAllSaid && (length === undefined || length === total || length === total + 1) && draft.settled.size > 0
  );
}

/** The stops that a turn takes out of the trip and nobody named, where a traveller had named them or there are several. */
function lossesOf(draft: TripDraft, before: Itinerary): readonly string[] {
  const left = new Set(draft.itinerary.anchors.map(({ id }) => id));
  const gone = before.anchors.filter(({ id }) => !left.has(id) && !draft.dismissed.has(id));
  const isNamed = (name: string) =>
    [...(draft.requirements.via ?? []), draft.requirements.origin, draft.requirements.destination].some(
      (requested) => requested !== undefined && isSameName(name, requested.name),
    );
  const isAsked = gone.some(({ name }) => isNamed(name)) || gone.length > 2;
  return isAsked ? gone.map(({ name }) => name) : [];
}

/** Nights are counted: where another stop is the last now, the day after the last night is there. */
function moveLastDay(draft: TripDraft, before: Itinerary): void {
  const last = draft.stops.at(-1);
  if (last === undefined || last.id === before.anchors.at(-1)?.id) return;
  for (const stop of draft.stops) {
    const requested = draft.requestedStopFor(stop);
    const isCounted = requested?.nights !== undefined && requested.bound === undefined && !stop.anchor.locked;
    const days = isCounted ? stayDays(requested, { isLast: draft.isLast(stop) }) : undefined;
    const change = (days ?? 0) - draft.daysAt(stop.id);
    if (days !== undefined && Math.abs(change) === 1)
      setStay(draft, stop, { nights: requested?.nights ?? 0 });
  }
  for (const { name, nights, bound } of [
    ...(draft.requirements.via ?? []),
    draft.requirements.destination ?? { name: '' },
  ]) {
    const towns = draft.stopsIn(name);
    const isLast = towns.some((stop) => draft.isLast(stop));
    const days = towns.reduce((sum, { id }) => sum + draft.daysAt(id), 0);
    if (nights === undefined || bound !== undefined || towns.length === 0) continue;
    if (stayDays({ nights }, { isLast }) !== days) setAreaStay(draft, name, { nights });
  }
}

/** A stop that got or gave days was requested for as long as it takes now. */
function rememberReceived(draft: TripDraft, id: string): void {
  const stop = draft.stops.find((each) => each.id === id);
  const requested = stop && draft.requestedStopFor(stop);
  if (stop === undefined || requested === undefined || requested.bound !== undefined) return;
  const days = draft.daysAt(id);
  const requestedDays = stayDays(requested, { isLast: draft.isLast(stop) });
  if (requestedDays === undefined || requestedDays === days || draft.requestedAreaFor(stop) !== undefined)
    return;
  const nights = draft.isLast(stop) ? days - 1 : days;
  remember(draft, stop.name, requested.nights === undefined || nights < 1 ? { days } : { nights }, days);
}

/** Puts stops between two that follow each other. Both stay as they are, and the trip becomes longer by a day each. */
function addBetween(draft: TripDraft, { from, to, count: wanted }: StopsBetween): void {
  for (let added = 0; added < wanted; added++) {
    const first = draft.stops.findIndex(({ id }) => id === draft.stopNamed(from)?.id);
    const last = draft.stops.findIndex(({ id }) => id === draft.stopNamed(to)?.id);
    const stretch = draft.stops.slice(Math.min(first, last), Math.max(first, last) + 1);
    const [longest] = stretch
      .flatMap((stop, at) => {
        const previous = stretch[at - 1];
        return previous ? [{ previous, stop, km: distanceKm(previous.point, stop.point) }] : [];
      })
      .toSorted((a, b) => b.km - a.km);
    const why = `You wanted a stop between ${from} and ${to}.`;
    if (first >= 0 && last >= 0 && longest && insertBetween(draft, longest.previous, longest.stop, why))
      continue;
    draft.notDone.push(`No stop was added between ${from} and ${to}.`);
    return;
  }
  draft.notDone.push(`The trip takes ${count(draft.itinerary.days.length)} now: the others keep their days.`);
}

function reviseEnd(field: 'origin' | 'destination', draft: TripDraft, before: TripRequirements): void {
  const requested = draft.requirements[field];
  if (requested === undefined) return;
  const shown = draft.itinerary[field];
  const { view, verdicts } = draft.reading;
  const ends = (view?.stops ?? []).filter(({ end }) => end === field);
  const isMisplaced =
    ends.some(({ index }) => verdicts[index] !== undefined) ||
    draft.reading.endpoints[field].fault !== undefined;
  const isNew = !isSameName(requested.name, before[field]?.name) && !isSameName(requested.name, shown?.name);
  if (!isNew && !isMisplaced) return;
  const [only, ...others] = draft.stops;
  if (only && others.length === 0 && field === 'destination' && before.origin === undefined) {
    replaceStop(draft, { type: 'replace', place: only.name, by: requested.name });
    return;
  }
  const place = placeFor(requested, draft);
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

/** What the requirements say about stops that no edit did yet: stops that are new, no longer wanted, or stay longer. */
function reviseStops(draft: TripDraft, before: TripRequirements): void {
  const { skip = [], via = [] } = draft.requirements;
  const isKnown = (list: readonly string[] | undefined, name: string) =>
    (list ?? []).some((known) => isSameName(known, name));
  const isOpen = (name: string) => !draft.handled.has(bareName(name));
  const gone = skip.filter(
    (name) => isOpen(name) && !isKnown(before.skip, name) && draft.stopNamed(name) !== undefined,
  );
  const known = [...(before.via ?? []).map(({ name }) => name), ...draft.unknown];
  const added = via.filter(
    ({ name }) => isOpen(name) && !isKnown(known, name) && draft.stopNamed(name) === undefined,
  );
  const [onlyGone] = gone;
  const [onlyAdded] = added;
  if (onlyGone && onlyAdded && gone.length === 1 && added.length === 1) {
    applyEdit(draft, { type: 'replace', place: onlyGone, by: onlyAdded.name });
  } else {
    for (const place of gone) applyEdit(draft, { type: 'remove', place });
    for (const { name } of added) applyEdit(draft, { type: 'add', place: name });
  }
  const unknown = new Set(draft.unknown);
  draft.setRequirements({ via: (draft.requirements.via ?? []).filter(({ name }) => !unknown.has(name)) });
  for (const { name, days, nights, bound } of via) {
    const isNew = !(before.via ?? []).some(
      (visit) => visit.name === name && visit.days === days && visit.nights === nights,
    );
    const stop = draft.stopNamed(name);
    if ((days === undefined && nights === undefined) || !isNew || !stop || draft.settled.has(stop.id))
      continue;
    if (stayDays({ days, nights }, { isLast: draft.isLast(stop) }) === draft.daysAt(stop.id)) {
      draft.settled.add(stop.id);
      continue;
    }
    const stay = {
      ...(days !== undefined && { days }),
      ...(nights !== undefined && { nights }),
      ...(bound && { bound }),
    };
    applyEdit(draft, { type: 'stay', place: name, stay });
  }
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
