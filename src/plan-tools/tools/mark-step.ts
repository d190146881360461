import { z } from 'zod';
import { markStep, stepOf } from '../changes.ts';
import type { MarkStep } from '../commands.ts';
import { PLAN_STATUSES, STEP_STATUSES } from '../plan.ts';
import { StepIdInput, stepIdFrom } from '../step-id-input.ts';
import { MAX_NOTE, requiredText } from '../text-rules.ts';
import { answerFields, type ToolDefinition } from '../tool-definition.ts';
import { parsedInput } from '../tool-input.ts';
import { charactersOf, perRules, type ToolRules } from '../tool-rules.ts';
import { toWire, WireStep } from '../wire.ts';

function inputFor(rules: ToolRules) {
  return z.strictObject({
    step_id: StepIdInput,
    status: z.enum(STEP_STATUSES).describe('The new status of the step.'),
    note: z
      .string()
      .nullish()
      .describe(
        `What was found or why, added to the notes of the step: 1-${MAX_NOTE} ${charactersOf(rules)}.`,
      ),
  });
}

const OUTPUT = z.strictObject({ ...answerFields, plan_status: z.enum(PLAN_STATUSES), step: WireStep });

export const markStepTool = perRules((rules) => {
  const Input = inputFor(rules);
  return {
    name: 'planning_mark_step',
    title: 'Mark step',
    description:
      'Set the status of a step, and add a note to it if there is something to remember. The plan is completed when all steps are done, and active again when one is taken back.',
    inputSchema: Input,
    outputSchema: OUTPUT,
    annotations: { readOnly: false, destructive: false },
    examples: [
      {
        description: 'S001 is done, with what came out of it.',
        input: { step_id: 'S001', status: 'done', note: 'Found 14 open reports.' },
        output: {
          version: 2,
          assigned_ids: [],
          plan_status: 'active',
          step: {
            step_id: 'S001',
            title: 'List the open reports',
            details: null,
            status: 'done',
            notes: ['Found 14 open reports.'],
          },
        },
      },
    ],
    take(input) {
      const command = commandFrom(parsedInput(Input, input), rules);
      const { stepId, status, note } = command;
      return {
        params: { step_id: stepId, status, ...(note !== undefined && { note }) },
        change: (plan) => markStep(plan, command),
        tell: (plan) => {
          const step = stepOf(plan, stepId);
          return {
            value: command,
            step,
            message: `${stepId} is ${status}: ${step.title}\nThe plan is ${plan.status}.`,
            output: { plan_status: plan.status, step: toWire(step) },
          };
        },
      };
    },
  } satisfies ToolDefinition;
});

function commandFrom(
  { step_id, status, note }: z.infer<ReturnType<typeof inputFor>>,
  { text }: ToolRules,
): MarkStep {
  return Object.freeze({
    stepId: stepIdFrom(step_id),
    status,
    ...(note != null && {
      note: requiredText(note, { name: 'Note', field: 'note', most: MAX_NOTE, multiline: true, text }),
    }),
  });
}
