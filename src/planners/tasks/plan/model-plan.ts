import { z } from 'zod';
import type { TaskKind } from '../facts.ts';
import { planProblems } from './plan-check.ts';

/** Without bounds and defaults in it, so that providers can hold a model to it. */
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

/** A plan as a model writes it. Each task quotes the passage of the text that asks for it. */
export type ModelPlan = z.infer<ReturnType<typeof planShape>>;

/** What an answer is checked by. */
export interface PlanDemands {
  /** The text that the plan is of. */
  readonly text: string;
  readonly kinds: readonly TaskKind[];
  /** Is given each plan that does not hold. */
  readonly onRefused: (plan: ModelPlan) => void;
}

/** The schema of a plan of a text: its shape, and that the text says all of it. */
export function modelPlanSchema({ text, kinds, onRefused }: PlanDemands) {
  return planShape(kinds).superRefine((plan, context) => {
    const problems = planProblems(plan, text);
    if (problems.length > 0) onRefused(plan);
    for (const { path, message } of problems) {
      context.addIssue({ code: 'custom', path: [...path], message });
    }
  });
}
