import type { Fix, Proposal } from '../../../repair/action.ts';
import { meansWithoutCar } from '../generate/leg-means.ts';
import { placedSight } from '../generate/must-sees.ts';
import { stopsBetween } from '../generate/stops-between.ts';
import { misplacedActivities } from '../invariants/activity-location.ts';
import {
  longDays,
  staysBroken,
  surplusActivities,
  unseenSights,
  unwantedActivities,
} from '../invariants/constraints-kept.ts';
import { readingOf, type TripSubject, type ValidStop } from '../invariants/subject.ts';
import { drivesWithoutCar, missingRest, wrongWeekdays } from '../invariants/travel-days.ts';
import { dateText } from '../itinerary/date-text.ts';
import { FREE } from '../itinerary/itinerary.ts';
import { nightsOf, type PlannerMutation } from '../itinerary/mutation.ts';
import { freeId, slug } from '../itinerary/stop-id.ts';
import { distanceKm } from '../places/geo.ts';
import type { IssueTarget } from '../planner-state.ts';
import { hasRoomFor, isCounted, plannedWith, ratesOf, rateText } from '../requirements/day-rates.ts';
import { constraintsOf } from '../requirements/requirements.ts';
import { keepProposal, OPTION_GROUP, removeProposal, stopOf } from './anchor-fixes.ts';
import { newActivities, tastesOf } from './new-activities.ts';
import { placeLabel } from './place-label.ts';

/** Within this distance, an activity belongs to a stop. */
const AROUND_KM = 80;
const ACTIVITIES_A_DAY = 2;

/** The options for a day with too much driving: a stop on the way, or none. */
export function driveOptions(anchorId: string, subject: TripSubject): readonly Proposal<PlannerMutation>[] {
  const stop = stopOf(anchorId, subject);
  const long = longDays(subject).find(({ to }) => to.id === anchorId);
  if (stop === undefined) return [];
  const parts = Math.max(Math.ceil((long?.km ?? 0) / (long?.most ?? 1)) - 1, 1);
  const inserted = long?.from && stopOnTheWay(long.from, long.to, subject);
  const keep = keepProposal(stop);
  return [
    ...(inserted
      ? [{ ...inserted, label: `${inserted.label}${parts > 1 ? `, the first of ${parts} stops` : ''}` }]
      : []),
    ...(stop.anchor.locked || stop.end !== undefined ? [] : [removeProposal(stop)]),
    { ...keep, label: `Keep the long way to ${stop.name}` },
  ];
}

function stopOnTheWay(
  from: ValidStop,
  to: ValidStop,
  subject: TripSubject,
): Proposal<PlannerMutation> | undefined {
  const { places, thingsToDo, itinerary, state } = subject;
  if (itinerary === null) return undefined;
  const besides = new Set([...itinerary.anchors.map(({ name }) => name), ...(state.requirements.skip ?? [])]);
  const [place] = stopsBetween({
    from: from.point,
    to: to.point,
    count: 1,
    goal: to.point,
    besides,
    places,
    thingsToDo,
  });
  if (place === undefined) return undefined;
  const { name, admin1, country, lat, lng } = place;
  const id = freeId(slug(name), new Set(itinerary.anchors.map((anchor) => anchor.id)));
  const tastes = tastesOf(state.requirements);
  const activities = newActivities(id, {
    itinerary,
    point: place,
    name,
    limit: plannedWith(ACTIVITIES_A_DAY, tastes.rates),
    source: thingsToDo,
    tastes,
  });
  const anchor = { id, name, ...(admin1 && { admin1 }), ...(country && { country }), lat, lng, nights: 1 };
  return {
    key: `insert:${lat},${lng}`,
    label: `Stay a night in ${placeLabel(place)} on the way: the trip takes a day more`,
    change: { op: 'INSERT_ANCHOR', payload: { anchor, at: to.index, days: [{ activities }] } },
    group: OPTION_GROUP.replace,
  };
}

