import type { TripEvent } from '../facts.ts';
import type { Itinerary } from '../itinerary/itinerary.ts';
import type { PlannerMutation } from '../itinerary/mutation.ts';
import type { TripSession } from '../trip-fold.ts';
import { wordsOf } from './agreement.ts';

/** A turn that can be undone or redone. */
export interface UndoLabel {
  /** What was done, in the person's words. */
  readonly label: string;
  /** The first and the last fact of the turn that changed the trip. */
  readonly from: number;
  readonly to: number;
  /** Whether it was a repair. */
  readonly mends: boolean;
}

/** The labels for undo and redo, in step with {@link TripSession}. */
export interface UndoLabels {
  readonly past: readonly UndoLabel[];
  readonly future: readonly UndoLabel[];
}

/** Nothing to undo. */
export const NO_LABELS: UndoLabels = { past: [], future: [] };

/** The labels after an event that changed the trip from `before`. `said` is the message that caused it, if any. */
export function labelsAfter(
  labels: UndoLabels,
  { seq, event, said }: { readonly seq: number; readonly event: TripEvent; readonly said: string },
  before: TripSession,
  after: TripSession,
): UndoLabels {
  if (after.past === before.past) {
    return before.itinerary === after.itinerary ? labels : extended(labels, seq, event);
  }
  const { past, future } = labels;
  if (event.type === 'trip_undone') {
    return { past: past.slice(0, -1), future: [...future, ...past.slice(-1)] };
  }
  if (event.type === 'trip_redone') {
    return { past: [...past, ...future.slice(-1)], future: future.slice(0, -1) };
  }
  const turn = {
    label: labelOf(event, wordsOf(said, before.state.pending), before.itinerary),
    from: seq,
    to: seq,
    mends: isRepair(event),
  };
  return { past: [...past, turn].slice(-after.past.length), future: [] };
}

/** Extends the current turn by a fact. */
function extended(labels: UndoLabels, seq: number, event: TripEvent): UndoLabels {
  const top = labels.past.at(-1);
  if (top === undefined || event.type === 'planner_action') return labels;
  const turn = { ...top, to: seq, mends: top.mends || isRepair(event) };
  return { ...labels, past: labels.past.with(-1, turn) };
}

function isRepair(event: TripEvent): boolean {
  return event.type === 'itinerary_mutated' && (event.by === 'choice' || event.by === 'auto-fix');
}

function labelOf(event: TripEvent, text: string, itinerary: Itinerary | null): string {
  if (event.type === 'itinerary_imported') return 'Import a trip';
  if (event.type === 'itinerary_mutated' && event.by === 'person')
    return changeLabel(itinerary, event.mutation);
  if (text !== '') return text;
  if (event.type === 'itinerary_mutated') return event.why ?? changeLabel(itinerary, event.mutation);
  return 'Plan the trip';
}

/** The label of a manual edit. `itinerary` is the trip before it. */
export function changeLabel(itinerary: Itinerary | null, mutation: PlannerMutation): string {
  const stop = (id: string | undefined) =>
    itinerary?.anchors.find((anchor) => anchor.id === id)?.name || 'a stop';
  switch (mutation.op) {
    case 'REMOVE_ANCHOR':
      return `Remove ${stop(mutation.payload.anchorId)}`;
    case 'REPLACE_ANCHOR':
      return `Replace ${stop(mutation.payload.anchorId)}`;
    case 'UPDATE_ANCHOR': {
      const { anchorId, set } = mutation.payload;
      if (set.locked !== undefined) return `${set.locked ? 'Lock' : 'Unlock'} ${stop(anchorId)}`;
      return set.nights === undefined
        ? `Change ${stop(anchorId)}`
        : `Stay ${set.nights} ${set.nights === 1 ? 'night' : 'nights'} in ${stop(anchorId)}`;
    }
    case 'ADD_ACTIVITY':
      return `Add something to do on day ${mutation.payload.dayNumber}`;
    case 'REMOVE_ACTIVITY':
      return `Remove something to do on day ${mutation.payload.dayNumber}`;
    case 'INSERT_ANCHOR':
      return `Add ${mutation.payload.anchor.name}`;
    case 'MOVE_ANCHOR':
      return `Move ${stop(mutation.payload.anchorId)}`;
    case 'SET_DAY_ANCHOR':
      return `Spend day ${mutation.payload.dayNumber} in ${stop(mutation.payload.anchorId)}`;
    case 'REMOVE_DAY':
      return `Remove day ${mutation.payload.dayNumber}`;
    case 'MOVE_ACTIVITY':
      return `Move something to do to day ${mutation.payload.to}`;
    case 'RENAME_ACTIVITY':
      return `Tell two things to do on day ${mutation.payload.dayNumber} apart`;
    case 'REFLOW_DAYS':
      return 'Put the days in order';
    case 'SET_MODE':
      return 'Travel another way';
    case 'SET_TRAVEL_ONLY':
      return `${mutation.payload.travelOnly ? 'Only travel' : 'More than travel'} on day ${mutation.payload.dayNumber}`;
  }
}
