import type { PlannerMode } from '../facts.ts';
import type { PlannerFamily } from '../family.ts';
import type { Planner } from '../planner.ts';

/** Which planner a session has, and with which config. */
export interface PlannerSetup {
  readonly planner: Planner;
  readonly config: unknown;
  /** Whether the planner can start. */
  readonly ready: boolean;
  readonly mode?: PlannerMode;
  readonly family?: PlannerFamily;
  /** Where the journal says so. Then nothing is planned by it once the journal says otherwise. */
  readonly seq?: number;
}

/** Where the setup of a session is kept. */
export interface SetupSource {
  /** The same object until it changes. */
  current(): PlannerSetup | undefined;
  /** Calls back after every change. Returns what ends that. */
  subscribe(listener: () => void): () => void;
}

/** A setup that is kept in memory. */
export interface PlannerSetupStore extends SetupSource {
  apply(setup: PlannerSetup | undefined): void;
}

/** Keeps the setup of one session, for a controller to follow. */
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
      // A function of its own, so that adding a listener twice makes two subscriptions.
      const own = () => listener();
      listeners.add(own);
      return () => listeners.delete(own);
    },
  };
}

/** Whether a harness made for one of them serves the other too. */
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
