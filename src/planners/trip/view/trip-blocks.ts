import type {
  MapPath,
  MapPoint,
  StepItem,
  StepStatus,
  ViewBlock,
} from '../../../harness/module/view-block.ts';
import { openAction, type TripState } from '../conversation-fold.ts';
import { kmText } from '../exchange/km-text.ts';
import { escaped } from '../exchange/markdown.ts';
import { printableTrip } from '../exchange/printable-trip.ts';
import {
  activityText,
  type OutlineDay,
  outlineDays,
  routeLines,
  shortTravel,
  tripTitle,
} from '../exchange/trip-outline.ts';
import { dateText } from '../itinerary/date-text.ts';
import type { Day, Itinerary, TripMode } from '../itinerary/itinerary.ts';
import { usablePoint } from '../itinerary/itinerary-view.ts';
import type { PlannerMutation } from '../itinerary/mutation.ts';
import { stopChanges } from '../itinerary/stop-changes.ts';
import type { Advisory, PlannerIssue } from '../planner-state.ts';
import { budgetText } from '../requirements/constraints.ts';
import { ratesOf, rateText } from '../requirements/day-rates.ts';
import { constraintsOf, requestedDays, type TripRequirements } from '../requirements/requirements.ts';

/** Creates the commands of a trip. */
export interface TripCalls<Call> {
  change(mutation: PlannerMutation): Call;
  say(text: string): Call;
}

type Block<Call> = ViewBlock<Call>;
type Concern = Pick<PlannerIssue, 'target' | 'description'>;

/** An example trip. */
export const EXAMPLE_TRIP = 'A road trip from Los Angeles to Chicago in 8 days';

/** A trip for any surface: a summary, its issues, its days, and a map. */
export function tripBlocks<Call>(state: TripState, calls: TripCalls<Call>): readonly Block<Call>[] {
  const { itinerary: given, state: known } = state.session;
  if (given === null) return noTrip(state, calls);
  const itinerary = printableTrip(given);
  const concerns = concernsOf(itinerary, known.issues, known.advisories);
  const isOffered = openAction(state)?.action.type === 'SUGGEST_REPAIR';
  const days = outlineDays(itinerary);
  return [
    summary(itinerary, known.requirements, days),
    ...list<Call>('Needs a fix', concerns.issues),
    ...list<Call>('Good to know', concerns.advisories),
    { type: 'steps', title: 'Days', items: steps(itinerary, { days, concerns, isOffered, calls }) },
    map(itinerary, known.issues),
  ];
}

function noTrip<Call>(state: TripState, { say }: TripCalls<Call>): readonly Block<Call>[] {
  const { requirements } = state.session.state;
  const fields = requirementFields(requirements);
  if (fields.length > 0) return [{ type: 'fields', title: 'Known so far', items: fields }];
  return [
    {
      type: 'markdown',
      text: `There is no trip yet. Say where you want to go, such as "${EXAMPLE_TRIP}".`,
      actions: [{ label: 'Plan an example trip', command: say(EXAMPLE_TRIP) }],
    },
  ];
}

const MODES: Readonly<Record<TripMode, string>> = { road: 'Car', flight: 'Plane', mixed: 'Car or plane' };

function summary(
  itinerary: Itinerary,
  requirements: TripRequirements,
  days: readonly OutlineDay[],
): Block<never> {
  const dates = itinerary.days.flatMap(({ date }) => (date === undefined ? [] : dateText(date)));
  const km = days.reduce((sum, day) => sum + (day.km ?? 0), 0);
  return {
    type: 'fields',
    title: tripTitle(itinerary),
    items: [
      { label: 'Days', value: itinerary.days.length },
      ...(dates.length > 0 ? [{ label: 'Dates', value: `${dates[0]} to ${dates.at(-1)}` }] : []),
      { label: 'Travel by', value: MODES[itinerary.mode] },
      { label: 'Stops', value: itinerary.anchors.length },
      ...(km > 0 ? [{ label: 'Driving', value: `about ${kmText(km)}` }] : []),
      ...partyFields(requirements),
    ],
  };
}

type Field = { readonly label: string; readonly value: string | number };

/** The requirements for a trip that is not planned yet. */
function requirementFields(requirements: TripRequirements): readonly Field[] {
  const { origin, destination, via = [], startDate, mode } = requirements;
  const days = requestedDays(requirements);
  return [
    ...(origin ? [{ label: 'From', value: origin.name }] : []),
    ...(destination ? [{ label: 'To', value: destination.name }] : []),
    ...(via.length > 0 ? [{ label: 'Via', value: via.map(({ name }) => name).join(', ') }] : []),
    ...(days === undefined ? [] : [{ label: 'Days', value: days }]),
    ...(startDate === undefined ? [] : [{ label: 'Start', value: startDate }]),
    ...(mode === undefined ? [] : [{ label: 'Travel by', value: MODES[mode] }]),
    ...partyFields(requirements),
  ];
}

