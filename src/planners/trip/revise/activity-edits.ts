import { isDisliked } from '../fixes/dislikes.ts';
import { MIN_ACTIVITIES } from '../invariants/activity-density.ts';
import type { Activity, Day } from '../itinerary/itinerary.ts';
import { EXCURSION, FREE, TRANSIT } from '../itinerary/itinerary.ts';
import { isEarlyDeparture, isLateArrival } from '../itinerary/travel-hours.ts';
import { activityId } from '../knowledge/things-to-do.ts';
import { nameKey } from '../places/gazetteer/name-key.ts';
import { isCounted, plannedWith, ratesOf, rateText, surplusOn } from '../requirements/day-rates.ts';
import type { TripRequirements } from '../requirements/requirements.ts';
import type { TripEdit } from '../understand/edits/trip-edit.ts';
import type { TripDraft } from './trip-draft.ts';

type ActivityEdit = Extract<TripEdit, { type: 'activity' }>;

/** Adds, removes or frees something on a day. */
export function editActivities(draft: TripDraft, { what, title = '', day, part }: ActivityEdit): void {
  if (what === 'add') addTo(draft, title, day, part);
  else if (what === 'remove') removeFrom(draft, title, day);
  else free(draft, day, part);
}

/** Adds something to do to a day that no repair takes away again. */
export function addActivity(draft: TripDraft, dayNumber: number, thing: Omit<Activity, 'id'>): boolean {
  const day = dayOf(draft, dayNumber);
  if (day === undefined) return false;
  const used = new Set(draft.itinerary.days.flatMap(({ activities }) => activities.map(({ id }) => id)));
  const id = activityId(day.anchorId, thing.title, used);
  const activity: Activity = { id, ...thing, locked: true };
  return draft.change(
    { op: 'ADD_ACTIVITY', payload: { dayNumber: day.number, activities: [activity] } },
    `You wanted it on day ${day.number}.`,
  );
}

function dayOf({ itinerary }: TripDraft, dayNumber: number | undefined): Day | undefined {
  if (dayNumber === undefined) return undefined;
  return itinerary.days.at(dayNumber < 0 ? dayNumber : dayNumber - 1);
}

function addTo(
  draft: TripDraft,
  title: string,
  dayNumber: number | undefined,
  part: ActivityEdit['part'],
): void {
  if (title === '') return;
  const day = dayNumber === undefined ? quietestDay(draft) : dayOf(draft, dayNumber);
  if (day === undefined) {
    draft.notDone.push(`${title} was not added: there is no day ${dayNumber}.`);
    return;
  }
  const planned = draft.itinerary.days.flatMap(({ number, activities }) =>
    activities
      .filter((activity) => nameKey(activity.title).includes(nameKey(title)))
      .map((of) => ({ number, of })),
  )[0];
  if (planned?.number === day.number) {
    draft.notDone.push(`${planned.of.title} is on day ${day.number} already.`);
    return;
  }
  const payload = planned && { dayNumber: planned.number, activityId: planned.of.id, to: day.number };
  const isMoved =
    payload !== undefined &&
    dayNumber !== undefined &&
    draft.change({ op: 'MOVE_ACTIVITY', payload }, `You wanted it on day ${day.number}.`);
  if (!isMoved) addActivity(draft, day.number, { title, kind: 'PLAN', ...(part && { part }) });
}

function quietestDay({ itinerary }: TripDraft): Day | undefined {
  return itinerary.days.toSorted((a, b) => a.activities.length - b.activities.length)[0];
}

/** Removes what a trip has planned by this name, wherever that is; false when there is nothing like it. */
export function removePlanned(draft: TripDraft, title: string): boolean {
  const isThere = draft.itinerary.days.some(({ activities }) =>
    activities.some((activity) => isMeant(activity, title)),
  );
  if (!isThere) return false;
  dislike(draft, [title.replace(/^the /i, '')]);
  removeFrom(draft, title, undefined);
  return true;
}

/** Or it would be proposed again for the time that becomes free. */
function dislike(draft: TripDraft, titles: readonly string[]): void {
  const { constraints = {} } = draft.requirements;
  const { dislikes = [] } = constraints;
  draft.setRequirements({
    constraints: { ...constraints, dislikes: [...new Set([...dislikes, ...titles])] },
  });
}

