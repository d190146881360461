import type { Question } from '../../../repair/action.ts';
import { placeLabel } from '../fixes/place-label.ts';
import { isInside } from '../generate/region-places.ts';
import { readingOf, type TripSubject } from '../invariants/subject.ts';
import { ALL_ANCHORS, DIRECTION, faultText } from '../invariants/trip-invariants.ts';
import type { Itinerary } from '../itinerary/itinerary.ts';
import { changesBetween } from '../itinerary/trip-changes.ts';
import { distanceKm, drivingKm, type Point } from '../places/geo.ts';
import { knownFieldsOf, type PlannerIssue, type QuestionField } from '../planner-state.ts';
import { requestedDays } from '../requirements/requirements.ts';

/** A question with what it asks for. */
export interface FieldQuestion extends Question {
  readonly fields: readonly QuestionField[];
}

type FatalIssue = Pick<PlannerIssue, 'type' | 'target' | 'description'>;

/** Up to this distance a trip is driven by default. Beyond it, the mode is asked for before the length. */
const MODE_FIRST_KM = 1500;
/** What one drives on a long day. */
const LONG_DAY_KM = 640;
/** Who spends a greater share of the days on the road says so; across the sea, hardly anybody drives. */
export const ON_THE_ROAD = { none: 1, ferry: 0.5, 'no-ferry': 0 } as const;

/** The one question that the fatal issues of a trip lead to. It names only what is missing or wrong. */
export function fatalQuestion(fatal: readonly FatalIssue[], subject: TripSubject): FieldQuestion {
  const endpoints = fatal.filter(({ type }) => type === 'DESTINATION_INVALID');
  if (endpoints.length > 0) return endpointQuestion(endpoints, subject);
  const endAnchors = fatal.filter(({ target }) => target.anchorId !== undefined);
  if (endAnchors.length > 0) return endAnchorQuestion(endAnchors, subject);
  const [first] = fatal;
  if (first?.target.field === DIRECTION) return directionQuestion(first, subject);
  const reason = first?.description ?? '';
  return first?.target.field === ALL_ANCHORS
    ? { question: 'Which places should the trip stop at?', reason, fields: ['stops'] }
    : { question: 'What should the trip be like?', reason, fields: [] };
}

function endpointQuestion(issues: readonly FatalIssue[], subject: TripSubject): FieldQuestion {
  const { endpoints } = readingOf(subject);
  const fields = (['origin', 'destination'] as const).filter((field) =>
    issues.some(({ target }) => target.field === field),
  );
  const hints = fields.flatMap((field) => {
    const { place, fault } = endpoints[field];
    if (fault !== 'unknown' || place === undefined) return [];
    const [meant] = subject.places.resolve(place.name, { limit: 1 });
    return meant ? [`Did you mean ${placeLabel(meant)}?`] : [];
  });
  const wanted = fields.map((field) => (field === 'origin' ? 'start' : 'end'));
  const question =
    wanted.length === 2
      ? 'Where should the trip start, and where should it end?'
      : subject.state.requirements.roundTrip && wanted[0] === 'end'
        ? 'Where should the trip go before it comes back?'
        : `Where should the trip ${wanted[0]}?`;
  return {
    question: [question, ...hints].join(' '),
    reason: fields.map((field) => faultText(endpoints[field])).join(' '),
    fields,
  };
}

function endAnchorQuestion(issues: readonly FatalIssue[], subject: TripSubject): FieldQuestion {
  const stops = readingOf(subject).view?.stops ?? [];
  const ends = issues.flatMap(({ target }) => stops.find(({ id }) => id === target.anchorId)?.end ?? []);
  const fields = (['origin', 'destination'] as const).filter((field) => ends.includes(field));
  const wanted = fields.map((field) => (field === 'origin' ? 'start' : 'end'));
  return {
    question:
      wanted.length === 2
        ? 'Where exactly does the trip start, and where does it end?'
        : `Where exactly does the trip ${wanted[0] ?? 'go'}?`,
    reason: issues.map(({ description }) => description).join(' '),
    fields,
  };
}

function directionQuestion({ description }: FatalIssue, subject: TripSubject): FieldQuestion {
  const { origin, destination } = readingOf(subject).endpoints;
  const [from, to] = [origin.place?.name ?? 'the start', destination.place?.name ?? 'the end'];
  return {
    question: subject.itinerary?.roundTrip
      ? `In which order should the trip visit its stops, from ${from} and back?`
      : `In which direction should the trip go: from ${from} to ${to}, or from ${to} to ${from}?`,
    reason: description,
    fields: ['direction'],
  };
}

