import type { Fix, Proposal } from '../../../repair/action.ts';
import { activitiesOfOneId } from '../invariants/structure.ts';
import { readingOf, type TripSubject } from '../invariants/subject.ts';
import { startDateOf } from '../itinerary/calendar-day.ts';
import type { Stop } from '../itinerary/itinerary-view.ts';
import type { PlannerMutation } from '../itinerary/mutation.ts';
import type { IssueTarget } from '../planner-state.ts';
import { OPTION_GROUP } from './anchor-fixes.ts';

/** Automatic fixes of ids: only if the meaning is unambiguous. */
export function structureAutoFixes(
  target: IssueTarget,
  subject: TripSubject,
): readonly Fix<PlannerMutation>[] {
  switch (target.field) {
    case 'day': {
      const stop = stopWithoutDays(target.dayNumber ?? 0, subject);
      if (stop === undefined) return [];
      return [
        {
          change: spendAt(target.dayNumber ?? 0, stop.id),
          justification: `Day ${target.dayNumber} is spent in ${stop.name}.`,
        },
      ];
    }
    case 'stop':
      return lastDayOfNamesake(target.anchorId ?? '', subject);
    case 'activity':
      return activitiesOfOneId(subject)
        .filter(({ day }) => day.number === target.dayNumber)
        .map(({ day, activity, free }) => ({
          change: {
            op: 'RENAME_ACTIVITY',
            payload: { dayNumber: day.number, activityId: activity.id, id: free },
          },
          justification: `"${activity.title}" on day ${day.number} got an id of its own.`,
        }));
    default:
      return [];
  }
}

/** The options for a day with a missing stop. */
export function structureOptions(
  target: IssueTarget,
  subject: TripSubject,
): readonly Proposal<PlannerMutation>[] {
  const { dayNumber = 0, anchorId = '', field } = target;
  if (field === 'stop') {
    const [fix] = lastDayOfNamesake(anchorId, subject);
    const change: PlannerMutation = { op: 'REMOVE_ANCHOR', payload: { anchorId } };
    return [
      ...(fix
        ? [{ key: 'spend', label: fix.justification, change: fix.change, group: OPTION_GROUP.replace }]
        : []),
      { key: 'remove', label: 'Remove the stop without days', change, group: OPTION_GROUP.remove },
      keep({ op: 'UPDATE_ANCHOR', payload: { anchorId, set: {} } }),
    ];
  }
  if (field === 'activity') {
    const [fix] = structureAutoFixes(target, subject);
    return [
      ...(fix
        ? [{ key: 'rename', label: fix.justification, change: fix.change, group: OPTION_GROUP.replace }]
        : []),
      keep({ op: 'SET_TRAVEL_ONLY', payload: { dayNumber, travelOnly: false } }),
    ];
  }
  if (field !== 'day') return [];
  const days = readingOf(subject).view?.days ?? [];
  const at = days.findIndex(({ day }) => day.number === dayNumber);
  const around = [stopWithoutDays(dayNumber, subject), days[at - 1]?.stop, days[at + 1]?.stop];
  const stops = new Map(around.flatMap((stop) => (stop ? [[stop.id, stop] as const] : [])));
  return [
    ...[...stops.values()].map((stop, rank) => ({
      key: `spend:${stop.id}`,
      label: `Spend day ${dayNumber} in ${stop.name === '' ? 'the stop next to it' : stop.name}`,
      change: spendAt(dayNumber, stop.id),
      group: OPTION_GROUP.replace,
      rank: [rank],
    })),
    {
      key: 'remove',
      label: `Remove day ${dayNumber}`,
      change: { op: 'REMOVE_DAY', payload: { dayNumber } },
      group: OPTION_GROUP.remove,
    },
    keep({ op: 'SET_TRAVEL_ONLY', payload: { dayNumber, travelOnly: false } }),
  ];
}

/** The only stop between those of the neighbouring days that has no day itself. */
function stopWithoutDays(dayNumber: number, subject: TripSubject): Stop | undefined {
  const { view } = readingOf(subject);
  if (view === undefined) return undefined;
  const at = view.days.findIndex(({ day }) => day.number === dayNumber);
  const before = view.days.slice(0, Math.max(at, 0)).findLast(({ stop }) => stop)?.stop?.index ?? -1;
  const after = view.days.slice(at + 1).find(({ stop }) => stop)?.stop?.index ?? view.stops.length;
  const spent = new Set(view.days.map(({ day }) => day.anchorId));
  const isStart = (stop: Stop) => stop.end === 'origin' && stop.index === 0;
  const open = view.stops
    .slice(before + 1, Math.max(after, before + 1))
    .filter((stop) => !spent.has(stop.id) && !isStart(stop));
  return open.length === 1 ? open[0] : undefined;
}

/** A stop with a duplicate id gets the last day of the other stop with it, if that has several. */
function lastDayOfNamesake(anchorId: string, subject: TripSubject): readonly Fix<PlannerMutation>[] {
  const { view } = readingOf(subject);
  const first = anchorId.replace(/#\d+$/, '');
  const days = (view?.days ?? []).filter(({ day }) => day.anchorId === first);
  const last = days.at(-1);
  const name = view?.stops.find(({ id }) => id === anchorId)?.name ?? 'the stop';
  if (last === undefined || days.length < 2) return [];
  return [
    {
      change: spendAt(last.day.number, anchorId),
      justification: `Day ${last.day.number} is spent in ${name}.`,
    },
  ];
}

function spendAt(dayNumber: number, anchorId: string): PlannerMutation {
  return { op: 'SET_DAY_ANCHOR', payload: { dayNumber, anchorId } };
}

/** Days in order, counted from the date that most of them agree on. */
export function dayOrderFixes({ itinerary }: TripSubject): readonly Fix<PlannerMutation>[] {
  const start = startDateOf(itinerary?.days ?? []);
  return [
    {
      change: { op: 'REFLOW_DAYS', payload: { ...(start && { startDate: start.date }) } },
      justification: start
        ? `The days were out of order: they count from ${start.date} now, without a gap.`
        : 'The days were out of order: they count from 1 now.',
    },
  ];
}

/** The options for days out of order. */
export function dayOrderOptions(subject: TripSubject): readonly Proposal<PlannerMutation>[] {
  const [fix] = dayOrderFixes(subject);
  return [
    ...(fix
      ? [{ key: 'order', label: 'Put the days in order', change: fix.change, group: OPTION_GROUP.replace }]
      : []),
    keep({ op: 'SET_TRAVEL_ONLY', payload: { dayNumber: 0, travelOnly: false } }),
  ];
}

function keep(change: PlannerMutation): Proposal<PlannerMutation> {
  return { key: 'keep', label: 'Keep it as it is', change, group: OPTION_GROUP.keep, waives: true };
}
