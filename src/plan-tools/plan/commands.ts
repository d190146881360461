import type { Evidence } from './evidence.ts';
import type { StepStatus } from './plan.ts';

/** A step before it has an id. */
export interface NewPlanStep {
  readonly title: string;
  readonly details: string | null;
}

/** Begins a plan, in place of the one before. */
export interface SetupPlan {
  readonly objective: string;
  readonly initialSteps: readonly NewPlanStep[];
}

/** Where in the plan: before or after a step. Neither is the end for new steps, and no move for others. */
export interface StepPlace {
  readonly before?: string | undefined;
  readonly after?: string | undefined;
}

/** Adds steps to the plan, at its end unless a place is given. */
export interface AddStep extends StepPlace {
  readonly steps: readonly NewPlanStep[];
}

/** `undefined` leaves a field as it is; `details: null` takes them away. `remove` takes the step out of the plan. */
export interface UpdateStep extends StepPlace {
  readonly stepId: string;
  readonly title?: string | undefined;
  readonly details?: string | null | undefined;
  readonly remove?: true | undefined;
}

/** Sets where a step stands, and may leave a note. */
export interface MarkStep {
  readonly stepId: string;
  readonly status: StepStatus;
  readonly note?: string | undefined;
  readonly evidence?: readonly Evidence[] | undefined;
  /** More steps to mark at once: all of them, or none. */
  readonly also?: readonly MarkStep[] | undefined;
}

/** Gives the plan up. */
export type ClearPlan = Readonly<Record<never, never>>;
