import type { Fix, Proposal } from '../../../repair/action.ts';
import { type ThinDay, thinDays } from '../invariants/activity-density.ts';
import { readingOf, type TripSubject } from '../invariants/subject.ts';
import type { Activity, Itinerary } from '../itinerary/itinerary.ts';
import type { PlannerMutation } from '../itinerary/mutation.ts';
import { OPTION_GROUP } from './anchor-fixes.ts';
import { newActivities, tastesOf } from './new-activities.ts';

/** Adds as many activities as the day lacks. */
export function densityAutoFixes(dayNumber: number, subject: TripSubject): readonly Fix<PlannerMutation>[] {
  const change = fillDay(dayNumber, subject);
  if (change === undefined) return [];
  const titles = change.payload.activities.map(({ title }) => title).join('; ');
  return [{ change, justification: `Day ${dayNumber} had too little to do. Added: ${titles}.` }];
}

/** The options for a day with too few activities. */
export function densityOptions(
  dayNumber: number,
  subject: TripSubject,
): readonly Proposal<PlannerMutation>[] {
  const change = fillDay(dayNumber, subject);
  return [
    ...(change
      ? [
          {
            key: 'add',
            label: `Add to day ${dayNumber}: ${change.payload.activities.map(({ title }) => title).join('; ')}`,
            change,
            group: OPTION_GROUP.replace,
          },
        ]
      : []),
    {
      key: 'travel-only',
      label: `Make day ${dayNumber} a day for travelling only`,
      change: { op: 'SET_TRAVEL_ONLY', payload: { dayNumber, travelOnly: true } },
      group: OPTION_GROUP.remove,
    },
    {
      key: 'keep',
      label: `Keep day ${dayNumber} as it is`,
      change: { op: 'SET_TRAVEL_ONLY', payload: { dayNumber, travelOnly: false } },
      group: OPTION_GROUP.keep,
      waives: true,
    },
  ];
}

type AddActivity = Extract<PlannerMutation, { op: 'ADD_ACTIVITY' }>;

function fillDay(dayNumber: number, subject: TripSubject): AddActivity | undefined {
  const thin = thinDays(subject).find(({ day }) => day.day.number === dayNumber);
  const { itinerary } = subject;
  if (thin === undefined || itinerary === null) return undefined;
  const activities = activitiesFor(thin, itinerary, subject);
  return activities.length === 0 ? undefined : { op: 'ADD_ACTIVITY', payload: { dayNumber, activities } };
}

function activitiesFor({ day, missing }: ThinDay, itinerary: Itinerary, subject: TripSubject): Activity[] {
  const stop = readingOf(subject).validStops.find(({ id }) => id === day.day.anchorId);
  if (stop === undefined) return [];
  return newActivities(stop.id, {
    itinerary,
    point: stop.point,
    name: stop.name,
    limit: Math.max(missing, 0),
    on: day.day.activities,
    source: subject.thingsToDo,
    tastes: tastesOf(subject.state.requirements),
  });
}
