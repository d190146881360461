import { type ConversationFact, conversationFact } from '../../harness/facts.ts';
import { type Envelope, REDACTED } from '../../journal/fact.ts';
import { afterErased, movedBy } from './erased-limits.ts';
import { type TripEvent, tripEventOf } from './facts.ts';
import type { Itinerary } from './itinerary/itinerary.ts';
import type { PlannerAction } from './planner-state.ts';
import type { TripRequirements } from './requirements/requirements.ts';
import { afterTripEvent, EMPTY_SESSION, type TripSession } from './trip-fold.ts';
import { isRemark } from './turn/remarks.ts';
import { labelsAfter, NO_LABELS, type UndoLabels } from './turn/undo-labels.ts';

/** What a turn has changed: nothing, only requirements, or the trip. */
export type TurnChange = 'none' | 'requirements' | 'trip';

/** The planner's last action. */
export interface LastAction {
  readonly seq: number;
  readonly action: PlannerAction;
  /** The parts of the last message that were not understood, assumed or impossible. */
  readonly remarks: readonly string[];
  /** What its turn had changed by then. */
  readonly change: TurnChange;
}

/** A trip before a turn. */
export interface TripBefore {
  readonly itinerary: Itinerary | null;
  readonly requirements: TripRequirements;
}

/** A trip with its conversation, as the module's state. */
export interface TripState {
  readonly session: TripSession;
  readonly last: LastAction | null;
  /** The seq of the last message or choice. */
  readonly inputAt: number;
  /** The trip and the requirements before that message, or before a later manual change. */
  readonly before: TripBefore;
  /** The messages since the planner's last action. */
  readonly said: string;
  /** What the current turn has changed. */
  readonly change: TurnChange;
  readonly labels: UndoLabels;
}

/** The state of a journal without facts. */
export const EMPTY_TRIP: TripState = {
  session: EMPTY_SESSION,
  last: null,
  inputAt: 0,
  before: { itinerary: null, requirements: {} },
  said: '',
  change: 'none',
  labels: NO_LABELS,
};

/** The state after one more fact. */
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

/** The planner's open offer or question, until the next message. */
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
    // A turn continues after a fix.
    change: action.type === 'AUTO_FIX' ? state.change : 'none',
  };
}

function beforeOf({ itinerary, state: { requirements } }: TripSession): TripBefore {
  return { itinerary, requirements };
}

/** Whether this is the first manual change since the planner's last action. */
function isFirstByHand(event: TripEvent, { change }: TripState): boolean {
  return event.type === 'itinerary_mutated' && event.by === 'person' && change === 'none';
}

function changeBy(event: TripEvent, { change, session }: TripState, after: TripSession): TurnChange {
  const isMoved = event.type === 'trip_undone' || event.type === 'trip_redone';
  if (isMoved || after.itinerary !== session.itinerary) return 'trip';
  return event.type === 'trip_understood' && change === 'none' ? 'requirements' : change;
}

function wordsOf(input: ConversationFact | undefined, last: LastAction | null): string | undefined {
  if (input?.type === 'user_answer') return input.text.trim();
  if (input?.type !== 'user_input') return undefined;
  if (input.choose === undefined) return input.text?.trim() ?? '';
  const options = last?.action.type === 'SUGGEST_REPAIR' ? last.action.options : [];
  return options.find(({ id }) => id === input.choose)?.label ?? 'Choose a repair';
}
