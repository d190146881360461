import { type ConversationFactOf, conversationFact } from '../../harness/facts.ts';
import type { Envelope } from '../../journal/fact.ts';
import { type TripEvent, tripEventOf } from '../../planners/trip/facts.ts';
import type { Itinerary } from '../../planners/trip/itinerary.ts';
import type { PlannerMutation } from '../../planners/trip/mutation.ts';
import type { PlannerAction } from '../../planners/trip/planner-state.ts';
import type { TripSession } from '../../planners/trip/trip-fold.ts';

/** Something that can be undone, or made again. */
export interface TripTurn {
  /** What was done, in the words of who did it. */
  readonly label: string;
  /** The first and the last fact that changed the trip in it. */
  readonly from: number;
  readonly to: number;
  /** Whether something that was wrong was mended in it. */
  readonly mends: boolean;
}

/** What the moments of a trip are called that an undo and a redo go to. */
export interface TripTurns {
  readonly past: readonly TripTurn[];
  readonly future: readonly TripTurn[];
  /** What was said or chosen last, which the facts that follow come from. */
  readonly said: string;
  /** The options that were offered last. */
  readonly offered: ReadonlyMap<string, string>;
}

export const NO_TURNS: TripTurns = { past: [], future: [], said: '', offered: new Map() };

/** The names after a fact that took the trip from `before` to `after`. */
export function afterTripFact(
  turns: TripTurns,
  fact: Envelope,
  before: TripSession,
  after: TripSession,
): TripTurns {
  const known = conversationFact(fact);
  if (known?.type === 'user_input' || known?.type === 'user_answer') {
    return { ...turns, said: saidIn(turns, known) };
  }
  const event = tripEventOf(fact);
  if (event === undefined) return turns;
  const moved = stepped(turns, fact.seq, event, before, after);
  return event.type === 'planner_action' ? { ...moved, offered: offeredBy(event.action), said: '' } : moved;
}

function stepped(
  turns: TripTurns,
  seq: number,
  event: TripEvent,
  before: TripSession,
  after: TripSession,
): TripTurns {
  if (after.past === before.past) return changesTrip(before, after) ? grown(turns, seq, event) : turns;
  const top = (event.type === 'trip_redone' ? turns.future : turns.past).at(-1);
  if (event.type === 'trip_undone') {
    return { ...turns, past: turns.past.slice(0, -1), future: top ? [...turns.future, top] : turns.future };
  }
  if (event.type === 'trip_redone') {
    return { ...turns, past: top ? [...turns.past, top] : turns.past, future: turns.future.slice(0, -1) };
  }
  const turn = { label: labelOf(turns, event, before), from: seq, to: seq, mends: isMending(event) };
  return { ...turns, past: [...turns.past, turn].slice(-after.past.length), future: [] };
}

function changesTrip(before: TripSession, after: TripSession): boolean {
  return before.itinerary !== after.itinerary;
}

/** A fact of the turn that is under way. */
function grown(turns: TripTurns, seq: number, event: TripEvent): TripTurns {
  const top = turns.past.at(-1);
  if (top === undefined || event.type === 'planner_action') return turns;
  const turn = { ...top, to: seq, mends: top.mends || isMending(event) };
  return { ...turns, past: turns.past.with(-1, turn) };
}

function isMending(event: TripEvent): boolean {
  return event.type === 'itinerary_mutated' && (event.by === 'choice' || event.by === 'auto-fix');
}

function labelOf({ said }: TripTurns, event: TripEvent, { itinerary }: TripSession): string {
  if (event.type === 'itinerary_imported') return 'Import a trip';
  if (event.type === 'itinerary_mutated' && event.by === 'person')
    return changeLabel(itinerary, event.mutation);
  if (said !== '') return said;
  if (event.type === 'itinerary_mutated') return event.why ?? changeLabel(itinerary, event.mutation);
  return 'Plan the trip';
}

/** A change by hand, in words. */
function changeLabel(itinerary: Itinerary | null, mutation: PlannerMutation): string {
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
    case 'SET_TRAVEL_ONLY':
      return `${mutation.payload.travelOnly ? 'Only travel' : 'Not only travel'} on day ${mutation.payload.dayNumber}`;
  }
}

function saidIn({ offered }: TripTurns, input: ConversationFactOf<'user_input' | 'user_answer'>): string {
  if ('choose' in input && input.choose !== undefined) return offered.get(input.choose) ?? 'Choose a repair';
  return input.text?.trim() ?? '';
}

function offeredBy(action: PlannerAction): TripTurns['offered'] {
  const options = action.type === 'SUGGEST_REPAIR' ? action.options : [];
  return new Map(options.map(({ id, label }) => [id, label]));
}
