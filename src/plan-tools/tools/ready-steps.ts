import { z } from 'zod';
import { answerFields, type ToolDefinition } from '../calls/tool-definition.ts';
import { parsedInput } from '../calls/tool-input.ts';
import { toWire, WireStep } from '../calls/wire.ts';
import { readySteps } from '../graph/ready-steps.ts';
import { existingPlan } from '../plan/changes.ts';
import { PLAN_STATUSES, type Plan, type PlanStep } from '../plan/plan.ts';

const DEFAULT_LIMIT = 10;

const Input = z.strictObject({
  limit: z
    .int()
    .min(1)
    .max(100)
    .optional()
    .describe(`The maximum number of steps to return; default ${DEFAULT_LIMIT}.`),
});

const Recorded = Input.extend({ at: z.iso.datetime() });

/** The steps that can start now. */
export const readyStepsTool = {
  name: 'planning_ready',
  title: 'Ready steps',
  description: 'Show the steps that can start now: open, not blocked, without open parts, and not claimed.',
  inputSchema: Input,
  outputSchema: z.strictObject({
    ...answerFields,
    plan_status: z.enum(PLAN_STATUSES),
    ready: z.array(WireStep).describe('The steps that can start, in plan order.'),
    ready_count: z.int().describe('How many there are, including those beyond the limit.'),
  }),
  annotations: { readOnly: true, destructive: false },
  examples: [
    {
      description: 'The first step that can start.',
      input: { limit: 1 },
      output: {
        version: 1,
        assigned_ids: [],
        plan_status: 'active',
        ready: [
          { step_id: 'S001', title: 'List the open reports', details: null, status: 'pending', notes: [] },
        ],
        ready_count: 2,
      },
    },
  ],
  take(input, moment) {
    const { limit = DEFAULT_LIMIT } = parsedInput(moment ? Input : Recorded, input);
    const at = moment?.at ?? parsedInput(Recorded, input).at;
    return {
      params: { limit, at },
      change: (plan) => existingPlan(plan),
      tell: (plan) => {
        const ready = readySteps(plan, at);
        const shown = ready.slice(0, limit);
        return {
          value: plan,
          message: readyText(plan, shown, ready.length),
          output: {
            plan_status: plan.status,
            ready: shown.map((step) => toWire(step)),
            ready_count: ready.length,
          },
        };
      },
    };
  },
} satisfies ToolDefinition;

function readyText({ status, steps }: Plan, shown: readonly PlanStep[], count: number): string {
  if (status !== 'active') return `No step is ready: the plan is ${status}.`;
  const open = steps.filter((step) => step.status !== 'done').length;
  if (count === 0) {
    return open === 0
      ? 'No step is ready: no step is open.'
      : `No step is ready: the ${open} open ones are blocked, in progress or claimed.`;
  }
  const left = count > shown.length ? [`and ${count - shown.length} more`] : [];
  return [...shown.map(({ stepId, title }) => `${stepId}: ${title}`), ...left].join('\n');
}
