import { z } from 'zod';
import { stepOf, updateStep } from '../changes.ts';
import type { UpdateStep } from '../commands.ts';
import { ToolValidationError } from '../error.ts';
import { StepIdInput, stepIdFrom } from '../step-id-input.ts';
import { MAX_DETAILS, MAX_TITLE, optionalText, requiredText } from '../text-rules.ts';
import { answerFields, type ToolDefinition } from '../tool-definition.ts';
import { parsedInput } from '../tool-input.ts';
import { charactersOf, perRules, type ToolRules } from '../tool-rules.ts';
import { toWire, WireStep } from '../wire.ts';

function inputFor(rules: ToolRules) {
  const characters = charactersOf(rules);
  return z.strictObject({
    step_id: StepIdInput,
    title: z.string().nullish().describe(`The new title, one line of 1-${MAX_TITLE} ${characters}.`),
    details: z
      .string()
      .nullish()
      .describe(`The new details, up to ${MAX_DETAILS} ${characters}. Blank takes them away.`),
  });
}

const OUTPUT = z.strictObject({ ...answerFields, step: WireStep });

export const updateStepTool = perRules((rules) => {
  const Input = inputFor(rules);
  return {
    name: 'planning_update_step',
    title: 'Update step',
    description:
      'Change the title or the details of a step, or both. Its status and notes stay. What is left out stays as it is.',
    inputSchema: Input,
    outputSchema: OUTPUT,
    annotations: { readOnly: false, destructive: false },
    examples: [
      {
        description: 'Another title for S001.',
        input: { step_id: 'S001', title: 'List the reports of this week' },
        output: {
          version: 2,
          assigned_ids: [],
          step: {
            step_id: 'S001',
            title: 'List the reports of this week',
            details: null,
            status: 'pending',
            notes: [],
          },
        },
      },
    ],
    take(input) {
      const command = commandFrom(parsedInput(Input, input), rules);
      const { stepId, title, details } = command;
      return {
        params: {
          step_id: stepId,
          ...(title !== undefined && { title }),
          // On the wire null leaves details as they are, as absence does: blank takes them away.
          ...(details !== undefined && { details: details ?? '' }),
        },
        change: (plan) => updateStep(plan, command),
        tell: (plan) => {
          const step = stepOf(plan, stepId);
          return {
            value: command,
            step,
            message: `Updated ${stepId}: ${step.title}`,
            output: { step: toWire(step) },
          };
        },
      };
    },
  } satisfies ToolDefinition;
});

function commandFrom(
  { step_id, title, details }: z.infer<ReturnType<typeof inputFor>>,
  { text }: ToolRules,
): UpdateStep {
  const stepId = stepIdFrom(step_id);
  if (title == null && details == null) throw nothingToChange();
  return Object.freeze({
    stepId,
    ...(title != null && {
      title: requiredText(title, { name: 'Title', field: 'title', most: MAX_TITLE, text }),
    }),
    ...(details != null && {
      details: optionalText(details, {
        name: 'Details',
        field: 'details',
        most: MAX_DETAILS,
        multiline: true,
        text,
      }),
    }),
  });
}

function nothingToChange(): ToolValidationError {
  return new ToolValidationError('invalid-tool-input', {
    message: 'Nothing to change: give a title, details or both.',
    expected: 'a title or details',
    actual: 'neither',
    fix: 'Give a title, details or both.',
  });
}
