import { z } from 'zod';
import { setupPlan } from '../changes.ts';
import type { SetupPlan } from '../commands.ts';
import { listedIds, newStepInput, newSteps, recordedSteps } from '../new-steps.ts';
import { MAX_OBJECTIVE, requiredText } from '../text-rules.ts';
import { answerFields, type ToolDefinition } from '../tool-definition.ts';
import { parsedInput } from '../tool-input.ts';
import { charactersOf, perRules, type ToolRules } from '../tool-rules.ts';
import { toWire, WirePlan } from '../wire.ts';
import { EXAMPLE_PLAN } from './example-plan.ts';

function inputFor(rules: ToolRules) {
  return z.strictObject({
    objective: z
      .string()
      .describe(`What is to be reached, in one line: 1-${MAX_OBJECTIVE} ${charactersOf(rules)}.`),
    initial_steps: z
      .array(newStepInput(rules))
      .optional()
      .describe('The first steps, in order. More can be added later.'),
  });
}

const OUTPUT = z.strictObject({ ...answerFields, plan: WirePlan });

export const setupPlanTool = perRules((rules) => {
  const Input = inputFor(rules);
  return {
    name: 'planning_setup_plan',
    title: 'Set up plan',
    description:
      'Begin a plan with an objective and, if known, its first steps. Replaces the plan there is, if any. Answers the ids of the steps.',
    inputSchema: Input,
    outputSchema: OUTPUT,
    annotations: { readOnly: false, destructive: true },
    examples: [
      {
        description: 'A plan with two steps.',
        input: {
          objective: 'Triage the open bug reports',
          initial_steps: [
            { title: 'List the open reports' },
            { title: 'Label each report', details: 'Use the labels in CONTRIBUTING.md.' },
          ],
        },
        output: {
          version: 1,
          assigned_ids: ['S001', 'S002'],
          plan: EXAMPLE_PLAN,
        },
      },
    ],
    take(input) {
      const command = commandFrom(parsedInput(Input, input), rules);
      const steps = recordedSteps(command.initialSteps);
      return {
        params: { objective: command.objective, ...(steps.length > 0 && { initial_steps: steps }) },
        change: (_, record) => setupPlan(command, record),
        madeIn: (plan) => plan.steps,
        tell: (plan) => {
          const assignedIds = plan.steps.map(({ stepId }) => stepId);
          return {
            value: command,
            assignedIds,
            message: `${setUpWith(assignedIds)}.`,
            output: { plan: toWire(plan) },
          };
        },
      };
    },
  } satisfies ToolDefinition;
});

function commandFrom(
  { objective, initial_steps = [] }: z.infer<ReturnType<typeof inputFor>>,
  rules: ToolRules,
): SetupPlan {
  return Object.freeze({
    objective: requiredText(objective, {
      name: 'Objective',
      field: 'objective',
      most: MAX_OBJECTIVE,
      text: rules.text,
    }),
    initialSteps: Object.freeze(newSteps(initial_steps, 'initial_steps', rules)),
  });
}

function setUpWith(ids: readonly string[]): string {
  if (ids.length === 0) return 'Plan set up with no steps yet';
  return `Plan set up with ${ids.length === 1 ? '1 step' : `${ids.length} steps`}: ${listedIds(ids)}`;
}
