import { z } from 'zod';
import { isWayfoldError, type WayfoldError } from '../../../../journal/error.ts';
import { ToolValidationError } from '../../../../plan-tools/error.ts';
import { TRIP_EXPORT_FORMATS } from '../../../../planners/trip/exchange/export-trip.ts';
import { tripText } from '../../../../planners/trip/turn/turn-text.ts';
import { brokenRule, ExpectedVersion, idInput, isId, textInput } from '../../input-check.ts';
import { PLANNING_HINTS, type PlannerTool, plannerTool, READING_HINTS } from '../../planner-tool.ts';
import { journalNotFound } from '../../session-tools/planner-sessions.ts';
import type { SessionCalls } from '../../session-tools/session-calls.ts';
import type { SessionTerms } from '../../session-tools/session-terms.ts';
import type { SessionTools } from '../../session-tools/session-tool-set.ts';
import { tripOf, WireStatus, wireStatus } from './trip-wire.ts';

const DEFAULT_TRIP = 'default';
const MAX_TEXT_LENGTH = 10_000;
const MAX_OPTION_LENGTH = 500;

const TripId = idInput(
  'Trip id',
  `The trip to work on. Leave it out for the trip "${DEFAULT_TRIP}".`,
).optional();

/** The wording of the trip tools. */
const TERMS: SessionTerms = {
  scheme: 'trip',
  idName: 'trip_id',
  defaultId: DEFAULT_TRIP,
  title: 'Trip',
  description: 'A trip day by day, as JSON and as Markdown.',
  isId,
  fieldOfCode: { 'journal-not-found': 'trip_id', 'trip-without-dates': 'start_date' },
  missing: (name) => journalNotFound('trip', name, 'Call trip_say to start one.'),
  toolFor: ({ type, optionId }, trip_id) => {
    if (type === 'say') return { tool: 'trip_say', arguments: { trip_id } };
    if (type !== 'choose') return undefined;
    return { tool: 'trip_choose', arguments: { trip_id, option_id: optionId } };
  },
  answer: wireStatus,
  json: wireStatus,
  text: (view) => {
    const { itinerary, state } = tripOf(view).session;
    return itinerary === null ? 'There is no trip yet.' : tripText(itinerary, state.requirements);
  },
};

function tripTools(calls: SessionCalls): readonly PlannerTool[] {
  const { refusals } = calls;
  return [
    plannerTool({
      ...refusals,
      name: 'trip_say',
      title: 'Say something about a trip',
      description:
        'Start or change a trip in plain words, such as "6 day road trip from LA to Chicago via Flagstaff", "skip Amarillo", "make it 8 days", "undo". Returns the trip, or a question.',
      inputSchema: z.strictObject({
        trip_id: TripId,
        text: textInput('Text', MAX_TEXT_LENGTH, 'What the user wants, in their words.'),
        expected_version: ExpectedVersion,
      }),
      outputSchema: WireStatus,
      hints: PLANNING_HINTS,
      call: async (input, by) => {
        const call = { type: 'say', text: input.text };
        return calls.answer(await calls.giveFirst(input, by, { title: (name) => `Trip ${name}`, call }));
      },
    }),
    plannerTool({
      ...refusals,
      name: 'trip_choose',
      title: 'Choose a repair',
      description: 'Choose one of the options that the planner offered last, by its option_id.',
      inputSchema: z.strictObject({
        trip_id: TripId,
        option_id: textInput('Option id', MAX_OPTION_LENGTH, 'An option_id of the last action.'),
        expected_version: ExpectedVersion,
      }),
      outputSchema: WireStatus,
      hints: PLANNING_HINTS,
      call: async (input, by) => {
        const { option_id: optionId } = input;
        const turn = await calls.give(input, by, { type: 'choose', optionId }).catch((error: unknown) => {
          throw isNotOffered(error) ? brokenRule('option_id', error.summary, optionId) : error;
        });
        return calls.answer(turn);
      },
    }),
    plannerTool({
      ...refusals,
      name: 'trip_show',
      opensApp: true,
      title: 'Show a trip',
      description: 'Show a trip day by day, with its issues and the latest question.',
      inputSchema: z.strictObject({ trip_id: TripId }),
      outputSchema: WireStatus,
      hints: READING_HINTS,
      call: async (input) => await calls.show(input),
    }),
    plannerTool({
      ...refusals,
      name: 'trip_export',
      title: 'Export a trip',
      description:
        'Export a trip as a file: a calendar, a track or a map for other programs, Markdown, or a page to print.',
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
      hints: READING_HINTS,
      call: async (input) => {
        const { format, start_date: startDate } = input;
        const options = format === 'ics' && startDate !== undefined ? { startDate } : {};
        const { name, version, file } = await calls.file(input, {
          format,
          options,
          check: (view, tripId) => {
            if (tripOf(view).session.itinerary === null) throw noTrip(tripId);
          },
        });
        const [mime_type] = file.mediaType.split(';');
        return { trip_id: name, version, format, mime_type, content: file.text, message: file.text };
      },
    }),
  ];
}

function isNotOffered(error: unknown): error is WayfoldError {
  return isWayfoldError(error) && (error.code === 'refused' || error.code === 'invalid-command');
}

function noTrip(tripId: string): ToolValidationError {
  return new ToolValidationError('no-plan', {
    field: 'trip_id',
    message: `Trip "${tripId}" has no days yet. Call trip_say first.`,
    expected: `a trip in ${tripId}`,
    actual: 'only messages about it',
    fix: 'Call trip_say until the trip is planned.',
  });
}

const GUIDE = `## Trips

1. Call \`trip_say\` with what the user wants, in their words.
2. When it asks, ask the user, and pass on the answer with \`trip_say\`.
3. When it offers options, let the user choose, then call \`trip_choose\` with that \`option_id\`.
4. \`trip_export\` exports the trip as a file. Give \`trip_id\` to keep several trips apart.`;

/** The tools of trips. */
export const TRIP_TOOLS: SessionTools = { terms: TERMS, guide: GUIDE, tools: tripTools };
