import { z } from 'zod';
import { definePlanner } from '../../harness/module/define-planner.ts';
import type { SessionStatus } from '../../harness/module/planner-module.ts';
import { refuse } from '../../harness/module/refusal.ts';
import { summarizeApplied, TripConfig, tripFields } from './config.ts';
import { afterTripFact, EMPTY_TRIP, openAction, type TripState } from './conversation-fold.ts';
import type { TripExportFormat, TripExportOptions } from './exchange/export-trip.ts';
import { tripTitle } from './exchange/trip-outline.ts';
import { TRIP_WAKES, tripFacts } from './facts.ts';
import { comparableTrip } from './itinerary/comparable-trip.ts';
import { applyMutation } from './itinerary/mutation.ts';
import { looksLikeTrip } from './looks-like-trip.ts';
import type { TripPlannerOptions } from './plan-pass.ts';
import type { IssueTarget } from './planner-state.ts';
import { canUndo } from './trip-fold.ts';
import { alternativeEdit } from './turn/alternative-edit.ts';
import { answerTo } from './turn/chat.ts';
import { actionText, turnReply } from './turn/turn-text.ts';
import { changeLabel } from './turn/undo-labels.ts';
import { EXAMPLE_TRIP, tripBlocks } from './view/trip-blocks.ts';
import { tripWaiting } from './view/waiting.ts';

/** A program's reply to an offer, instead of text. */
const Choice = z.strictObject({ choose: z.string() });

const NoInput = z.strictObject({});

const kind = 'plan' as const;

/** The module of the trip planner. */
export function tripModule(options: TripPlannerOptions = {}) {
  return definePlanner({
    id: 'trip',
    title: 'Trip planner',
    description: 'Plans a trip day by day, and repairs only what is broken in it.',
    icon: 'map',
    config: TripConfig,
    fields: tripFields,
    summary: summarizeApplied,
    facts: {
      trip_understood: { schema: tripFacts.trip_understood, kind },
      itinerary_generated: { schema: tripFacts.itinerary_generated, kind },
      itinerary_regenerated: { schema: tripFacts.itinerary_regenerated, kind },
      itinerary_imported: { schema: tripFacts.itinerary_imported, kind },
      itinerary_mutated: {
        schema: tripFacts.itinerary_mutated,
        kind: ({ by }) => (by === 'person' ? 'person' : kind),
        text: ({ by, mutation }, { before }) =>
          by === 'person' ? changeLabel(before.session.itinerary, mutation) : undefined,
        by: ({ person }) => person,
      },
      trip_undone: { schema: tripFacts.trip_undone, kind },
      trip_redone: { schema: tripFacts.trip_redone, kind },
      trip_started_over: { schema: tripFacts.trip_started_over, kind },
      planner_action: {
        schema: tripFacts.planner_action,
        kind,
        text: (_fact, { before, after }) => actionText(before, after),
      },
    },
    state: { initial: EMPTY_TRIP, apply: afterTripFact },
    wakes: TRIP_WAKES,
    ends: ['planner_action'],
    adopts: Object.keys(tripFacts),
    async plan({ state: { session }, facts }, context) {
      const { planTrip } = await import('./plan-pass.ts');
      return await planTrip({ session, facts }, context, options);
    },
    commands: {
      choose: {
        title: 'Choose a repair',
        description: 'Choose one of the repairs that the trip planner offers.',
        input: z.strictObject({ optionId: z.string().min(1).max(256) }),
        hidden: true,
        decide({ state }, { optionId }, { by }) {
          const offered = offeredIn(state);
          if (offered.includes(optionId)) return [{ type: 'user_input', choose: optionId, by }];
          throw refuse(
            offered.length === 0
              ? 'No repair is on offer.'
              : `Option ${optionId} is not on offer. Choose one of ${offered.join(', ')}.`,
          );
        },
      },
      undo: {
        title: 'Undo',
        description: 'Undo the last change of the trip.',
        input: NoInput,
        decide({ state }, _input, { by }) {
          if (!canUndo(state.session)) throw refuse('There is nothing to undo.');
          return [{ type: 'user_input', text: 'undo', by }];
        },
      },
      redo: {
        title: 'Redo',
        description: 'Redo the change that was undone last.',
        input: NoInput,
        decide({ state }, _input, { by }) {
          if (state.session.future.length === 0) throw refuse('There is nothing to redo.');
          return [{ type: 'user_input', text: 'redo', by }];
        },
      },
      change: {
        title: 'Change the trip',
        description: 'Change a trip by hand.',
        input: z.strictObject({ mutation: tripFacts.itinerary_mutated.shape.mutation }),
        hidden: true,
        decide({ state, fact }, { mutation }, { by }) {
          const { itinerary } = state.session;
          if (itinerary === null) throw refuse('There is no trip yet. Say where to go first.');
          if (applyMutation(itinerary, mutation) === itinerary) {
            throw refuse(
              'This would change nothing: the stop or day is not in the trip, is locked, or is already like that.',
            );
          }
          return [fact.itinerary_mutated({ mutation, by: 'person', person: by })];
        },
      },
    },
    understand({ text, data }, { state, call }) {
      const { choose } = Choice.safeParse(data).data ?? {};
      if (choose !== undefined) return call.choose({ optionId: choose });
      const answer = answerTo(openAction(state)?.action, text);
      return 'choose' in answer ? call.choose({ optionId: answer.choose }) : { say: answer.text };
    },
    waiting: ({ state, call }) => tripWaiting(state, (optionId) => call.choose({ optionId })),
    view: ({ state, call }) =>
      tripBlocks<ReturnType<typeof call.change> | { readonly type: 'say'; readonly text: string }>(state, {
        change: (mutation) => call.change({ mutation }),
        say: (text) => ({ type: 'say', text }),
      }),
    status: ({ state }) => tripStatus(state),
    done: ({ state: { session, last } }) =>
      session.itinerary !== null && last?.action.type === 'CONTINUE_PLAN',
    data: ({ state }) => tripData(state),
    comparable({ state }) {
      const { itinerary, requirements, preferences, issues, advisories } = tripData(state);
      return {
        ...(itinerary && comparableTrip(itinerary)),
        limits: requirements.constraints ?? null,
        preferences,
        problems: issues.map(comparableIssue),
        remarks: advisories.map(comparableIssue),
      };
    },
    reply: ({ state }, { facts }) => turnReply(state, facts),
    artifacts({ state }) {
      const { itinerary } = state.session;
      if (itinerary === null) return [];
      return [
        { id: 'itinerary', name: 'itinerary.json', description: 'The trip, day by day.', json: itinerary },
      ];
    },
    titleOf: ({ state: { session } }) =>
      session.itinerary === null ? undefined : tripTitle(session.itinerary),
    fits: looksLikeTrip,
    examples: [
      { title: 'Route 66', text: EXAMPLE_TRIP },
      { title: 'Three cities', text: 'Fly from London to Paris, Rome and Athens in 9 days' },
      { title: 'A long weekend', text: 'A long weekend from Munich to Salzburg by car' },
    ],
    exports: {
      ics: {
        title: 'ICS calendar',
        mediaType: 'text/calendar; charset=utf-8',
        input: z.strictObject({
          startDate: z.iso.date().optional().meta({
            title: 'First day',
            description: 'The first day, for the calendar of a trip without dates.',
          }),
        }),
        write: ({ state }, { startDate }) => exported(state, 'ics', { startDate }),
      },
      gpx: {
        title: 'GPX',
        mediaType: 'application/gpx+xml; charset=utf-8',
        write: ({ state }) => exported(state, 'gpx'),
      },
      kml: {
        title: 'KML',
        mediaType: 'application/vnd.google-earth.kml+xml; charset=utf-8',
        write: ({ state }) => exported(state, 'kml'),
      },
      geojson: {
        title: 'GeoJSON',
        mediaType: 'application/geo+json; charset=utf-8',
        write: ({ state }) => exported(state, 'geojson'),
      },
      md: {
        title: 'Markdown',
        mediaType: 'text/markdown; charset=utf-8',
        write: ({ state }) => exported(state, 'md'),
      },
      html: {
        title: 'HTML page to print',
        mediaType: 'text/html; charset=utf-8',
        write: ({ state }) => exported(state, 'html'),
      },
    },
  });
}

