import { z } from 'zod';
import type { Slice } from '../kernel/session/slice.ts';
import { parsedInput } from './tool-input.ts';

/** Where a plan can stand. */
export const PLAN_STATUSES = ['active', 'completed', 'abandoned'] as const;
/** Where a step can stand. */
export const STEP_STATUSES = ['pending', 'in_progress', 'blocked', 'done'] as const;

/** One of {@link PLAN_STATUSES}. */
export type PlanStatus = (typeof PLAN_STATUSES)[number];
/** One of {@link STEP_STATUSES}. */
export type StepStatus = (typeof STEP_STATUSES)[number];

/** One step of a plan. */
export interface PlanStep {
  /** `S` and at least three digits. */
  readonly stepId: string;
  readonly title: string;
  readonly details: string | null;
  readonly status: StepStatus;
  readonly notes: readonly string[];
}

/** A session's one plan, at one moment. It never changes: a change makes another one. */
export interface Plan {
  readonly objective: string;
  readonly status: PlanStatus;
  readonly steps: readonly PlanStep[];
}

const PlanSchema = z.strictObject({
  objective: z.string(),
  status: z.enum(PLAN_STATUSES),
  steps: z.array(
    z.strictObject({
      stepId: z.string().regex(/^S\d{3,}$/),
      title: z.string(),
      details: z.string().nullable(),
      status: z.enum(STEP_STATUSES),
      notes: z.array(z.string()),
    }),
  ),
});

/** The slice in which a session keeps its plan. It holds one plan at most. */
export const Plan: Slice<Plan> = {
  name: 'Plan',
  parse: (json) => frozenPlan(parsedInput(PlanSchema, json)),
};

/** The plan, frozen through and through. Steps that are frozen already are shared, not walked again. */
export function frozenPlan(plan: Plan): Plan {
  for (const step of plan.steps) {
    if (Object.isFrozen(step)) continue;
    Object.freeze(step.notes);
    Object.freeze(step);
  }
  Object.freeze(plan.steps);
  return Object.freeze(plan);
}

/** The number in a step's id. */
export function stepNumber({ stepId }: Pick<PlanStep, 'stepId'>): number {
  return Number(stepId.slice(1));
}

/** The id of the nth step: at least three digits, more when they are needed. */
export function stepIdOf(number: number): string {
  return `S${String(number).padStart(3, '0')}`;
}