/** The options for an activity out of reach on its day. */
export function misplacedOptions(
  { field, dayNumber = 0 }: IssueTarget,
  subject: TripSubject,
): readonly Proposal<PlannerMutation>[] {
  const found = misplacedActivities(subject).find(
    (each) => each.activity.id === field && each.dayNumber === dayNumber,
  );
  if (found === undefined) return [];
  const { activity, point } = found;
  const keep: Proposal<PlannerMutation> = {
    key: 'keep',
    label: `Keep "${activity.title}" on day ${dayNumber}`,
    change: { op: 'SET_TRAVEL_ONLY', payload: { dayNumber, travelOnly: false } },
    group: OPTION_GROUP.keep,
    waives: true,
  };
  if (activity.locked) return [keep];
  const { view, validStops } = readingOf(subject);
  const near = new Map(validStops.map((stop) => [stop.id, distanceKm(stop.point, point)]));
  const [day] = (view?.days ?? [])
    .filter(({ day: each }) => (near.get(each.anchorId) ?? Number.POSITIVE_INFINITY) <= AROUND_KM)
    .toSorted(
      (a, b) => (near.get(a.day.anchorId) ?? 0) - (near.get(b.day.anchorId) ?? 0) || a.index - b.index,
    );
  return [
    ...(day
      ? [
          {
            key: `move:${day.day.number}`,
            label: `Move "${activity.title}" to day ${day.day.number}, in ${day.stop?.name ?? 'its place'}`,
            change: {
              op: 'MOVE_ACTIVITY',
              payload: { dayNumber, activityId: activity.id, to: day.day.number },
            } as const,
            group: OPTION_GROUP.replace,
          },
        ]
      : []),
    {
      key: 'remove',
      label: `Remove "${activity.title}"`,
      change: { op: 'REMOVE_ACTIVITY', payload: { dayNumber, activityId: activity.id } },
      group: OPTION_GROUP.remove,
    },
    keep,
  ];
}

/** Automatic fixes for constraints: removes unwanted activities, and adds must-see ones. */
export function constraintAutoFixes(
  { field = '', anchorId = '' }: IssueTarget,
  subject: TripSubject,
): readonly Fix<PlannerMutation>[] {
  const driven = drivesWithoutCar(subject).find(({ to }) => field === 'car' && to.id === anchorId);
  if (driven) {
    const { from, to } = driven;
    const by = meansWithoutCar(
      from.anchor,
      to.anchor,
      constraintsOf(subject.state.requirements),
      subject.places,
    );
    return [
      {
        change: { op: 'UPDATE_ANCHOR', payload: { anchorId, set: { by } } },
        justification: `There is no car any more on day ${driven.dayNumber}: ${driven.to.name} is reached by ${by}.`,
      },
    ];
  }
  const [surplus] = surplusFixes(field, subject);
  if (surplus) return [surplus];
  const unwanted = unwantedActivities(subject).find(({ activity }) => field === `dislike:${activity.id}`);
  if (unwanted === undefined) {
    const sight = unseenSights(subject).find((each) => field === `mustSee:${each}`);
    return sight === undefined ? [] : sightFixes(sight, subject);
  }
  const { activity, dayNumber } = unwanted;
  return [
    {
      change: { op: 'REMOVE_ACTIVITY', payload: { dayNumber, activityId: activity.id } },
      justification: `You do not want "${activity.title}": it is not in the trip any more.`,
    },
  ];
}

/** The options for a broken constraint. */
export function constraintOptions(
  { field = '', anchorId = '' }: IssueTarget,
  subject: TripSubject,
): readonly Proposal<PlannerMutation>[] {
  const stop = stopOf(anchorId, subject);
  const broken = staysBroken(subject).find((each) => each.stop.id === anchorId);
  if (field === 'stay' && stop && broken && subject.itinerary) {
    const nights = Math.max(nightsOf(subject.itinerary, stop.anchor) + broken.wanted - broken.days, 0);
    const change: PlannerMutation = { op: 'UPDATE_ANCHOR', payload: { anchorId, set: { nights } } };
    const label = `Stay ${broken.wanted} ${broken.wanted === 1 ? 'day' : 'days'} in ${stop.name}`;
    const fix = { key: 'stay', label, change, group: OPTION_GROUP.replace };
    return [...(stop.anchor.locked ? [] : [fix]), keepProposal(stop)];
  }
  const rest = missingRest(subject).find((each) => field === 'rest' && each.stop.id === anchorId);
  if (rest && stop && subject.itinerary) {
    const nights = nightsOf(subject.itinerary, stop.anchor) + 1;
    const change: PlannerMutation = { op: 'UPDATE_ANCHOR', payload: { anchorId, set: { nights } } };
    const label = `Stay a day longer in ${stop.name}: the trip takes a day more`;
    const fix = { key: 'rest', label, change, group: OPTION_GROUP.replace };
    return [
      ...(stop.anchor.locked ? [] : [fix]),
      { ...keepProposal(stop), label: 'Continue without a rest day' },
    ];
  }
  const weekday = wrongWeekdays(subject).find((each) => each.field === field);
  if (weekday) return weekdayOptions(weekday.startDate);
  const surplus = surplusFixes(field, subject);
  if (surplus.length > 0) return surplusOptions(surplus);
  const sight = unseenSights(subject).find((each) => field === `mustSee:${each}`);
  return sight === undefined ? [] : sightOptions(sight, subject);
}