function offeredIn(state: TripState): readonly string[] {
  const { action } = openAction(state) ?? {};
  return action?.type === 'SUGGEST_REPAIR' ? action.options.map(({ id }) => id) : [];
}

function tripStatus(state: TripState): SessionStatus {
  const isWaiting = tripWaiting(state, () => null).length > 0;
  if (state.session.itinerary !== null) return isWaiting ? 'waiting' : 'completed';
  return state.last === null ? 'idle' : 'waiting';
}

/** The data of a trip in HTTP responses. */
export type TripData = ReturnType<typeof tripData>;

/** The part of an issue or advisory that a person compares. */
function comparableIssue({
  type,
  target,
  description,
}: {
  readonly type: string;
  readonly target: IssueTarget;
  readonly description: string;
}) {
  return { key: `${type} ${target.anchorId ?? ''} ${target.dayNumber ?? ''}`, description };
}

function tripData({ session, last, labels }: TripState) {
  const { itinerary, past, future, state } = session;
  const undoes = (canUndo(session) ? labels.past.at(-1) : undefined) ?? null;
  return {
    type: 'trip',
    itinerary,
    action: last?.action ?? null,
    requirements: state.requirements,
    preferences: state.preferences,
    issues: state.issues,
    advisories: state.advisories,
    canUndo: canUndo(session),
    canRedo: future.length > 0,
    /** What an undo takes back, and the position of its facts. */
    undoes,
    /** The other way to do what an undo takes back. */
    alternative:
      undoes === null || undoes.mends || future.length > 0
        ? null
        : alternativeEdit(undoes.label, past.at(-1)?.itinerary ?? null, itinerary),
    redoes: labels.future.at(-1) ?? null,
    /** The last repair that can be undone. */
    mended: labels.past.findLast(({ mends }) => mends) ?? null,
  } as const;
}

async function exported(
  { session: { itinerary, state } }: TripState,
  format: TripExportFormat,
  options?: TripExportOptions,
): Promise<string> {
  if (itinerary === null) throw refuse('There is no trip yet. Say where to go first.');
  const { exportTrip } = await import('./exchange/export-trip.ts');
  const { perDay } = state.requirements.constraints ?? {};
  return exportTrip(itinerary, format, { ...options, perDay });
}
