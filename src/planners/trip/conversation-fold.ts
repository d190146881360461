import { type ConversationFact, conversationFact } from '../../harness/facts.ts';
import { type Envelope, REDACTED } from '../../journal/fact.ts';
import { afterErased, movedBy } from './erased-limits.ts';
import { type TripEvent, tripEventOf } from './facts.ts';
import type { Itinerary } from './itinerary/itinerary.ts';
import type { PlannerAction } from './planner-state.ts';
import { afterTripEvent, EMPTY_SESSION, type TripSession } from './trip-fold.ts';
import { isRemark } from './turn/remarks.ts';
import { labelsAfter, NO_LABELS, type UndoLabels } from './turn/undo-labels.ts';
import type { TripWishes } from './wishes/wishes.ts';

/** How far a turn has changed anything: the trip itself, or only what is known about it. */
export type TurnChange = 'none' | 'wishes' | 'trip';

/** What the planner did last. */
export interface LastAction {
  readonly seq: number;
  readonly action: PlannerAction;
  /** What of the last words was not understood, was assumed or could not be done. */
  readonly remarks: readonly string[];
  /** What its turn had changed by then. */
  readonly change: TurnChange;
}

/** A trip as it was before a turn. */
export interface TripBefore {
  readonly itinerary: Itinerary | null;
  readonly wishes: TripWishes;
}

/** A trip with the conversation about it, as the planner's module keeps it. */
export interface TripState {
  readonly session: TripSession;
  readonly last: LastAction | null;
  /** The seq of what was said or chosen last. */
  readonly inputAt: number;
  /** The trip and the wishes when that was said, or before it was changed by hand since. */
  readonly before: TripBefore;
  /** What was said or chosen since the planner last did something, in words. */
  readonly said: string;
  /** What the turn under way has changed. */
  readonly change: TurnChange;
  readonly labels: UndoLabels;
}

/** A journal before its first fact. */
export const EMPTY_TRIP: TripState = {
  session: EMPTY_SESSION,
  last: null,
  inputAt: 0,
  before: { itinerary: null, wishes: {} },
  said: '',
  change: 'none',
  labels: NO_LABELS,
};

/** The trip after one more fact of its journal. */
export function afterTripFact(state: TripState, fact: Envelope): TripState {
  if (fact.type === 'user_input' || fact.type === 'user_answer') {
    return {
      ...state,
      inputAt: fact.seq,
      before: beforeOf(state.session),
      said: wordsOf(conversationFact(fact), state.last) ?? state.said,
    };
  }
  const move = movedBy(fact);
  if (fact.type === REDACTED && move === undefined)
    return { ...state, session: afterErased(state.session, fact) };
  const event = move ?? tripEventOf(fact);
  return event === undefined ? state : afterEvent(state, fact.seq, event);
}

/** What the planner offers or asks, until somebody says something. */
export function openAction({ last, inputAt }: TripState): LastAction | undefined {
  return last === null || inputAt > last.seq ? undefined : last;
}

function afterEvent(state: TripState, seq: number, event: TripEvent): TripState {
  const session = afterTripEvent(state.session, event);
  const labels = labelsAfter(state.labels, { seq, event, said: state.said }, state.session, session);
  if (event.type !== 'planner_action') {
    const before = isFirstByHand(event, state) ? beforeOf(state.session) : state.before;
    return { ...state, session, labels, before, change: changeBy(event, state, session) };
  }
  const { action, advisories } = event;
  const remarks = advisories.filter(isRemark).map(({ description }) => description);
  return {
    ...state,
    session,
    labels,
    said: '',
    last: { seq, action, remarks, change: state.change },
    // A turn goes on after a fix.
    change: action.type === 'AUTO_FIX' ? state.change : 'none',
  };
}

function beforeOf({ itinerary, state: { wishes } }: TripSession): TripBefore {
  return { itinerary, wishes };
}

/** Whether a person changed the trip by hand, with nothing changed since the planner last did something. */
function isFirstByHand(event: TripEvent, { change }: TripState): boolean {
  return event.type === 'itinerary_mutated' && event.by === 'person' && change === 'none';
}

function changeBy(event: TripEvent, { change, session }: TripState, after: TripSession): TurnChange {
  const isMoved = event.type === 'trip_undone' || event.type === 'trip_redone';
  if (isMoved || after.itinerary !== session.itinerary) return 'trip';
  return event.type === 'trip_understood' && change === 'none' ? 'wishes' : change;
}

function wordsOf(input: ConversationFact | undefined, last: LastAction | null): string | undefined {
  if (input?.type === 'user_answer') return input.text.trim();
  if (input?.type !== 'user_input') return undefined;
  if (input.choose === undefined) return input.text?.trim() ?? '';
  const options = last?.action.type === 'SUGGEST_REPAIR' ? last.action.options : [];
  return options.find(({ id }) => id === input.choose)?.label ?? 'Choose a repair';
}
