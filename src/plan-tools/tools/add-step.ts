import { z } from 'zod';
import { addStep } from '../changes.ts';
import type { AddStep } from '../commands.ts';
import { listedIds, newStepInput, newSteps, recordedSteps } from '../new-steps.ts';
import { PLAN_STATUSES, type Plan } from '../plan.ts';
import { answerFields, type ToolDefinition } from '../tool-definition.ts';
import { parsedInput } from '../tool-input.ts';
import { perRules } from '../tool-rules.ts';
import { toWire, WireStep } from '../wire.ts';

const OUTPUT = z.strictObject({
  ...answerFields,
  plan_status: z.enum(PLAN_STATUSES),
  steps: z.array(WireStep).describe('The steps that were added.'),
});

export const addStepTool = perRules((rules) => {
  const Input = z.strictObject({
    steps: z
      .array(newStepInput(rules))
      .min(1)
      .describe('The steps to add, in order, at the end of the plan.'),
  });
  return {
    name: 'planning_add_step',
    title: 'Add steps',
    description: 'Add one or more steps at the end of the active plan. Answers their ids.',
    inputSchema: Input,
    outputSchema: OUTPUT,
    annotations: { readOnly: false, destructive: false },
    examples: [
      {
        description: 'One more step, after S001 and S002.',
        input: { steps: [{ title: 'Answer the reporters' }] },
        output: {
          version: 2,
          assigned_ids: ['S003'],
          plan_status: 'active',
          steps: [
            { step_id: 'S003', title: 'Answer the reporters', details: null, status: 'pending', notes: [] },
          ],
        },
      },
    ],
    take(input) {
      const { steps } = parsedInput(Input, input);
      const command: AddStep = Object.freeze({ steps: Object.freeze(newSteps(steps, 'steps', rules)) });
      const madeIn = (plan: Plan) => plan.steps.slice(-command.steps.length);
      return {
        params: { steps: recordedSteps(command.steps) },
        change: (plan, { assigned }) => addStep(plan, command, assigned),
        madeIn,
        tell: (plan) => {
          const added = madeIn(plan);
          const assignedIds = added.map(({ stepId }) => stepId);
          return {
            value: command,
            assignedIds,
            message: `Added ${listedIds(assignedIds)}.`,
            output: { plan_status: plan.status, steps: added.map((step) => toWire(step)) },
          };
        },
      };
    },
  } satisfies ToolDefinition;
});
