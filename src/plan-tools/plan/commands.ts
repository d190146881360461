import type { Evidence } from './evidence.ts';
import type { StepStatus } from './plan.ts';

/** A step before it has an id. */
export interface NewPlanStep {
  readonly title: string;
  readonly details: string | null;
}

/** Starts a plan, replacing the current one. */
export interface SetupPlan {
  readonly objective: string;
  readonly initialSteps: readonly NewPlanStep[];
}

/** A position in the plan: before or after a step. With neither, new steps go to the end and others stay. */
export interface StepPlace {
  readonly before?: string | undefined;
  readonly after?: string | undefined;
}

/** Adds steps to the plan, at its end unless a position is given. */
export interface AddStep extends StepPlace {
  readonly steps: readonly NewPlanStep[];
}

/** `undefined` leaves a field unchanged; `details: null` removes them. `remove` removes the step. */
export interface UpdateStep extends StepPlace {
  readonly stepId: string;
  readonly title?: string | undefined;
  readonly details?: string | null | undefined;
  readonly remove?: true | undefined;
}

/** Sets the status of a step, optionally with a note. */
export interface MarkStep {
  readonly stepId: string;
  readonly status: StepStatus;
  readonly note?: string | undefined;
  readonly evidence?: readonly Evidence[] | undefined;
  /** More steps to mark in the same call, all or none. */
  readonly also?: readonly MarkStep[] | undefined;
}

/** Abandons the plan. */
export type ClearPlan = Readonly<Record<never, never>>;
