import { type Fold, fold } from '../../kernel/handler.ts';
import type { TripEvent } from './facts.ts';
import { annotated } from './itinerary/annotate.ts';
import { datedFrom } from './itinerary/calendar-day.ts';
import type { Itinerary } from './itinerary/itinerary.ts';
import { applyMutation } from './itinerary/mutation.ts';
import {
  EMPTY_STATE,
  type PlannerAction,
  type PlannerIssueRecord,
  type PlannerState,
} from './planner-state.ts';

/** The state that an undo restores. */
interface TripMoment {
  readonly itinerary: Itinerary | null;
  readonly requirements: PlannerState['requirements'];
  readonly preferences: PlannerState['preferences'];
  readonly issueHistory: readonly PlannerIssueRecord[];
}

/** A trip with its state, folded from the facts. */
export interface TripSession {
  readonly state: PlannerState;
  readonly itinerary: Itinerary | null;
  readonly past: readonly TripMoment[];
  readonly future: readonly TripMoment[];
  /** The planner's last action, which a message may answer. */
  readonly action?: PlannerAction;
  /** Whether the current turn is still adding facts, which are undone together. */
  readonly isOpen: boolean;
  /** A change was erased, so the extent of an undo is unknown: it never unlocks anything. */
  readonly hasErasedChange?: true;
}

/** The maximum number of undo steps. */
export const MAX_UNDO = 100;

/** The session of a journal without facts. */
export const EMPTY_SESSION: TripSession = {
  state: EMPTY_STATE,
  itinerary: null,
  past: [],
  future: [],
  isOpen: false,
};

/** The trip after an event. */
export function afterTripEvent(session: TripSession, event: TripEvent): TripSession {
  switch (event.type) {
    case 'trip_understood': {
      const opened = changed(session);
      const { wishes: requirements, preferences } = event;
      const { startDate } = requirements;
      const { itinerary } = opened;
      const isRedated =
        itinerary && startDate !== undefined && startDate !== opened.state.requirements.startDate;
      return {
        ...opened,
        state: { ...opened.state, requirements, preferences },
        itinerary: isRedated ? datedFrom(itinerary, startDate) : itinerary,
      };
    }
    case 'itinerary_generated':
    case 'itinerary_regenerated':
      return { ...changed(session), itinerary: event.itinerary };
    case 'itinerary_imported':
      return { ...changed({ ...session, isOpen: false }), itinerary: event.itinerary, isOpen: false };
    case 'itinerary_mutated': {
      if (session.itinerary === null) return session;
      const itinerary = applyMutation(session.itinerary, event.mutation);
      if (itinerary === session.itinerary) return session;
      // It is undone with the manual edit that it follows from.
      if (event.by === 'consequence') return { ...session, itinerary };
      if (event.by !== 'person') return { ...changed(session), itinerary };
      // Manual edits are undone one by one.
      return { ...changed({ ...session, isOpen: false }), itinerary, isOpen: false };
    }
    case 'trip_undone': {
      const moment = session.past.at(-1);
      if (moment === undefined) return session;
      const undone = {
        ...session,
        past: session.past.slice(0, -1),
        future: [...session.future, momentOf(session)],
      };
      return at(undone, moment, undoneRecords(session, moment, event.at));
    }
    case 'trip_redone': {
      const moment = session.future.at(-1);
      if (moment === undefined) return session;
      const redone = {
        ...session,
        past: [...session.past, momentOf(session)],
        future: session.future.slice(0, -1),
      };
      return at(redone, moment, []);
    }
    case 'trip_started_over': {
      const opened = changed(session);
      const { preferences, issueHistory } = opened.state;
      return { ...opened, state: { ...EMPTY_STATE, preferences, issueHistory }, itinerary: null };
    }
    case 'planner_action': {
      const { action, issues, advisories, settled, asking, asked, knownFields, anchorValidity } = event;
      const { pending, recent } = event;
      const opened = settled.some(({ outcome }) => outcome === 'WAIVED') ? changed(session) : session;
      const { pending: _, recent: __, ...before } = opened.state;
      const state: PlannerState = {
        ...before,
        ...(pending !== undefined && { pending }),
        ...(recent !== undefined && { recent }),
        issues,
        advisories,
        asking,
        asked,
        knownFields,
        anchorValidity,
        issueHistory:
          settled.length === 0 ? opened.state.issueHistory : [...opened.state.issueHistory, ...settled],
      };
      const { itinerary } = session;
      return {
        ...opened,
        action,
        state,
        itinerary: itinerary && annotated(itinerary, issues, anchorValidity),
        // A fix belongs to its trigger: both are undone together.
        isOpen: action.type === 'AUTO_FIX' && opened.isOpen,
      };
    }
  }
}

/** Whether there is a change to undo. The creation of the trip does not count. */
export function canUndo({ past, itinerary }: TripSession): boolean {
  const moment = past.at(-1);
  return moment !== undefined && (moment.itinerary !== null || itinerary === null);
}

/** The trip of a journal, from its events. */
export const foldTrip: Fold<TripSession, TripEvent, TripSession> = fold(EMPTY_SESSION, afterTripEvent);

/** The session with an undo step, added once for all facts of a turn. */
export function changed(session: TripSession): TripSession {
  if (session.isOpen) return session;
  return {
    ...session,
    past: [...session.past, momentOf(session)].slice(-MAX_UNDO),
    future: [],
    isOpen: true,
  };
}

function momentOf({
  itinerary,
  state: { requirements, preferences, issueHistory },
}: TripSession): TripMoment {
  return { itinerary, requirements, preferences, issueHistory };
}

function at(session: TripSession, moment: TripMoment, records: readonly PlannerIssueRecord[]): TripSession {
  const { hasErasedChange = false } = session;
  const { requirements, issueHistory } = moment;
  const { recent: _, ...state } = session.state;
  const preferences = { ...moment.preferences, ...(hasErasedChange && { autoRepairPlaces: false }) };
  return {
    ...session,
    itinerary: hasErasedChange ? allLocked(moment.itinerary) : moment.itinerary,
    state: {
      ...state,
      // The next action reports the known fields again.
      knownFields: EMPTY_STATE.knownFields,
      requirements,
      preferences,
      issueHistory: [...issueHistory, ...records],
    },
    isOpen: false,
  };
}

/** The trip with all stops locked. */
export function allLocked(itinerary: Itinerary | null): Itinerary | null {
  if (itinerary === null) return null;
  return { ...itinerary, anchors: itinerary.anchors.map((anchor) => ({ ...anchor, locked: true })) };
}

/** Undoing an automatic fix also disables it. */
function undoneRecords(session: TripSession, moment: TripMoment, when: string): PlannerIssueRecord[] {
  return session.state.issueHistory
    .slice(moment.issueHistory.length)
    .filter(({ outcome }) => outcome === 'AUTO_FIXED')
    .map(({ issueId, type, target }) => ({ issueId, type, target, outcome: 'UNDONE', at: when }));
}
