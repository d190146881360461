import { z } from 'zod';
import type { TaskKind } from '../facts.ts';
import { planProblems } from './plan-check.ts';

/** Without bounds and defaults, which structured output of providers does not support. */
function planShape(kinds: readonly TaskKind[]) {
  return z.strictObject({
    tasks: z.array(
      z.strictObject({
        id: z.number(),
        quote: z.string(),
        description: z.string(),
        kind: z.enum(kinds),
        done: z.boolean(),
        dependsOn: z.array(z.number()),
      }),
    ),
    brief: z.strictObject({
      objective: z.string().nullable(),
      constraints: z.array(z.string()),
      background: z.array(z.string()),
      acceptance: z.array(z.string()),
    }),
  });
}

/** A plan as a model returns it. Each task quotes its passage of the text. */
export type ModelPlan = z.infer<ReturnType<typeof planShape>>;

/** The criteria for an answer. */
export interface PlanDemands {
  /** The text that the plan was read from. */
  readonly text: string;
  readonly kinds: readonly TaskKind[];
  /** Called with each invalid plan. */
  readonly onRefused: (plan: ModelPlan) => void;
}

/** The schema of a plan that was read from a text: its structure, and that the text supports all of it. */
export function modelPlanSchema({ text, kinds, onRefused }: PlanDemands) {
  return planShape(kinds).superRefine((plan, context) => {
    const problems = planProblems(plan, text);
    if (problems.length > 0) onRefused(plan);
    for (const { path, message } of problems) {
      context.addIssue({ code: 'custom', path: [...path], message });
    }
  });
}
