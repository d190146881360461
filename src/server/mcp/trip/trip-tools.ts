import { z } from 'zod';
import { ToolValidationError } from '../../../plan-tools/error.ts';
import {
  exportTrip,
  type Itinerary,
  type PlannerAction,
  renderAction,
  TRIP_EXPORT_FORMATS,
  type TripExportFormat,
} from '../../../planners/trip/index.ts';
import { brokenRule, ExpectedVersion, idInput, isId, textInput } from '../checked-input.ts';
import { type PlannerTool, plannerTool } from '../planner-tool.ts';
import { WireStanding, wireStanding } from './trip-wire.ts';
import type { TripMoment, Trips, TripTurn } from './trips.ts';

const DEFAULT_TRIP = 'default';
const LONGEST_TEXT = 10_000;
const LONGEST_OPTION = 500;

const TripId = idInput(
  'Trip id',
  `The trip to work on. Leave it out for the trip "${DEFAULT_TRIP}".`,
).optional();

const MIME_TYPES: Readonly<Record<TripExportFormat, string>> = {
  ics: 'text/calendar',
  gpx: 'application/gpx+xml',
  kml: 'application/vnd.google-earth.kml+xml',
  geojson: 'application/geo+json',
  md: 'text/markdown',
  html: 'text/html',
};

const BEHIND =
  'What was said last is recorded and not planned for yet. Go on with trip_say: it is heard too.';

const READS = { readOnly: true, destructive: false, idempotent: true, openWorld: false };
/** A trip that was set up elsewhere may ask services for places. */
const TALKS = { readOnly: false, destructive: false, idempotent: false, openWorld: true };

const FIELD_OF_CODE = { 'journal-not-found': 'trip_id', 'trip-without-dates': 'start_date' };

/** The tools of trips. */
export function tripTools(trips: Trips): readonly PlannerTool[] {
  const common = { fieldOfCode: FIELD_OF_CODE, standing: (input: unknown) => standingOf(trips, input) };
  return [
    plannerTool({
      ...common,
      name: 'trip_say',
      title: 'Say something about a trip',
      description:
        'Begin or go on with a trip in plain words, such as "6 day road trip from LA to Chicago via Flagstaff", "skip Amarillo", "make it 8 days", "undo". Answers the trip as it is then, or what is asked.',
      inputSchema: z.strictObject({
        trip_id: TripId,
        text: textInput('Text', LONGEST_TEXT, 'What the user wants, in their words.'),
        expected_version: ExpectedVersion,
      }),
      outputSchema: z.strictObject(WireStanding),
      hints: TALKS,
      call: async ({ trip_id: tripId = DEFAULT_TRIP, text, expected_version: expectedVersion }, by) =>
        turned(await trips.turn(tripId, { input: { text }, by, expectedVersion })),
    }),
    plannerTool({
      ...common,
      name: 'trip_choose',
      title: 'Choose a repair',
      description: 'Choose one of the options that the planner offered last, by its option_id.',
      inputSchema: z.strictObject({
        trip_id: TripId,
        option_id: textInput('Option id', LONGEST_OPTION, 'An option_id of the last action.'),
        expected_version: ExpectedVersion,
      }),
      outputSchema: z.strictObject(WireStanding),
      hints: TALKS,
      call: async ({ trip_id: tripId = DEFAULT_TRIP, option_id, expected_version: expectedVersion }, by) => {
        const { action } = await trips.read(tripId);
        checkOffered(action, option_id);
        return turned(await trips.turn(tripId, { input: { choose: option_id }, by, expectedVersion }));
      },
    }),
    plannerTool({
      ...common,
      name: 'trip_show',
      title: 'Show a trip',
      description: 'Show a trip day by day, what is wrong with it, and what the planner asked last.',
      inputSchema: z.strictObject({ trip_id: TripId }),
      outputSchema: z.strictObject(WireStanding),
      hints: READS,
      call: async ({ trip_id: tripId = DEFAULT_TRIP }) => {
        const moment = await trips.read(tripId);
        const { session, action, isBehind, pause } = moment;
        const parts = [
          tripText(session.itinerary),
          ...(action ? [actionText(action)] : []),
          ...(isBehind ? [pause ?? BEHIND] : []),
        ];
        return { ...standing(moment), message: parts.join('\n\n') };
      },
    }),
    plannerTool({
      ...common,
      name: 'trip_export',
      title: 'Export a trip',
      description:
        'A trip as a file: a calendar, a track or a map for other programs, Markdown, or a page to print.',
      inputSchema: z.strictObject({
        trip_id: TripId,
        format: z.enum(TRIP_EXPORT_FORMATS),
        start_date: z.iso
          .date('Start date must be a day like 2026-06-01.')
          .optional()
          .describe('The first day, for the calendar of a trip that has no dates.'),
      }),
      outputSchema: z.strictObject({
        trip_id: z.string().optional(),
        version: z.int().optional(),
        format: z.enum(TRIP_EXPORT_FORMATS).optional(),
        mime_type: z.string().optional(),
        content: z.string().optional(),
      }),
      hints: READS,
      call: async ({ trip_id: tripId = DEFAULT_TRIP, format, start_date: startDate }) => {
        const { version, session } = await trips.read(tripId);
        if (session.itinerary === null) throw noTrip(tripId);
        const content = exportTrip(session.itinerary, format, { startDate });
        return { trip_id: tripId, version, format, mime_type: MIME_TYPES[format], content, message: content };
      },
    }),
  ];
}

function standing({ tripId, version, session, action }: TripMoment) {
  return wireStanding(tripId, version, session, action);
}

function turned(moment: TripTurn) {
  const { session, actions, pause } = moment;
  const parts = [
    ...(session.itinerary ? [tripText(session.itinerary)] : []),
    ...actions.map(actionText),
    ...(pause === undefined ? [] : [pause]),
  ];
  return { ...standing(moment), message: parts.join('\n\n') };
}

/** The trip as Markdown. */
export function tripText(itinerary: Itinerary | null): string {
  return itinerary === null ? 'There is no trip yet.' : exportTrip(itinerary, 'md').trimEnd();
}

function actionText(action: PlannerAction): string {
  const { text, options } = renderAction(action);
  return [text, ...options.map(({ id, label }) => `- ${label} (option_id ${id})`)].join('\n');
}

/** What was never offered, or is no longer, is refused before anything is recorded. */
function checkOffered(action: PlannerAction | undefined, chosen: string): void {
  const offered = action?.type === 'SUGGEST_REPAIR' ? action.options.map(({ id }) => id) : [];
  if (offered.includes(chosen)) return;
  const what = offered.length === 0 ? 'nothing is offered now' : `offered are ${offered.join(', ')}`;
  throw brokenRule('option_id', `Option id must be one of the last action: ${what}.`, chosen);
}

function noTrip(tripId: string): ToolValidationError {
  return new ToolValidationError('no-plan', {
    field: 'trip_id',
    message: `Trip "${tripId}" has no days yet. Call trip_say first.`,
    expected: `a trip in ${tripId}`,
    actual: 'only what was said about it',
    fix: 'Call trip_say until the trip is planned.',
  });
}

async function standingOf(trips: Trips, input: unknown): Promise<object> {
  const { trip_id: tripId = DEFAULT_TRIP } = Object(input);
  if (typeof tripId !== 'string' || !isId(tripId)) return {};
  return { trip_id: tripId, version: await trips.version(tripId) };
}
