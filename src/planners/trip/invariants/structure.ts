import { startDateOf } from '../itinerary/calendar-day.ts';
import { dateText } from '../itinerary/date-text.ts';
import type { Activity, Day } from '../itinerary/itinerary.ts';
import { freeId } from '../itinerary/stop-id.ts';
import { textOf } from '../knowledge/text-of.ts';
import { readingOf, type TripFinding, type TripSubject } from './subject.ts';

/** The suffix of a stop's id that another stop already had. */
const RENAMED = /^(?<first>.+)#\d+$/;

/** INV-STRUCTURE: every day is at an existing stop, and ids are unique. */
export function structureWhole(subject: TripSubject): TripFinding[] {
  return [...danglingDays(subject), ...sharedStops(subject), ...sharedActivities(subject)];
}

function danglingDays(subject: TripSubject): TripFinding[] {
  return (readingOf(subject).view?.days ?? []).flatMap(({ day, stop }, index) => {
    if (stop !== undefined) return [];
    return [
      {
        type: 'STRUCTURE_BROKEN' as const,
        target: { dayNumber: day.number, field: 'day' },
        key: `day:${index + 1}`,
        evidence: textOf(day.anchorId),
        description: `Day ${day.number} is at a stop that is not in the trip.`,
        position: day.number,
      },
    ];
  });
}

/** Stops with the id of an earlier one, and without days of their own. */
function sharedStops(subject: TripSubject): TripFinding[] {
  const { view } = readingOf(subject);
  if (view === undefined) return [];
  const ids = new Set(view.stops.map(({ id }) => id));
  const spent = new Set(view.days.map(({ day }) => day.anchorId));
  return view.stops.flatMap(({ id, name, index }) => {
    const first = RENAMED.exec(id)?.groups?.first;
    if (first === undefined || !ids.has(first) || spent.has(id)) return [];
    return [
      {
        type: 'STRUCTURE_BROKEN' as const,
        target: { anchorId: id, field: 'stop' },
        key: `stop:${id}`,
        evidence: first,
        description: `${name === '' ? 'A stop' : name} has the id of another stop, so no day is spent there.`,
        position: index,
      },
    ];
  });
}

/** An activity with the id of an earlier one. */
export interface SharedActivity {
  readonly day: Day;
  readonly activity: Activity;
  /** An unused id. */
  readonly free: string;
}

/** The activities with the id of an earlier one. */
export function activitiesOfOneId({ itinerary }: TripSubject): SharedActivity[] {
  const used = new Set<string>();
  return (itinerary?.days ?? []).flatMap((day) =>
    day.activities.flatMap((activity) => {
      if (typeof activity.id !== 'string') return [];
      const free = used.has(activity.id) ? freeId(activity.id, used) : undefined;
      used.add(free ?? activity.id);
      return free === undefined ? [] : [{ day, activity, free }];
    }),
  );
}

function sharedActivities(subject: TripSubject): TripFinding[] {
  return activitiesOfOneId(subject).map(({ day, activity, free }) => ({
    type: 'STRUCTURE_BROKEN',
    target: { dayNumber: day.number, anchorId: day.anchorId, field: 'activity' },
    key: `activity:${free}`,
    evidence: activity.id,
    description: `"${activity.title}" on day ${day.number} has the id of something else to do.`,
    position: day.number,
  }));
}

/** INV-DAYS-IN-ORDER: days are numbered from 1, and their dates are consecutive. */
export function daysInOrder({ itinerary }: TripSubject): TripFinding[] {
  const days = itinerary?.days ?? [];
  const misnumbered = days.find(({ number }, at) => number !== at + 1);
  if (misnumbered) return [finding(misnumbered, `Day ${misnumbered.number} is not where its number says.`)];
  const start = startDateOf(days);
  if (start === undefined) return [];
  const wrong = days.find(({ date }, at) => date !== start.at(at));
  if (wrong === undefined) return [];
  const is = wrong.date === undefined ? 'has no date' : `is on ${dateText(wrong.date)}`;
  return [
    finding(wrong, `Day ${wrong.number} ${is}, and should be on ${dateText(start.at(days.indexOf(wrong)))}.`),
  ];
}

function finding({ number, date }: Day, description: string): TripFinding {
  return {
    type: 'DAYS_OUT_OF_ORDER',
    target: { dayNumber: number, field: 'days' },
    key: 'days',
    evidence: JSON.stringify([number, date]),
    description,
    position: number,
  };
}
