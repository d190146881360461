import { z } from 'zod';
import { answerFields, type ToolDefinition } from '../calls/tool-definition.ts';
import { parsedInput } from '../calls/tool-input.ts';
import { charactersOf, perRules, type ToolRules } from '../calls/tool-rules.ts';
import { toWire, WirePlan } from '../calls/wire.ts';
import { ToolValidationError } from '../error.ts';
import { setupPlan } from '../plan/changes.ts';
import type { SetupPlan } from '../plan/commands.ts';
import { listedIds, newStepInput, newSteps, recordedSteps } from '../plan/new-steps.ts';
import type { Plan } from '../plan/plan.ts';
import { MAX_OBJECTIVE, requiredText } from '../plan/text-rules.ts';
import { EXAMPLE_PLAN } from './example-plan.ts';

function inputFor(rules: ToolRules) {
  const setup = z.strictObject({
    objective: z
      .string()
      .describe(`The goal of the plan, in one line: 1-${MAX_OBJECTIVE} ${charactersOf(rules)}.`),
    initial_steps: z
      .array(newStepInput(rules))
      .optional()
      .describe('The first steps, in order. More can be added later.'),
  });
  return rules.replaces === 'always' ? setup : setup.extend({ replace: ReplaceInput });
}

const ReplaceInput = z
  .boolean()
  .optional()
  .describe('true replaces the active plan by this one. Without it, an active plan is never replaced.');

const REPLACING = {
  always: 'Replaces the current plan, if any.',
  'when-asked':
    'An active plan is replaced only with `replace: true`; a completed or abandoned one is always replaced.',
} as const;

const OUTPUT = z.strictObject({ ...answerFields, plan: WirePlan });

export const setupPlanTool = perRules((rules) => {
  const Input = inputFor(rules);
  return {
    name: 'planning_setup_plan',
    title: 'Set up plan',
    description: `Start a plan with an objective and, if known, its first steps. ${REPLACING[rules.replaces]} Returns the ids of the steps.`,
    inputSchema: Input,
    outputSchema: OUTPUT,
    annotations: { readOnly: false, destructive: rules.replaces === 'always' },
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
      const given = parsedInput(Input, input);
      const command = commandFrom(given, rules);
      const isReplacing = rules.replaces === 'always' || ('replace' in given && given.replace === true);
      const steps = recordedSteps(command.initialSteps);
      return {
        params: { objective: command.objective, ...(steps.length > 0 && { initial_steps: steps }) },
        change: (plan, record) => {
          if (!isReplacing && plan?.status === 'active') throw planActive(plan);
          return setupPlan(command, record, plan);
        },
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

const MAX_LISTED = 5;

function planActive({ objective, steps }: Plan): ToolValidationError {
  const open = steps.filter(({ status }) => status !== 'done');
  const listed = open.slice(0, MAX_LISTED).map(({ stepId, title }) => `${stepId} ${title}`);
  const more = open.length > MAX_LISTED ? `; and ${open.length - MAX_LISTED} more` : '';
  const progress = `${steps.length - open.length} of ${steps.length} steps done`;
  const opened = listed.length === 0 ? '' : ` Open: ${listed.join('; ')}${more}.`;
  return new ToolValidationError('plan-active', {
    field: 'replace',
    message: `A plan is active: "${objective}", ${progress}.${opened} ${GO_ON}`,
    expected: 'no active plan, or replace: true',
    actual: 'an active plan, and no replace: true',
    fix: GO_ON,
  });
}

const GO_ON =
  'To continue it, call planning_read_plan and add steps with planning_add_step. To give it up for the new one, call again with replace: true.';