function removeFrom(draft: TripDraft, title: string, dayNumber: number | undefined): void {
  const days = dayNumber === undefined ? draft.itinerary.days : [dayOf(draft, dayNumber)];
  const found = days.flatMap((day) =>
    (day?.activities ?? [])
      .filter((activity) => isMeant(activity, title))
      .map(({ id, title: name, kind }) => ({ id, day, name, kind })),
  );
  const where = dayNumber === undefined ? 'in this trip' : `on day ${dayNumber}`;
  if (found.length === 0) {
    draft.notDone.push(
      `There is no ${title === '' ? 'such thing' : title} ${where}, so nothing was removed.`,
    );
    return;
  }
  for (const { id, day, name, kind } of found) {
    if (day === undefined) continue;
    // A day trip is locked because it was wanted.
    const isUnwanted = kind === EXCURSION;
    if (isUnwanted) forgetMustSee(draft, name);
    const payload = { dayNumber: day.number, activityId: id, ...(isUnwanted && { isUnwanted }) };
    if (dayNumber !== undefined) dislike(draft, [name]);
    if (!draft.change({ op: 'REMOVE_ACTIVITY', payload }, 'You did not want it.'))
      draft.notDone.push(`What is planned ${where} is locked, so it stays.`);
  }
}

function forgetMustSee(draft: TripDraft, title: string): void {
  const { constraints = {} } = draft.requirements;
  const mustSee = constraints.mustSee?.filter((sight) => !nameKey(title).includes(nameKey(sight)));
  if (mustSee?.length !== constraints.mustSee?.length)
    draft.setRequirements({ constraints: { ...constraints, mustSee } });
}

function isMeant(activity: Activity, title: string): boolean {
  return isDisliked(activity, [title]) || nameKey(activity.title).includes(nameKey(title));
}

/** Removes the activities of a part of a day, and keeps it free. */
function free(draft: TripDraft, dayNumber: number | undefined, part: ActivityEdit['part']): void {
  const day = dayOf(draft, dayNumber);
  if (day === undefined) {
    draft.notDone.push(`No day was kept free: say which, such as "day 3".`);
    return;
  }
  const open = day.activities.filter(({ locked, kind }) => !locked && kind !== TRANSIT);
  const half = Math.ceil(open.length / 2);
  const gone = part === undefined ? open : part === 'morning' ? open.slice(0, half) : open.slice(-half);
  const why = `You wanted it free on day ${day.number}.`;
  for (const { id } of gone) {
    draft.change({ op: 'REMOVE_ACTIVITY', payload: { dayNumber: day.number, activityId: id } }, why);
  }
  addActivity(draft, day.number, { title: `Free ${part ?? 'day'}`, kind: FREE, ...(part && { part }) });
}

/** Locks the stops of some days, or one stop: nothing changes them until they are unlocked. */
export function lock(draft: TripDraft, { place, days }: Extract<TripEdit, { type: 'lock' }>): void {
  const named = place === undefined ? undefined : draft.stopNamed(place);
  const [from, to] = days ?? [1, 0];
  const ids = new Set(draft.itinerary.days.slice(from - 1, to).map(({ anchorId }) => anchorId));
  const stops = named ? [named] : draft.stops.filter(({ id }) => ids.has(id));
  if (stops.length === 0) draft.notDone.push('Nothing was locked: say which stop or which days.');
  for (const { id, name } of stops) {
    draft.change(
      { op: 'UPDATE_ANCHOR', payload: { anchorId: id, set: { locked: true } } },
      `You locked ${name}.`,
    );
  }
}

/** Unlocks a stop, or all of them. */
export function unlock(draft: TripDraft, { place }: Extract<TripEdit, { type: 'unlock' }>): void {
  const named = place === undefined ? undefined : draft.stopNamed(place);
  const locked = (place === undefined ? draft.stops : named ? [named] : []).filter(
    ({ anchor }) => anchor.locked,
  );
  if (locked.length === 0) draft.notDone.push(`${named?.name ?? place ?? 'No stop'} is not locked.`);
  for (const { id, name } of locked) {
    draft.change(
      { op: 'UPDATE_ANCHOR', payload: { anchorId: id, set: { locked: false } } },
      `You unlocked ${name}.`,
    );
  }
}

/** Tells which days are without travel: a day of rest is one of them. */
function tellRestDays(draft: TripDraft): void {
  const { days } = draft.itinerary;
  const free = days.filter(({ anchorId }, at) => anchorId === days[at - 1]?.anchorId);
  const names = new Map(draft.stops.map(({ id, name }) => [id, name]));
  const stops = [...new Set(free.map(({ anchorId }) => anchorId))].map((id) => {
    const own = free.filter(({ anchorId }) => anchorId === id).map(({ number }) => number);
    return `${own.length === 1 ? 'day' : 'days'} ${own.join(', ')} in ${names.get(id) ?? 'a stop'}`;
  });
  if (stops.length > 0) draft.notDone.push(`You travel nowhere on ${stops.join('; ')}: rest on any of them.`);
}

