import { z } from 'zod';
import { answerFields, type ToolDefinition } from '../calls/tool-definition.ts';
import { parsedInput } from '../calls/tool-input.ts';
import { perRules } from '../calls/tool-rules.ts';
import { toWire, WireStep } from '../calls/wire.ts';
import { addStep } from '../plan/changes.ts';
import type { AddStep } from '../plan/commands.ts';
import { listedIds, newStepInput, newSteps, recordedSteps } from '../plan/new-steps.ts';
import { PLAN_STATUSES, type Plan, type PlanStep } from '../plan/plan.ts';
import { placeInputs, stepPlaceFrom } from '../plan/step-place.ts';

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
      .describe('The steps to add, in order, at the end of the plan unless before or after is given.'),
    ...placeInputs,
  });
  return {
    name: 'planning_add_step',
    title: 'Add steps',
    description:
      'Add one or more steps to the active plan, at the end, or before or after a step. Returns their ids.',
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
      const { steps, ...given } = parsedInput(Input, input);
      const place = stepPlaceFrom(given);
      const command: AddStep = Object.freeze({
        steps: Object.freeze(newSteps(steps, 'steps', rules)),
        ...place,
      });
      const madeIn = (plan: Plan) => addedSteps(plan, command);
      return {
        params: { steps: recordedSteps(command.steps), ...place },
        change: (plan, record) => addStep(plan, command, record),
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

/** The steps that were just added to the plan. */
function addedSteps({ steps }: Plan, { steps: added, before, after }: AddStep): readonly PlanStep[] {
  const beside = before ?? after;
  if (beside === undefined) return steps.slice(-added.length);
  const place = steps.findIndex(({ stepId }) => stepId === beside);
  const from = before === undefined ? place + 1 : place - added.length;
  return steps.slice(from, from + added.length);
}
