import { z } from 'zod';
import { timestamp } from '../../journal/clock.ts';
import { stepIdFrom } from '../calls/step-id-input.ts';
import { answerFields, type CallMoment, type ToolDefinition } from '../calls/tool-definition.ts';
import { parsedInput } from '../calls/tool-input.ts';
import { toWire, WireStep } from '../calls/wire.ts';
import { type ClaimStep, claimStep } from '../graph/graph-changes.ts';
import { isClaimed, type StepClaim } from '../graph/step-relations.ts';
import { stepOf } from '../plan/changes.ts';
import { requiredText } from '../plan/text-rules.ts';

const MAX_AGENT = 128;
const DEFAULT_MINUTES = 30;
const MAX_MINUTES = 24 * 60;

const Input = z.strictObject({
  step_id: z
    .string()
    .optional()
    .describe('The step to claim: S001. Leave it out for the first one that is ready.'),
  agent: z
    .string()
    .optional()
    .describe('Your name, if several agents use the same program. Claim and release under the same name.'),
  minutes: z
    .int()
    .min(1)
    .max(MAX_MINUTES)
    .optional()
    .describe(`How many minutes the claim lasts; default ${DEFAULT_MINUTES}. Claim again to extend it.`),
  release: z.boolean().optional().describe('true releases the step.'),
  take_over: z
    .boolean()
    .optional()
    .describe(
      'true takes over a step that another agent holds: use it if that agent has stopped, or was you before a restart.',
    ),
});

/** The recorded claim: by whom, when and until when. */
const Recorded = z.strictObject({
  step_id: z.string(),
  agent: z.string(),
  at: z.iso.datetime(),
  until: z.iso.datetime(),
  release: z.literal(true).optional(),
  take_over: z.literal(true).optional(),
});

/** Gives a step to one agent at a time. */
export const claimStepTool = {
  name: 'planning_claim',
  title: 'Claim step',
  description:
    'Claim a step that is ready, so that no other agent works on it: it is in progress, and yours until the claim expires. Mark it done, or release it, when you stop.',
  inputSchema: Input,
  outputSchema: z.strictObject({ ...answerFields, step: WireStep }),
  annotations: { readOnly: false, destructive: false },
  examples: [
    {
      description: 'S001 for ten minutes.',
      input: { step_id: 'S001', agent: 'reviewer', minutes: 10 },
      output: {
        version: 2,
        assigned_ids: [],
        step: {
          step_id: 'S001',
          title: 'List the open reports',
          details: null,
          status: 'in_progress',
          notes: [],
          claim: { agent: 'reviewer', until: '2026-01-01T00:10:00.000Z' },
        },
      },
    },
  ],
  take(input, moment) {
    const command = moment ? commandFrom(parsedInput(Input, input), moment) : recordedClaim(input);
    let stepId = command.stepId;
    let before: StepClaim | undefined;
    const { agent, at, until, release, takeOver } = command;
    return {
      get params() {
        return {
          step_id: stepId,
          agent,
          at,
          until,
          ...(release && { release }),
          ...(takeOver && { take_over: takeOver }),
        };
      },
      change: (plan, record) => {
        const changed = claimStep(plan, command, record);
        stepId ??= changed.steps.find((step, i) => step !== plan?.steps[i])?.stepId;
        before = plan && stepOf(plan, stepId ?? '').claim;
        return changed;
      },
      tell: (plan) => {
        const step = stepOf(plan, stepId ?? '');
        const message = release
          ? `${step.stepId} is free again: ${step.title}`
          : `${step.stepId} is claimed by ${agent} until ${until}${formerly(before, command)}: ${step.title}`;
        return { value: command, step, message, output: { step: toWire(step) } };
      },
    };
  },
} satisfies ToolDefinition;

/** The previous holder of a step that was taken over. */
function formerly(before: StepClaim | undefined, { agent, at }: ClaimStep): string {
  const isTaken = before !== undefined && before.agent !== agent && isClaimed({ claim: before }, at);
  return isTaken ? `, taken over from ${before.agent}` : '';
}

function commandFrom(
  { step_id, agent, minutes = DEFAULT_MINUTES, release, take_over }: z.infer<typeof Input>,
  { by, agents: [usual] = [], at }: CallMoment,
): ClaimStep {
  return Object.freeze({
    ...(step_id !== undefined && { stepId: stepIdFrom(step_id) }),
    agent: requiredText(agent ?? usual ?? by ?? 'agent', {
      name: 'Agent',
      field: 'agent',
      most: MAX_AGENT,
      text: 'unicode',
    }),
    at,
    until: timestamp(Date.parse(at) + minutes * 60_000),
    ...(release && { release }),
    ...(take_over && { takeOver: take_over }),
  });
}

function recordedClaim(input: unknown): ClaimStep {
  const { step_id, take_over, ...recorded } = parsedInput(Recorded, input);
  return Object.freeze({ stepId: step_id, ...recorded, ...(take_over && { takeOver: take_over }) });
}