/** Keeps what is new among the things that the trip has to keep to. */
export function keepConstraints(draft: TripDraft, before: TripRequirements): void {
  const [now, then] = [draft.requirements.constraints ?? {}, before.constraints ?? {}];
  const isNew = (field: keyof typeof now) => JSON.stringify(now[field]) !== JSON.stringify(then[field]);
  if (isNew('dislikes')) leaveOutDisliked(draft);
  if (isNew('rest') && now.rest !== undefined) tellRestDays(draft);
  if (isNew('arrival') || isNew('departure')) keepTravelTimes(draft);
  if (isNew('perDay') || draft.revisions.length > 0) keepRates(draft, { isNew: isNew('perDay') });
}

/** Leaves the evening of a late arrival and the morning of an early departure alone. */
function keepTravelTimes(draft: TripDraft): void {
  const { constraints = {} } = draft.requirements;
  const [first] = draft.itinerary.days;
  const last = draft.itinerary.days.at(-1);
  if (first && isLateArrival(constraints))
    emptyDay(draft, first, `You arrive at ${constraints.arrival?.time}.`);
  if (last && last !== first && isEarlyDeparture(constraints))
    emptyDay(draft, last, `You leave at ${constraints.departure?.time}.`);
}

function emptyDay(draft: TripDraft, { number, activities }: Day, why: string): void {
  for (const { id, locked, kind } of activities) {
    if (!locked && kind !== TRANSIT)
      draft.change({ op: 'REMOVE_ACTIVITY', payload: { dayNumber: number, activityId: id } }, why);
  }
  draft.change({ op: 'SET_TRAVEL_ONLY', payload: { dayNumber: number, travelOnly: true } }, why);
}

/** Puts other things to do where there are some that are not liked. */
function leaveOutDisliked(draft: TripDraft): void {
  const dislikes = draft.requirements.constraints?.dislikes ?? [];
  if (dislikes.length === 0) return;
  for (const { number, anchorId, activities } of draft.itinerary.days) {
    const gone = activities.filter((activity) => !activity.locked && isDisliked(activity, dislikes));
    const stop = draft.stops.find(({ id }) => id === anchorId);
    const why = `You do not want ${dislikes.join(' or ')}.`;
    for (const { id } of gone)
      draft.change({ op: 'REMOVE_ACTIVITY', payload: { dayNumber: number, activityId: id } }, why);
    if (gone.length === 0 || stop === undefined) continue;
    const left = activities.filter((activity) => !gone.includes(activity));
    const added = draft.thingsToDo(anchorId, { name: stop.name, ...stop.point }, gone.length, left);
    if (added.length > 0)
      draft.change({ op: 'ADD_ACTIVITY', payload: { dayNumber: number, activities: added } }, why);
  }
}

/** Gives every day as many things to see or do as requested. What one day has too much of, another may lack. */
function keepRates(draft: TripDraft, { isNew }: { readonly isNew: boolean }): void {
  const rates = ratesOf(draft.requirements.constraints ?? {});
  if (rates.length === 0) return;
  const why = `You want ${rates.map(rateText).join(', ')}.`;
  const change = (day: Day, gone: readonly Activity[]) => {
    for (const { id } of gone)
      draft.change({ op: 'REMOVE_ACTIVITY', payload: { dayNumber: day.number, activityId: id } }, why);
  };
  for (const day of draft.itinerary.days) change(day, surplusOn(day.activities, rates));
  if (!isNew) return;
  for (const { number } of draft.itinerary.days) {
    const day = dayOf(draft, number);
    const stop = draft.stops.find(({ id }) => id === day?.anchorId);
    const isClosed = day?.travelOnly === true || day?.activities.some(({ kind }) => kind === FREE);
    if (day === undefined || stop === undefined || isClosed) continue;
    const usual = plannedWith(MIN_ACTIVITIES, rates);
    const open = Math.max(0, usual - day.activities.length);
    const added = draft.thingsToDo(stop.id, { name: stop.name, ...stop.point }, open, day.activities);
    if (added.length === 0) continue;
    // What was there makes room for what is wanted on every day.
    const isWanted = (activity: Activity) =>
      rates.some((rate) => rate.what !== undefined && rate.least !== undefined && isCounted(activity, rate));
    const others = day.activities.filter((activity) => !activity.locked && !isWanted(activity)).toReversed();
    change(day, others.slice(0, Math.max(0, day.activities.length + added.length - usual)));
    draft.change({ op: 'ADD_ACTIVITY', payload: { dayNumber: number, activities: added } }, why);
  }
}
