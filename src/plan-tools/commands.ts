import type { StepStatus } from './plan.ts';

export interface NewPlanStep {
  readonly title: string;
  readonly details: string | null;
}

export interface SetupPlan {
  readonly objective: string;
  readonly initialSteps: readonly NewPlanStep[];
}

export interface AddStep {
  readonly steps: readonly NewPlanStep[];
}

/** `undefined` leaves a field as it is; `details: null` takes them away. */
export interface UpdateStep {
  readonly stepId: string;
  readonly title?: string | undefined;
  readonly details?: string | null | undefined;
}

export interface MarkStep {
  readonly stepId: string;
  readonly status: StepStatus;
  readonly note?: string | undefined;
}

export type ClearPlan = Readonly<Record<never, never>>;
export type ReadPlan = Readonly<Record<never, never>>;
