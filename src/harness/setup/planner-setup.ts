import type { PlannerMode } from '../facts.ts';
import type { PlannerFamily } from '../family.ts';
import type { Planner } from '../planner.ts';

/** The planner of a session, and its config. */
export interface PlannerSetup {
  readonly planner: Planner;
  readonly config: unknown;
  /** Whether the planner can start. */
  readonly ready: boolean;
  readonly mode?: PlannerMode;
  readonly family?: PlannerFamily;
  /** The seq of the setup in the journal. Nothing is planned with it once the journal has another. */
  readonly seq?: number;
}

/** Where the setup of a session comes from. */
export interface SetupSource {
  /** The same object until it changes. */
  current(): PlannerSetup | undefined;
  /** Calls back after every change. Returns a function that unsubscribes. */
  subscribe(listener: () => void): () => void;
}

/** A setup that is kept in memory. */
export interface PlannerSetupStore extends SetupSource {
  apply(setup: PlannerSetup | undefined): void;
}

/** Holds the setup of one session, for a controller to follow. */
export function createPlannerSetup(initial?: PlannerSetup): PlannerSetupStore {
  let setup = initial;
  const listeners = new Set<() => void>();
  return {
    current: () => setup,
    apply(next) {
      setup = next;
      for (const listener of [...listeners]) listener();
    },
    subscribe(listener) {
      // A separate function, so that adding a listener twice makes two subscriptions.
      const own = () => listener();
      listeners.add(own);
      return () => listeners.delete(own);
    },
  };
}

/** Whether a harness for one of them also serves the other. */
export function sameSetup(a: PlannerSetup | undefined, b: PlannerSetup | undefined): boolean {
  return (
    a?.planner === b?.planner &&
    a?.config === b?.config &&
    a?.ready === b?.ready &&
    a?.mode === b?.mode &&
    a?.family === b?.family &&
    a?.seq === b?.seq
  );
}
