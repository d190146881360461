import type { Envelope, Fact } from '../../journal/fact.ts';
import { tripEventOf } from '../../planners/trip/facts.ts';
import type { PlannerAction } from '../../planners/trip/planner-state.ts';
import { afterTripEvent, EMPTY_SESSION, type TripSession } from '../../planners/trip/trip-fold.ts';
import type { PlannerFold } from './planner-view.ts';
import type { Waiting } from './waiting.ts';

/** The trip of a session, as its planner sees it. */
export class TripFold implements PlannerFold {
  #session: TripSession = EMPTY_SESSION;
  #action: { readonly seq: number; readonly action: PlannerAction } | undefined;
  #lastInput = 0;

  get session(): TripSession {
    return this.#session;
  }

  /** What the planner offers or asks, until somebody says something. */
  get openAction(): PlannerAction | undefined {
    const { seq = 0, action } = this.#action ?? {};
    return this.#lastInput > seq ? undefined : action;
  }

  accept(fact: Envelope): void {
    if (fact.type === 'user_input' || fact.type === 'user_answer') this.#lastInput = fact.seq;
    const event = tripEventOf(fact);
    if (event === undefined) return;
    this.#session = afterTripEvent(this.#session, event);
    if (event.type === 'planner_action') this.#action = { seq: fact.seq, action: event.action };
  }

  rewound(visible: readonly Fact[]): void {
    this.#session = EMPTY_SESSION;
    this.#action = undefined;
    for (const fact of visible) this.accept(fact);
  }

  view() {
    const { itinerary, past, future, state } = this.#session;
    return {
      type: 'trip',
      itinerary,
      action: this.#action?.action ?? null,
      wishes: state.wishes,
      preferences: state.preferences,
      issues: state.issues,
      advisories: state.advisories,
      canUndo: past.length > 0,
      canRedo: future.length > 0,
    } as const;
  }

  waiting(): readonly Waiting[] {
    const { seq = 0 } = this.#action ?? {};
    const action = this.openAction;
    if (action === undefined) return [];
    if (action.type === 'ASK_USER') {
      return [{ type: 'trip-question', seq, question: action.question, reason: action.reason }];
    }
    if (action.type !== 'SUGGEST_REPAIR') return [];
    const options = action.options.map(({ id, label }) => ({ id, label }));
    return [{ type: 'trip-repair', seq, reason: action.reason, options }];
  }

  isDone(): boolean {
    return this.#session.itinerary !== null && this.#action?.action.type === 'CONTINUE_PLAN';
  }
}
