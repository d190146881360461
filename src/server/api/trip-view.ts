import { TripDialogue } from '../../host/dialogue/trip-dialogue.ts';
import type { Envelope, Fact } from '../../journal/fact.ts';
import type { PlannerAction } from '../../planners/trip/planner-state.ts';
import type { TripSession } from '../../planners/trip/trip-fold.ts';
import type { PlannerFold } from './planner-view.ts';
import { afterTripFact, NO_TURNS, type TripTurns } from './trip-turns.ts';
import type { Waiting } from './waiting.ts';

/** The trip of a session, as its planner sees it. */
export class TripFold implements PlannerFold {
  #trip = new TripDialogue();
  #turns: TripTurns = NO_TURNS;

  get session(): TripSession {
    return this.#trip.session;
  }

  /** What the planner offers or asks, until somebody says something. */
  get openAction(): PlannerAction | undefined {
    return this.#trip.openAction;
  }

  accept(fact: Envelope): void {
    const before = this.session;
    this.#trip.accept(fact);
    this.#turns = afterTripFact(this.#turns, fact, before, this.session);
  }

  rewound(visible: readonly Fact[]): void {
    this.#trip.rewound([]);
    this.#turns = NO_TURNS;
    for (const fact of visible) this.accept(fact);
  }

  view() {
    const { itinerary, past, future, state } = this.session;
    return {
      type: 'trip',
      itinerary,
      action: this.#trip.lastAction ?? null,
      wishes: state.wishes,
      preferences: state.preferences,
      issues: state.issues,
      advisories: state.advisories,
      canUndo: past.length > 0,
      canRedo: future.length > 0,
      /** What an undo takes back, and where the facts of it stand. */
      undoes: this.#turns.past.at(-1) ?? null,
      redoes: this.#turns.future.at(-1) ?? null,
      /** The last time that something wrong was mended, of what can be undone. */
      mended: this.#turns.past.findLast(({ mends }) => mends) ?? null,
    } as const;
  }

  waiting(): readonly Waiting[] {
    return this.#trip.waiting();
  }

  told(): string | undefined {
    return this.#trip.told();
  }

  chosen(): string | undefined {
    return this.#turns.said || undefined;
  }

  copy(): TripFold {
    const copy = new TripFold();
    copy.#trip = this.#trip.copy();
    copy.#turns = this.#turns;
    return copy;
  }

  isDone(): boolean {
    return this.session.itinerary !== null && this.#trip.lastAction?.type === 'CONTINUE_PLAN';
  }
}
