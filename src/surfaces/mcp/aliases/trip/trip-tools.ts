import { z } from 'zod';
import { HostError } from '../../../../host/error.ts';
import { isWayfoldError, type WayfoldError } from '../../../../journal/error.ts';
import { ConflictError } from '../../../../kernel/error.ts';
import { ToolValidationError } from '../../../../plan-tools/error.ts';
import { renderAction } from '../../../../planners/trip/chat.ts';
import { TRIP_EXPORT_FORMATS } from '../../../../planners/trip/exchange/export-trip.ts';
import { tripEventOf } from '../../../../planners/trip/facts.ts';
import type { PlannerAction } from '../../../../planners/trip/planner-state.ts';
import { tripText as itineraryText } from '../../../../planners/trip/turn-text.ts';
import type { OpenSession } from '../../../../sessions/open-session.ts';
import { pauseNotice } from '../../../../sessions/pause-notice.ts';
import type { SessionView } from '../../../../sessions/session-view.ts';
import { brokenRule, ExpectedVersion, idInput, isId, textInput } from '../../checked-input.ts';
import { type PlannerTool, plannerTool, READS, TALKS, type ToolAnswer } from '../../planner-tool.ts';
import {
  behindNotice,
  journalNotFound,
  type PlannerSessions,
  type ToolTurn,
} from '../../session-tools/planner-sessions.ts';
import { tripOf, WireStanding, wireStanding } from './trip-wire.ts';

const DEFAULT_TRIP = 'default';
const LONGEST_TEXT = 10_000;
const LONGEST_OPTION = 500;

const TripId = idInput(
  'Trip id',
  `The trip to work on. Leave it out for the trip "${DEFAULT_TRIP}".`,
).optional();

const FIELD_OF_CODE = { 'journal-not-found': 'trip_id', 'trip-without-dates': 'start_date' };

/** The tools of trips. */
export function tripTools(sessions: PlannerSessions): readonly PlannerTool[] {
  const common = { fieldOfCode: FIELD_OF_CODE, standing: (input: unknown) => standingOf(sessions, input) };
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
      call: async ({ trip_id: tripId = DEFAULT_TRIP, text, expected_version }, by) =>
        await sessions.inTurn(tripId, async () => {
          const { session, expectedVersion } = await begun(sessions, tripId, by, expected_version);
          return turned(tripId, await sessions.turn(session, { type: 'say', text }, { by, expectedVersion }));
        }),
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
      call: async ({ trip_id: tripId = DEFAULT_TRIP, option_id, expected_version: expectedVersion }, by) =>
        await sessions.inTurn(tripId, async () => {
          const session = await existing(sessions, tripId);
          const call = { type: 'choose', optionId: option_id };
          return turned(
            tripId,
            await sessions.turn(session, call, { by, expectedVersion }).catch((error: unknown) => {
              throw isNotOffered(error) ? brokenRule('option_id', error.summary, option_id) : error;
            }),
          );
        }),
    }),
    plannerTool({
      ...common,
      name: 'trip_show',
      title: 'Show a trip',
      description: 'Show a trip day by day, what is wrong with it, and what the planner asked last.',
      inputSchema: z.strictObject({ trip_id: TripId }),
      outputSchema: z.strictObject(WireStanding),
      hints: READS,
      call: async ({ trip_id: tripId = DEFAULT_TRIP }) =>
        await sessions.inTurn(tripId, async () => {
          const session = await existing(sessions, tripId);
          const view = await session.view();
          const { last } = tripOf(view);
          const notice = (await pauseNotice(session.session)) ?? (await behindNotice(session));
          const parts = [tripText(view), last && actionText(last.action), notice];
          return { ...wireStanding(tripId, view), message: parts.filter(Boolean).join('\n\n') };
        }),
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
      call: async ({ trip_id: tripId = DEFAULT_TRIP, format, start_date: startDate }) =>
        await sessions.inTurn(tripId, async () => {
          const session = await existing(sessions, tripId);
          const view = await session.view();
          if (tripOf(view).session.itinerary === null) throw noTrip(tripId);
          const input = format === 'ics' && startDate !== undefined ? { startDate } : {};
          const { mediaType, text } = await session.exported(format, input);
          const [mime_type] = mediaType.split(';');
          return { trip_id: tripId, version: view.head, format, mime_type, content: text, message: text };
        }),
    }),
  ];
}

/** The trip as Markdown. */
export function tripText(view: SessionView): string {
  const { itinerary } = tripOf(view).session;
  return itinerary === null ? 'There is no trip yet.' : itineraryText(itinerary);
}

async function existing(sessions: PlannerSessions, tripId: string): Promise<OpenSession> {
  const session = await sessions.find(tripId);
  if (session) return session;
  throw journalNotFound('trip', tripId, 'Call trip_say to begin one.');
}

/** The trip of this id, begun if there is none yet, and the version that what is said next has to find. */
async function begun(
  sessions: PlannerSessions,
  tripId: string,
  by: string,
  expected: number | undefined,
): Promise<{ readonly session: OpenSession; readonly expectedVersion: number | undefined }> {
  const found = await sessions.find(tripId);
  if (found) {
    // A trip of an older version was never set up.
    const { ready } = await found.view();
    if (!ready) await found.do({ type: 'configure', config: {} }, { by, expectedVersion: expected });
    return { session: found, expectedVersion: ready ? expected : undefined };
  }
  if (expected !== undefined && expected !== 0) {
    throw new ConflictError({
      summary: `There is no trip "${tripId}" yet, so it is at version 0, not ${expected}.`,
      fix: 'Nothing was appended. Call trip_show, then decide again.',
    });
  }
  const id = sessions.idOf(tripId);
  try {
    const wanted = { planner: sessions.module.id, id, title: `Trip ${tripId}`, config: {}, by };
    return { session: await sessions.sessions.create(wanted), expectedVersion: undefined };
  } catch (error) {
    // Another process has begun it at the same moment.
    if (!(error instanceof HostError && error.code === 'session-exists')) throw error;
    return { session: await existing(sessions, tripId), expectedVersion: expected };
  }
}

function turned(tripId: string, { view, facts, text, pause, failure }: ToolTurn): ToolAnswer {
  const { itinerary } = tripOf(view).session;
  const actions = facts.flatMap((fact) => {
    const event = tripEventOf(fact);
    return event?.type === 'planner_action' ? [actionText(event.action)] : [];
  });
  const told = [itinerary && tripText(view), ...actions, pause];
  return {
    ...wireStanding(tripId, view),
    message: failure === undefined ? told.filter(Boolean).join('\n\n') : text,
    ...(failure !== undefined && { code: failure }),
  };
}

function actionText(action: PlannerAction): string {
  const { text, options } = renderAction(action);
  return [text, ...options.map(({ id, label }) => `- ${label} (option_id ${id})`)].join('\n');
}

function isNotOffered(error: unknown): error is WayfoldError {
  return isWayfoldError(error) && (error.code === 'refused' || error.code === 'invalid-command');
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

async function standingOf(sessions: PlannerSessions, input: unknown): Promise<object> {
  const { trip_id: tripId = DEFAULT_TRIP } = Object(input);
  if (typeof tripId !== 'string' || !isId(tripId)) return {};
  return { trip_id: tripId, version: (await sessions.version(tripId)) ?? 0 };
}