/** Asks before stops go that nobody named, or most of the stops. */
export function lossQuestion(names: readonly string[]): FieldQuestion {
  return {
    question: 'Should I do that?',
    reason: `This would remove ${listed(names)} from the trip.`,
    fields: ['confirm'],
  };
}

/** Asks before locked stops go. */
export function lockedQuestion(names: readonly string[]): FieldQuestion {
  return {
    question: `Should I remove ${names.length === 1 ? 'it' : 'them'} all the same?`,
    reason: `${listed(names)} ${names.length === 1 ? 'is' : 'are'} locked.`,
    fields: ['confirm'],
  };
}

/** Asks before a trip becomes one along a route that has a name. */
export function routeQuestion(route: string, { anchors }: Itinerary): FieldQuestion {
  return {
    question: `Should I plan it anew along ${route}?`,
    reason: `Its stops would be others than ${listed(anchors.map(({ name }) => name))}.`,
    fields: ['confirm'],
  };
}

/** Asks where to go instead of the only place that a trip goes to. */
export function onlyStopQuestion(name: string): FieldQuestion {
  return {
    question: `Where should it go instead? Or say "start over".`,
    reason: `${name} is the only stop of the trip, so nothing was changed.`,
    fields: ['destination'],
  };
}

/** Asks before a trip gets much longer than it was. */
export function longerQuestion({ days }: Itinerary, longer: number): FieldQuestion {
  return {
    question: 'Should I do that?',
    reason: `This would make the trip ${longer} days long instead of ${days.length}.`,
    fields: ['confirm'],
  };
}

/** Asks before a trip becomes shorter than its named places need. */
export function tooShortQuestion(wanted: number, { days }: Itinerary): FieldQuestion {
  return {
    question: `Should I make it ${days.length} days? Or say which stops may go.`,
    reason: `${wanted} ${wanted === 1 ? 'day is' : 'days are'} too few: the stops and stays that you named need ${days.length}.`,
    fields: ['confirm'],
  };
}

const MAX_LISTED = 3;

/** Asks before much changes by words of which some were not understood. */
export function doubtQuestion(missed: readonly string[], changes: readonly string[]): FieldQuestion {
  const quoted = listed(missed.slice(0, MAX_LISTED).map((words) => `"${words}"`));
  return {
    question: 'Is that what you want?',
    reason: `I did not understand ${quoted}. What I understood would change this: ${changes.slice(0, MAX_LISTED).join(' ')}`,
    fields: ['confirm'],
  };
}

/** Asks before anything changes by words of somebody who is not sure yet. */
export function unsureQuestion(before: Itinerary, after: Itinerary): FieldQuestion {
  const changes = changesBetween(before, after).map(({ text }) => text);
  return {
    question: 'Should I do that?',
    reason: `This would change: ${changes.slice(0, MAX_LISTED).join(' ')}`,
    fields: ['confirm'],
  };
}

/** A place, and how far it is from the others. */
export interface FarPlace {
  readonly name: string;
  readonly km: number;
}

/** Asks before a trip goes far out of its way. */
export function farQuestion(far: readonly FarPlace[]): FieldQuestion {
  const reasons = far.map(
    ({ name, km }) => `${name} is ${Math.round(km / 100) * 100} km from the rest of the trip.`,
  );
  return { question: 'Should I add it all the same?', reason: reasons.join(' '), fields: ['confirm'] };
}

/** Asks before a trip has a drive that takes longer than the trip. */
export function undrivableQuestion(far: readonly FarPlace[]): FieldQuestion {
  const reasons = far.map(
    ({ name, km }) => `It is about ${Math.round(km / 10) * 10} km of driving to ${name}.`,
  );
  return { question: 'Should I do that all the same?', reason: reasons.join(' '), fields: ['confirm'] };
}

/** Asks if nothing in the message was understood. */
export const PUZZLED: FieldQuestion = {
  question: 'What should be different?',
  reason: 'Nothing was changed.',
  fields: [],
};

/** Asks before a whole trip goes. */
export function overQuestion({ anchors }: Itinerary): FieldQuestion {
  return {
    question: 'Should I start over?',
    reason: `This would discard the whole trip with its ${anchors.length === 1 ? 'stop' : `${anchors.length} stops`}.`,
    fields: ['confirm'],
  };
}

