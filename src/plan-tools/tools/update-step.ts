import { z } from 'zod';
import { StepIdInput, stepIdFrom } from '../calls/step-id-input.ts';
import { answerFields, type ToolDefinition } from '../calls/tool-definition.ts';
import { parsedInput } from '../calls/tool-input.ts';
import { charactersOf, perRules, type ToolRules } from '../calls/tool-rules.ts';
import { toWire, WireStep } from '../calls/wire.ts';
import { ToolValidationError } from '../error.ts';
import { heldByOthers } from '../graph/claimed-steps.ts';
import { stepOf, updateStep } from '../plan/changes.ts';
import type { UpdateStep } from '../plan/commands.ts';
import { PLAN_STATUSES, type Plan, type PlanStep } from '../plan/plan.ts';
import { placeInputs, stepPlaceFrom } from '../plan/step-place.ts';
import { MAX_DETAILS, MAX_TITLE, optionalText, requiredText } from '../plan/text-rules.ts';

function inputFor(rules: ToolRules) {
  const characters = charactersOf(rules);
  return z.strictObject({
    step_id: StepIdInput,
    title: z.string().nullish().describe(`The new title, one line of 1-${MAX_TITLE} ${characters}.`),
    details: z
      .string()
      .nullish()
      .describe(`The new details, up to ${MAX_DETAILS} ${characters}. Blank removes them.`),
    before: placeInputs.before.describe('Move the step before the one of this id.'),
    after: placeInputs.after.describe('Move the step after the one of this id.'),
    remove: z
      .boolean()
      .optional()
      .describe('true removes the step from the plan. Do not combine it with other changes.'),
  });
}

const OUTPUT = z.strictObject({
  ...answerFields,
  step: WireStep,
  plan_status: z.enum(PLAN_STATUSES).optional().describe('Only if the step was removed.'),
});

export const updateStepTool = perRules((rules) => {
  const Input = inputFor(rules);
  return {
    name: 'planning_update_step',
    title: 'Update step',
    description:
      'Change the title or the details of a step, move it before or after another step, or remove it. Its status and notes stay. Fields that you leave out stay unchanged.',
    inputSchema: Input,
    outputSchema: OUTPUT,
    annotations: { readOnly: false, destructive: false },
    examples: [
      {
        description: 'A new title for S001.',
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
    take(input, moment) {
      const command = commandFrom(parsedInput(Input, input), rules);
      const { stepId, title, details, remove, ...place } = command;
      let removed: PlanStep | undefined;
      return {
        params: {
          step_id: stepId,
          ...(title !== undefined && { title }),
          // On the wire null leaves details unchanged, like absence: blank removes them.
          ...(details !== undefined && { details: details ?? '' }),
          ...place,
          ...(remove && { remove }),
        },
        change: (plan, record) => {
          if (remove && moment) heldByOthers(plan, [stepId], moment);
          const changed = updateStep(plan, command, record);
          if (remove && plan) removed = stepOf(plan, stepId);
          return changed;
        },
        tell: (plan) => {
          if (remove) return toldRemoval(plan, command, removed);
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

function toldRemoval(plan: Plan, command: UpdateStep, removed: PlanStep | undefined) {
  const step = removed ?? { ...NOTHING_KNOWN, stepId: command.stepId };
  return {
    value: command,
    step,
    message: `Removed ${step.stepId}${step.title === '' ? '.' : `: ${step.title}`}\nThe plan is ${plan.status}.`,
    output: { step: toWire(step), plan_status: plan.status },
  };
}

/** For a step that is gone by the time somebody asks about the call. */
const NOTHING_KNOWN = { title: '', details: null, status: 'pending', notes: [] } as const;

function commandFrom(
  { step_id, title, details, remove, ...given }: z.infer<ReturnType<typeof inputFor>>,
  { text }: ToolRules,
): UpdateStep {
  const stepId = stepIdFrom(step_id);
  const place = stepPlaceFrom(given);
  const beside = place.before ?? place.after;
  const isChanged = title != null || details != null || beside !== undefined;
  if (remove && isChanged) throw onlyRemoval();
  if (!remove && !isChanged) throw nothingToChange();
  if (beside === stepId) throw besideItself(place.before === undefined ? 'after' : 'before');
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
    ...place,
    ...(remove && { remove }),
  });
}

function onlyRemoval(): ToolValidationError {
  return new ToolValidationError('invalid-tool-input', {
    field: 'remove',
    message: 'A step that is removed cannot be changed or moved as well.',
    expected: 'remove alone',
    actual: 'remove and another change',
    fix: 'Leave out remove or the other changes, and call again: the plan is unchanged.',
  });
}

function besideItself(field: string): ToolValidationError {
  return new ToolValidationError('invalid-tool-input', {
    field,
    message: 'A step cannot be put before or after itself.',
    expected: 'the id of another step',
    actual: 'the id of the step itself',
    fix: 'Name another step of the plan, and call again: the plan is unchanged.',
  });
}

function nothingToChange(): ToolValidationError {
  return new ToolValidationError('invalid-tool-input', {
    message: 'Nothing to change: give a title, details, a place or remove.',
    expected: 'a title, details, before, after or remove',
    actual: 'none of them',
    fix: 'Give at least one of them, and call again: the plan is unchanged.',
  });
}