function partyFields(requirements: TripRequirements): readonly Field[] {
  const { travellers, interests = [] } = requirements;
  const constraints = constraintsOf(requirements);
  const { budget } = constraints;
  const rates = ratesOf(constraints);
  return [
    ...(travellers === undefined ? [] : [{ label: 'Travellers', value: travellers }]),
    ...(budget ? [{ label: 'Budget', value: budgetText(budget) }] : []),
    ...(rates.length > 0 ? [{ label: 'Each day', value: rates.map(rateText).join(', ') }] : []),
    ...(interests.length > 0 ? [{ label: 'Interests', value: interests.join(', ') }] : []),
  ];
}

interface Concerns {
  /** Issues without a day. */
  readonly issues: readonly Concern[];
  readonly advisories: readonly Concern[];
  readonly issuesOn: ReadonlyMap<Day, readonly Concern[]>;
  readonly advisoriesOn: ReadonlyMap<Day, readonly Concern[]>;
}

/** The day of each issue: the one it names, or the first at its stop. */
function concernsOf(
  { days }: Itinerary,
  issues: readonly PlannerIssue[],
  advisories: readonly Advisory[],
): Concerns {
  const byNumber = new Map(days.map((day) => [day.number, day]));
  const byStop = new Map(days.toReversed().map((day) => [day.anchorId, day]));
  const dayOf = ({ target: { dayNumber, anchorId } }: Concern) =>
    dayNumber === undefined ? byStop.get(anchorId ?? '') : byNumber.get(dayNumber);
  const split = (concerns: readonly Concern[]) => {
    const grouped = Map.groupBy(concerns, dayOf);
    const general = grouped.get(undefined) ?? [];
    const on = new Map([...grouped].flatMap(([day, own]) => (day ? [[day, own] as const] : [])));
    return { general, on };
  };
  const [wrong, known] = [split(issues), split(advisories)];
  return {
    issues: wrong.general,
    advisories: known.general,
    issuesOn: wrong.on,
    advisoriesOn: known.on,
  };
}

function list<Call>(title: string, concerns: readonly Concern[]): readonly Block<Call>[] {
  if (concerns.length === 0) return [];
  const lines = concerns.map(({ description }) => `- ${escaped(description)}`);
  return [{ type: 'markdown', text: [`**${title}**`, '', ...lines].join('\n') }];
}

function steps<Call>(
  itinerary: Itinerary,
  {
    days,
    concerns,
    isOffered,
    calls,
  }: {
    readonly days: readonly OutlineDay[];
    readonly concerns: Concerns;
    /** Whether a repair waits for a choice. */
    readonly isOffered: boolean;
    readonly calls: TripCalls<Call>;
  },
): readonly StepItem<Call>[] {
  const changesOf = stopChanges(itinerary);
  const places = new Map(itinerary.anchors.map((anchor, index) => [anchor.id, { anchor, index }]));
  return days.map(({ day, title, km, by }, at): StepItem<Call> => {
    const issues = concerns.issuesOn.get(day) ?? [];
    const notes = [...issues, ...(concerns.advisoriesOn.get(day) ?? [])];
    const place = places.get(day.anchorId);
    const arrives = days[at - 1]?.day.anchorId !== day.anchorId;
    return {
      id: `day-${at + 1}`,
      title: `Day ${day.number}: ${title}${about(day, shortTravel({ km, by }))}`,
      // A day is never started or done: that is up to the traveller.
      status: isOffered && issues.length > 0 ? 'waiting' : 'pending',
      details: dayDetails(day),
      ...(notes.length > 0 && { notes: notes.map(({ description }) => description) }),
      ...(place &&
        arrives && {
          actions: changesOf(place.anchor, place.index).map(({ label, mutation }) => ({
            label,
            command: calls.change(mutation),
          })),
        }),
    };
  });
}

function about({ date }: Day, travel: string): string {
  const notes = [...(date === undefined ? [] : [date]), ...(travel === '' ? [] : [travel])];
  return notes.length === 0 ? '' : ` (${notes.join(', ')})`;
}

function dayDetails({ activities, travelOnly }: Day): string {
  if (activities.length === 0) return travelOnly ? 'A day for travelling.' : 'Nothing planned.';
  return activities.map((activity) => `- ${escaped(activityText(activity))}`).join('\n');
}

function map(itinerary: Itinerary, issues: readonly PlannerIssue[]): Block<never> {
  const broken = new Map(
    issues.map(({ target, severity, type }): [string | undefined, StepStatus] => [
      target.anchorId,
      severity === 'FATAL' || type === 'ANCHOR_INVALID' ? 'failed' : 'waiting',
    ]),
  );
  return {
    type: 'map',
    points: itinerary.anchors.flatMap((anchor, index): MapPoint<never>[] => {
      const point = usablePoint(anchor);
      const status = broken.get(anchor.id);
      const { id, name } = anchor;
      return point ? [{ id, ...point, label: `${index + 1}. ${name}`, ...(status && { status }) }] : [];
    }),
    lines: routeLines(itinerary).map((line, at): MapPath<never> => {
      const points = line.map(({ lat, lng }) => [rounded(lat), rounded(lng)] as const);
      return { id: `route-${at + 1}`, points };
    }),
  };
}

/** To about ten metres, which is enough for a map of a trip. */
function rounded(degrees: number): number {
  return Math.round(degrees * 10_000) / 10_000;
}