function listed(names: readonly string[]): string {
  const last = names.at(-1) ?? '';
  return names.length < 2 ? last : `${names.slice(0, -1).join(', ')} and ${last}`;
}

/** Asks about stops that nobody knows. */
export function unknownStopQuestion(names: readonly string[]): FieldQuestion {
  const quoted = names.map((name) => `"${name}"`).join(' and ');
  return {
    question: `Which place do you mean by ${quoted}?`,
    reason:
      names.length === 1 ? `${quoted} is no place that is known.` : `${quoted} are no places that are known.`,
    fields: ['stops'],
  };
}

/** The most useful question about a missing field: the one with the greatest effect on the trip. */
export function gapQuestion(subject: TripSubject): FieldQuestion | undefined {
  const known = knownFieldsOf(subject.state, subject.itinerary);
  const { origin, destination } = readingOf(subject).endpoints;
  const isFar =
    origin.point !== undefined &&
    destination.point !== undefined &&
    subject.state.requirements.constraints?.travelBy === undefined &&
    !isTour(subject, origin.point) &&
    isModeOpen(subject, origin.point, destination.point);
  const gaps = [
    ...(known.mode || !isFar ? [] : [{ gap: QUESTIONS.mode, weight: 2 }]),
    ...(known.days || hasStays(subject) ? [] : [{ gap: QUESTIONS.days, weight: 1 }]),
  ];
  return gaps.toSorted((a, b) => b.weight - a.weight)[0]?.gap;
}

/** Whether some of several places have a stay: then the length follows from them and the needs of the others. */
function hasStays({ state: { requirements } }: TripSubject): boolean {
  const { destination, via = [] } = requirements;
  const visited = [...via, ...(destination ? [destination] : [])];
  return visited.some(({ days, nights }) => days !== undefined || nights !== undefined);
}

/** Who starts somewhere and names more stops than these is on a tour. */
const MANY_STOPS = 3;

/** Whether it is a tour of several places, or of a country or region that it begins in: one gets around there as people do. */
function isTour({ state: { requirements }, places }: TripSubject, start: Point): boolean {
  const { origin, destination, via = [], constraints } = requirements;
  if (via.length > (origin === undefined ? 1 : MANY_STOPS)) return true;
  const names = [constraints?.region, destination?.name, ...via.map(({ name }) => name)];
  return names.some((name) => {
    const area = name === undefined ? undefined : places.area?.(name);
    return area !== undefined && isInside(start, area, places);
  });
}

/**
 * Whether both driving and flying make sense, so that it has to be asked: the way is long, leads over land, and can be
 * driven in the time that the stays leave.
 */
function isModeOpen({ state, places }: TripSubject, from: Point, to: Point): boolean {
  const sea = places.seaBetween?.(from, to) ?? 'none';
  if (distanceKm(from, to) <= MODE_FIRST_KM || sea === 'no-ferry') return false;
  const days = requestedDays(state.requirements);
  const { destination, via = [], constraints } = state.requirements;
  const names = [destination?.name, constraints?.region, ...via.map(({ name }) => name)];
  // What one travels a route by is known.
  if (names.some((name) => name !== undefined && places.route?.(name) !== undefined)) return false;
  const stays = [...via, ...(destination ? [destination] : [])].reduce(
    (sum, { days: long, nights }) => sum + (long ?? nights ?? 0),
    0,
  );
  if (days === undefined) return stays === 0;
  return drivingKm(from, to) / LONG_DAY_KM <= Math.max(days - stays, 0) * ON_THE_ROAD[sea];
}

/** How each field is asked for. */
export const QUESTIONS = {
  destination: {
    question: 'Where should the trip end?',
    reason: 'Without a destination there is no trip.',
    fields: ['destination'],
  },
  origin: {
    question: 'Where should the trip start?',
    reason: 'The route depends on where it begins.',
    fields: ['origin'],
  },
  days: {
    question: 'How many days should the trip take?',
    reason: 'The length of the trip decides how many stops it has.',
    fields: ['days'],
  },
  dates: {
    question: 'When should the trip be, or how many days should it take?',
    reason: 'The length of the trip decides how many stops it has.',
    fields: ['days', 'dates'],
  },
  mode: {
    question: 'Will you drive or fly, or both?',
    reason: 'The stops and the days depend on how you travel.',
    fields: ['mode'],
  },
  interests: {
    question: 'What do you like to do on a trip?',
    reason: 'It decides what is suggested on each day.',
    fields: ['interests'],
  },
} as const satisfies Record<string, FieldQuestion>;