/** Moves an activity that a day has too many of to a day of the same stop that lacks it, or removes it. */
function surplusFixes(field: string, subject: TripSubject): readonly Fix<PlannerMutation>[] {
  const found = surplusActivities(subject).find(({ activity }) => field === `perDay:${activity.id}`);
  if (found === undefined) return [];
  const { activity, dayNumber } = found;
  const { days = [] } = subject.itinerary ?? {};
  const rates = ratesOf(constraintsOf(subject.state.requirements));
  const own = days.find(({ number }) => number === dayNumber)?.anchorId;
  const other = days.find(
    ({ number, anchorId, travelOnly, activities }) =>
      number !== dayNumber &&
      anchorId === own &&
      travelOnly !== true &&
      !activities.some(({ kind }) => kind === FREE) &&
      activities.length < plannedWith(ACTIVITIES_A_DAY, rates) &&
      hasRoomFor(activity, activities, rates),
  );
  const payload = { dayNumber, activityId: activity.id };
  const wanted = rates
    .filter((rate) => isCounted(activity, rate))
    .map(rateText)
    .join(', ');
  const remove: Fix<PlannerMutation> = {
    change: { op: 'REMOVE_ACTIVITY', payload },
    justification: `Removed "${activity.title}" from day ${dayNumber}: you want ${wanted}.`,
  };
  if (other === undefined) return [remove];
  const change = { op: 'MOVE_ACTIVITY', payload: { ...payload, to: other.number } } as const;
  const justification = `Moved "${activity.title}" from day ${dayNumber} to day ${other.number}: you want ${wanted}.`;
  return [{ change, justification }, remove];
}

function surplusOptions(surplus: readonly Fix<PlannerMutation>[]): readonly Proposal<PlannerMutation>[] {
  const fixes = surplus.map(({ change, justification }) => ({
    key: change.op === 'MOVE_ACTIVITY' ? 'move' : 'remove',
    label: justification
      .replace(/^Removed/, 'Remove')
      .replace(/^Moved/, 'Move')
      .replace(/:.*$/, ''),
    change,
    group: change.op === 'MOVE_ACTIVITY' ? OPTION_GROUP.replace : OPTION_GROUP.remove,
  }));
  const dayNumber = surplus.flatMap(({ change }) =>
    change.op === 'REMOVE_ACTIVITY' ? change.payload.dayNumber : [],
  )[0];
  if (dayNumber === undefined) return fixes;
  return [
    ...fixes,
    {
      key: 'keep',
      label: `Keep day ${dayNumber} as it is`,
      change: { op: 'SET_TRAVEL_ONLY', payload: { dayNumber, travelOnly: false } },
      group: OPTION_GROUP.keep,
      waives: true,
    },
  ];
}

/** Another start, or the days unchanged. */
function weekdayOptions(startDate: string): readonly Proposal<PlannerMutation>[] {
  return [
    {
      key: `start:${startDate}`,
      label: `Start on ${dateText(startDate)}`,
      change: { op: 'REFLOW_DAYS', payload: { startDate } },
      group: OPTION_GROUP.replace,
    },
    {
      key: 'keep',
      label: 'Keep the dates',
      change: { op: 'REFLOW_DAYS', payload: {} },
      group: OPTION_GROUP.keep,
      waives: true,
    },
  ];
}

/** Adds a sight to a day within reach, or if its location is unknown; distant ones need a question. */
function sightFixes(sight: string, subject: TripSubject): readonly Fix<PlannerMutation>[] {
  const placed = placedSight(
    sight,
    subject.itinerary,
    subject.places,
    ratesOf(constraintsOf(subject.state.requirements)),
  );
  if (placed === undefined || placed.isNear === false) return [];
  const { dayNumber, stop, activity, isNear } = placed;
  const where = isNear
    ? `near ${stop}`
    : 'its place and time are not known here, so move it to the day that fits';
  return [
    {
      change: { op: 'ADD_ACTIVITY', payload: { dayNumber, activities: [{ ...activity, locked: true }] } },
      justification: `You want to see ${sight}: it is on day ${dayNumber}, ${where}.`,
    },
  ];
}

/** Adds a sight to a day at the nearest stop. */
function sightOptions(sight: string, subject: TripSubject): readonly Proposal<PlannerMutation>[] {
  const placed = placedSight(
    sight,
    subject.itinerary,
    subject.places,
    ratesOf(constraintsOf(subject.state.requirements)),
  );
  if (placed === undefined) return [];
  const { dayNumber, activity } = placed;
  return [
    {
      key: 'add',
      label: `See ${sight} on day ${dayNumber}`,
      change: { op: 'ADD_ACTIVITY', payload: { dayNumber, activities: [activity] } },
      group: OPTION_GROUP.replace,
    },
    {
      key: 'keep',
      label: `Leave ${sight} out`,
      change: { op: 'SET_TRAVEL_ONLY', payload: { dayNumber, travelOnly: false } },
      group: OPTION_GROUP.keep,
      waives: true,
    },
  ];
}
