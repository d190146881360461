import { dateAfter, startDateOf } from '../itinerary/calendar-day.ts';
import { dateText } from '../itinerary/date-text.ts';
import { FREE } from '../itinerary/itinerary.ts';
import { WEEKDAYS } from '../requirements/constraints.ts';
import { constraintsOf } from '../requirements/requirements.ts';
import { routeOf } from './route-monotonic.ts';
import { readingOf, type TripFinding, type TripSubject, type ValidStop, validStopOf } from './subject.ts';

/** A stay that lacks a rest day. */
export interface MissingRest {
  readonly stop: ValidStop;
  readonly dayNumber: number;
  readonly description: string;
}

/** The stays that lack a requested rest day, which one more day would provide. */
export function missingRest(subject: TripSubject): MissingRest[] {
  const { rest } = constraintsOf(subject.state.requirements);
  const reading = readingOf(subject);
  if (rest === undefined || reading.view === undefined) return [];
  let before: string | undefined;
  const days = reading.view.days.flatMap((day) => {
    const stop = validStopOf(day, reading);
    if (stop === undefined) return [];
    const isRest = stop.id === before || day.day.activities.some(({ kind }) => kind === FREE);
    before = stop.id;
    return [{ stop, isRest, dayNumber: day.day.number }];
  });
  const [first] = days;
  if ('days' in rest) {
    const has = days.filter(({ isRest }) => isRest).length;
    const middle = days[Math.floor(days.length / 2)];
    if (has >= rest.days || middle === undefined || middle === first) return [];
    return [
      { ...middle, description: `The trip has ${has} of the ${rest.days} days of rest that you want.` },
    ];
  }
  let run = 0;
  const found: MissingRest[] = [];
  for (const { stop, isRest, dayNumber } of days) {
    run = isRest ? 0 : run + 1;
    if (run !== rest.every + 1) continue;
    const description = `You want a day of rest every ${rest.every} days, and there is none before day ${dayNumber}.`;
    found.push({ stop: days[dayNumber - 2]?.stop ?? stop, dayNumber, description });
    run = 1;
  }
  return found;
}

/** A leg that is driven after the car was returned. */
export interface DriveWithoutCar {
  readonly from: ValidStop;
  readonly to: ValidStop;
  readonly dayNumber: number;
}

/** The legs driven after the last day with a car. */
export function drivesWithoutCar(subject: TripSubject): DriveWithoutCar[] {
  const { carUntilDay } = constraintsOf(subject.state.requirements);
  const { itinerary } = subject;
  if (carUntilDay === undefined || itinerary === null) return [];
  const route = routeOf(subject);
  return route.flatMap(({ stop: to, dayNumber = 0 }, at) => {
    const by = to.anchor.by ?? (itinerary.mode === 'road' ? 'car' : undefined);
    const isLate = dayNumber > carUntilDay;
    const from = route[at - 1]?.stop;
    return from && isLate && by === 'car' && !to.anchor.locked ? [{ from, to, dayNumber }] : [];
  });
}

type Weekday = (typeof WEEKDAYS)[number];

/** A trip that starts or ends on another weekday than requested, and the start date that would fix it. */
export interface WrongWeekday {
  readonly field: 'arrival' | 'departure';
  readonly startDate: string;
  readonly description: string;
}

/** Whether the first or last day is on another weekday than requested. */
export function wrongWeekdays({ state, itinerary }: TripSubject): WrongWeekday[] {
  const { arrival, departure } = constraintsOf(state.requirements);
  const start = startDateOf(itinerary?.days ?? []);
  const length = itinerary?.days.length ?? 0;
  if (start === undefined) return [];
  const check = (field: WrongWeekday['field'], wanted: Weekday | undefined, at: number): WrongWeekday[] => {
    const date = start.at(at);
    const weekday = weekdayOf(date);
    if (wanted === undefined || weekday === wanted) return [];
    const later = (WEEKDAYS.indexOf(wanted) - WEEKDAYS.indexOf(weekday) + 7) % 7;
    const verb = field === 'arrival' ? 'arrive' : 'leave';
    const description = `You ${verb} on a ${capital(wanted)}, and the trip ${field === 'arrival' ? 'starts' : 'ends'} on ${dateText(date)}.`;
    return [{ field, startDate: dateAfter(start.date, later), description }];
  };
  return [
    ...check('arrival', arrival?.weekday, 0),
    ...check('departure', departure?.weekday, Math.max(length - 1, 0)),
  ];
}

function weekdayOf(date: string): Weekday {
  return WEEKDAYS[(new Date(date).getUTCDay() + 6) % 7] ?? 'monday';
}

function capital(word: string): string {
  return word.charAt(0).toUpperCase() + word.slice(1);
}

/** The travel and rest days that are not as requested. */
export function travelDaysKept(subject: TripSubject): TripFinding[] {
  return [
    ...missingRest(subject).map(
      ({ stop, dayNumber, description }): TripFinding => ({
        type: 'CONSTRAINT_BROKEN',
        target: { anchorId: stop.id, dayNumber, field: 'rest' },
        key: `rest:${dayNumber}`,
        evidence: String(dayNumber),
        description,
        position: dayNumber,
      }),
    ),
    ...drivesWithoutCar(subject).map(
      ({ to, dayNumber }): TripFinding => ({
        type: 'CONSTRAINT_BROKEN',
        target: { anchorId: to.id, dayNumber, field: 'car' },
        key: `car:${to.id}`,
        evidence: String(dayNumber),
        description: `The way to ${to.name} on day ${dayNumber} is driven, and there is no car any more.`,
        position: dayNumber,
      }),
    ),
    ...wrongWeekdays(subject).map(
      ({ field, startDate, description }): TripFinding => ({
        type: 'CONSTRAINT_BROKEN',
        target: { field },
        key: `weekday:${field}`,
        evidence: startDate,
        description,
      }),
    ),
  ];
}
