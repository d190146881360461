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

/** Appends steps to the plan. */
export interface AddStep {
  readonly steps: readonly NewPlanStep[];
}

/** `undefined` leaves a field as it is; `details: null` takes them away. */
export interface UpdateStep {
  readonly stepId: string;
  readonly title?: string | undefined;
  readonly details?: string | null | undefined;
}

/** Sets where a step stands, and may leave a note. */
export interface MarkStep {
  readonly stepId: string;
  readonly status: StepStatus;
  readonly note?: string | undefined;
}

/** Gives the plan up. */
export type ClearPlan = Readonly<Record<never, never>>;
