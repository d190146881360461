import type { Anchor, Itinerary } from '../../../../src/planners/trip/itinerary/itinerary.ts';
import { usablePoint } from '../../../../src/planners/trip/itinerary/itinerary-view.ts';
import { applyMutation, type PlannerMutation } from '../../../../src/planners/trip/itinerary/mutation.ts';
import { distanceKm } from '../../../../src/planners/trip/places/geo.ts';
import type { PlannerAction, PlannerIssue } from '../../../../src/planners/trip/planner-state.ts';
import { regionText } from './day-plan.ts';

/** The effect of choosing an option. */
export interface OptionOutline {
  readonly changes: string;
  readonly stays: string;
  readonly after: Itinerary;
}

/** What an option changes and keeps, found by applying it here. */
export function outlineOption(itinerary: Itinerary, mutation: PlannerMutation): OptionOutline {
  const after = applyMutation(itinerary, mutation);
  return { after, changes: changeText(itinerary, mutation, after), stays: staysText(itinerary, after) };
}

/** How many stops stay as they are, on the same days with the same activities, and how many only move to other days. */
function staysText(before: Itinerary, after: Itinerary): string {
  const kept = new Set<Anchor>(after.anchors);
  const here = before.anchors.filter((anchor) => kept.has(anchor));
  const untouched = here.filter(
    ({ id }) => JSON.stringify(daysAt(before, id)) === JSON.stringify(daysAt(after, id)),
  ).length;
  const all = before.anchors.length;
  if (untouched === all) return `All ${all} stops untouched`;
  const moved = here.filter(
    ({ id }) => JSON.stringify(numbersAt(before, id)) !== JSON.stringify(numbersAt(after, id)),
  ).length;
  return `${untouched} of ${all} stops untouched${moved === 0 ? '' : `, ${moved} on other days`}`;
}

function daysAt({ days }: Itinerary, anchorId: string): readonly unknown[] {
  return days.flatMap(({ number, anchorId: at, activities, travelOnly }) =>
    at === anchorId ? [{ number, activities, travelOnly }] : [],
  );
}

function numbersAt({ days }: Itinerary, anchorId: string): readonly number[] {
  return days.flatMap(({ number, anchorId: at }) => (at === anchorId ? [number] : []));
}

function changeText(itinerary: Itinerary, mutation: PlannerMutation, after: Itinerary): string {
  const stop = (id: string | undefined) => itinerary.anchors.find((anchor) => anchor.id === id);
  switch (mutation.op) {
    case 'REMOVE_ANCHOR': {
      const { anchorId, mergeInto } = mutation.payload;
      const name = stop(anchorId)?.name || 'The stop';
      if (mergeInto !== undefined) return `${name} becomes part of the stay in ${stop(mergeInto)?.name}`;
      const days = itinerary.days.length - after.days.length;
      return `${name} is removed${days === 0 ? '' : ` with ${count(days, 'day')}`}; ${count(after.days.length, 'day')} remain`;
    }
    case 'REPLACE_ANCHOR': {
      const { anchorId, endpoint, place } = mutation.payload;
      const before = stop(anchorId);
      const where = [place.name, regionText(place)].filter(Boolean).join(', ');
      if (before === undefined) return `The ${endpoint ?? 'stop'} becomes ${where}`;
      return `Stop ${itinerary.anchors.indexOf(before) + 1} is in ${where}${movedText(before, place)}`;
    }
    case 'UPDATE_ANCHOR': {
      const { anchorId, set } = mutation.payload;
      const before = stop(anchorId);
      if (Object.keys(set).length === 0) return 'Nothing changes, and the issue is hidden from now on';
      const point = usablePoint(set);
      if (before && point) return `${before.name} is moved on the map${movedText(before, point)}`;
      if (set.nights !== undefined) return `${before?.name} gets ${count(set.nights, 'night')}`;
      return `${before?.name || 'The stop'} is changed`;
    }
    case 'INSERT_ANCHOR': {
      const { anchor, at, days } = mutation.payload;
      const before = itinerary.anchors[at - 1];
      const where = before ? ` after ${before.name}` : ' at the beginning';
      return `${anchor.name} is added${where}, with ${count(days.length, 'day')}`;
    }
    case 'MOVE_ANCHOR': {
      const { anchorId } = mutation.payload;
      const [from, to] = [firstDay(itinerary, anchorId), firstDay(after, anchorId)];
      return `${stop(anchorId)?.name} moves from day ${from} to day ${to}`;
    }
    case 'ADD_ACTIVITY': {
      const { dayNumber, activities } = mutation.payload;
      return `Day ${dayNumber} gets ${activities.map(({ title }) => title).join(', ')}`;
    }
    case 'REMOVE_ACTIVITY':
      return `An activity of day ${mutation.payload.dayNumber} is removed`;
    case 'SET_TRAVEL_ONLY': {
      const { dayNumber, travelOnly } = mutation.payload;
      return travelOnly ? `Day ${dayNumber} is for travelling only` : `Day ${dayNumber} is an ordinary day`;
    }
    case 'SET_DAY_ANCHOR': {
      const { dayNumber, anchorId } = mutation.payload;
      return `Day ${dayNumber} is spent in ${stop(anchorId)?.name || 'the stop'}`;
    }
    case 'REMOVE_DAY':
      return `Day ${mutation.payload.dayNumber} is removed; ${count(after.days.length, 'day')} remain`;
    case 'MOVE_ACTIVITY': {
      const { dayNumber, to } = mutation.payload;
      return `An activity moves from day ${dayNumber} to day ${to}`;
    }
    case 'RENAME_ACTIVITY':
      return `Day ${mutation.payload.dayNumber} keeps everything, each under a unique id`;
    case 'REFLOW_DAYS':
      return `${count(after.days.length, 'day')} in order, without a gap`;
    case 'SET_MODE':
      return 'The stops stay, with other means of travel';
  }
}

function movedText(before: Anchor, to: { readonly lat: number; readonly lng: number }): string {
  const from = usablePoint(before);
  const km = from === undefined ? 0 : Math.round(distanceKm(from, to));
  return km < 1 ? '' : `, ${km.toLocaleString('en')} km from where it is now`;
}

function firstDay({ days }: Itinerary, anchorId: string): number | string {
  return days.find((day) => day.anchorId === anchorId)?.number ?? '–';
}

function count(number: number, what: string): string {
  return `${number} ${what}${number === 1 ? '' : 's'}`;
}

/** The stop that the planner offers repairs for. */
export function brokenStop(
  action: PlannerAction | null,
  issues: readonly PlannerIssue[],
  { days }: Pick<Itinerary, 'days'>,
): string | undefined {
  if (action?.type !== 'SUGGEST_REPAIR') return undefined;
  const issue = issues.find(({ id }) => action.options.some((option) => option.id.startsWith(`${id}/`)));
  return issue?.target.anchorId ?? days.find(({ number }) => number === issue?.target.dayNumber)?.anchorId;
}
