import { onOneLine } from '../../../../machine/bounded-text.ts';
import { planDetails, stepDetails } from '../../plan/plan-text.ts';
import type { PlanWire } from '../../plan/schema.ts';

const ROLE = `You carry out a plan in this repository. The current directory is a checkout of your own: change files in it, and nothing
outside of it. Do what the plan says, step by step, and keep to its guardrails. Do not commit, push or switch branches: what you
change is measured, and looked at by a person before it is merged. Run the tests that show whether it works, where there are some.
Answer in the end with a few plain sentences: what you changed and why, and what you could not do or check.
If you cannot do it without knowing more, change nothing and answer with a single line that begins with "QUESTION:" and asks for it.`;

/** The prompt for a coding agent that carries out a whole plan. */
export function carryOutPrompt(
  plan: PlanWire,
  { goal, constraints }: { readonly goal: string; readonly constraints: readonly string[] },
): string {
  const steps = plan.steps.map(
    (step, at) => `### Step ${at + 1}: ${onOneLine(step.title)}\n\n${stepDetails(step)}`,
  );
  return [
    ROLE,
    `## Goal\n\n${goal}`,
    ...(constraints.length === 0
      ? []
      : [`## Constraints\n\n${constraints.map((each) => `- ${onOneLine(each)}`).join('\n')}`]),
    `## Plan\n\n${plan.plan_summary}\n\n${plan.rationale}`,
    ...steps,
    planDetails(plan),
  ].join('\n\n');
}
