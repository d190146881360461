import { type Fold, fold } from '../../kernel/handler.ts';
import type { TripEvent } from './facts.ts';
import { annotated } from './itinerary/annotate.ts';
import { datedFrom } from './itinerary/calendar-day.ts';
import type { Itinerary } from './itinerary/itinerary.ts';
import { applyMutation } from './itinerary/mutation.ts';
import { EMPTY_STATE, type PlannerIssueRecord, type PlannerState } from './planner-state.ts';

/** What an undo puts back. */
interface TripMoment {
  readonly itinerary: Itinerary | null;
  readonly wishes: PlannerState['wishes'];
  readonly preferences: PlannerState['preferences'];
  readonly issueHistory: readonly PlannerIssueRecord[];
}

/** A trip with what is known about it, as the facts tell it. */
export interface TripSession {
  readonly state: PlannerState;
  readonly itinerary: Itinerary | null;
  readonly past: readonly TripMoment[];
  readonly future: readonly TripMoment[];
  /** Whether the facts of a turn are still coming in: they are undone together. */
  readonly isOpen: boolean;
  /** A change was erased, so that nobody knows how far an undo goes: whatever it comes to, nothing is unlocked by it. */
  readonly hasErasedChange?: true;
}

/** How many turns can be undone. */
export const MAX_UNDO = 100;

/** A journal before its first fact. */
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
      const { wishes, preferences } = event;
      const { startDate } = wishes;
      const { itinerary } = opened;
      const isRedated = itinerary && startDate !== undefined && startDate !== opened.state.wishes.startDate;
      return {
        ...opened,
        state: { ...opened.state, wishes, preferences },
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
      if (event.by !== 'person') return { ...changed(session), itinerary };
      // What a person does by hand is undone one by one.
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
        state,
        itinerary: itinerary && annotated(itinerary, issues, anchorValidity),
        // A fix goes on with what led to it: both are undone together.
        isOpen: action.type === 'AUTO_FIX' && opened.isOpen,
      };
    }
  }
}

/** Whether there is a change to take back. That there is a trip at all is none. */
export function canUndo({ past, itinerary }: TripSession): boolean {
  const moment = past.at(-1);
  return moment !== undefined && (moment.itinerary !== null || itinerary === null);
}

/** The trip of a journal, from its events. */
export const foldTrip: Fold<TripSession, TripEvent, TripSession> = fold(EMPTY_SESSION, afterTripEvent);

/** The session with a moment to come back to, once for all facts of a turn. */
export function changed(session: TripSession): TripSession {
  if (session.isOpen) return session;
  return {
    ...session,
    past: [...session.past, momentOf(session)].slice(-MAX_UNDO),
    future: [],
    isOpen: true,
  };
}

function momentOf({ itinerary, state: { wishes, preferences, issueHistory } }: TripSession): TripMoment {
  return { itinerary, wishes, preferences, issueHistory };
}

function at(session: TripSession, moment: TripMoment, records: readonly PlannerIssueRecord[]): TripSession {
  const { hasErasedChange = false } = session;
  const { wishes, issueHistory } = moment;
  const { recent: _, ...state } = session.state;
  const preferences = { ...moment.preferences, ...(hasErasedChange && { autoRepairPlaces: false }) };
  return {
    ...session,
    itinerary: hasErasedChange ? allLocked(moment.itinerary) : moment.itinerary,
    state: {
      ...state,
      // What is known is told again by the next action.
      knownFields: EMPTY_STATE.knownFields,
      wishes,
      preferences,
      issueHistory: [...issueHistory, ...records],
    },
    isOpen: false,
  };
}

/** The same trip with all of its stops locked. */
export function allLocked(itinerary: Itinerary | null): Itinerary | null {
  if (itinerary === null) return null;
  return { ...itinerary, anchors: itinerary.anchors.map((anchor) => ({ ...anchor, locked: true })) };
}

/** Who takes back what the planner fixed by itself does not want it fixed again. */
function undoneRecords(session: TripSession, moment: TripMoment, when: string): PlannerIssueRecord[] {
  return session.state.issueHistory
    .slice(moment.issueHistory.length)
    .filter(({ outcome }) => outcome === 'AUTO_FIXED')
    .map(({ issueId, type, target }) => ({ issueId, type, target, outcome: 'UNDONE', at: when }));
}
