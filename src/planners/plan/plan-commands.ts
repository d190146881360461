import { z } from 'zod';
import type { DecisionContext } from '../../harness/module/planner-module.ts';
import { refuse } from '../../harness/module/refusal.ts';
import { isWayfoldError } from '../../journal/error.ts';
import type { Envelope } from '../../journal/fact.ts';
import { type SessionEvent, sessionEventOf } from '../../kernel/session/facts.ts';
import { eventOfRefusal, eventsOfCalls } from '../../plan-tools/calls/call-events.ts';
import type { ToolDefinition } from '../../plan-tools/calls/tool-definition.ts';
import { SURFACE_RULES as RULES } from '../../plan-tools/calls/tool-rules.ts';
import { LINK_TYPES } from '../../plan-tools/graph/step-relations.ts';
import { existingPlan } from '../../plan-tools/plan/changes.ts';
import { STEP_STATUSES } from '../../plan-tools/plan/plan.ts';
import { addStepTool } from '../../plan-tools/tools/add-step.ts';
import { claimStepTool } from '../../plan-tools/tools/claim-step.ts';
import { clearPlanTool } from '../../plan-tools/tools/clear-plan.ts';
import { linkStepsTool } from '../../plan-tools/tools/link-steps.ts';
import { markStepTool } from '../../plan-tools/tools/mark-step.ts';
import { setupPlanTool } from '../../plan-tools/tools/setup-plan.ts';
import { updateStepTool } from '../../plan-tools/tools/update-step.ts';
import type { PlanState } from './plan-fold.ts';

const MAX_TEXT_LENGTH = 200_000;
const Text = z.string().min(1).max(MAX_TEXT_LENGTH);
const StepId = z.string().min(1).max(256).meta({ title: 'Step', step: true });
const NewSteps = z.array(z.strictObject({ title: Text, details: Text.exactOptional() })).max(100);

const Place = {
  before: StepId.exactOptional().meta({ title: 'Before' }),
  after: StepId.exactOptional().meta({ title: 'After' }),
};

/** What a person can do with a plan: the plan tools under other names, without what only an agent needs. */
export const planInputs = {
  'plan-set': z.strictObject({
    objective: Text.meta({ title: 'Objective' }),
    steps: NewSteps.exactOptional().meta({ title: 'First steps' }),
    replace: z.boolean().exactOptional().meta({
      title: 'Replace the active plan',
      description: 'Without it, an active plan is never replaced.',
    }),
  }),
  'plan-add': z.strictObject({ steps: NewSteps.min(1).meta({ title: 'Steps' }), ...Place }),
  'plan-update': z.strictObject({
    stepId: StepId,
    title: Text.exactOptional().meta({ title: 'Title' }),
    details: Text.nullable()
      .exactOptional()
      .meta({ title: 'Details', description: 'null removes them.', multiline: true }),
  }),
  'plan-mark': z.strictObject({
    stepId: StepId,
    status: z.enum(STEP_STATUSES).meta({
      title: 'Status',
      labels: { pending: 'Pending', in_progress: 'In progress', blocked: 'Blocked', done: 'Done' },
    }),
    note: Text.exactOptional().meta({ title: 'Note', multiline: true }),
    command: Text.exactOptional().meta({
      title: 'Command',
      description: 'A command that shows it, with its exit code.',
    }),
    exitCode: z.int().exactOptional().meta({ title: 'Exit code' }),
    link: Text.exactOptional().meta({ title: 'Link', description: 'An address that shows it.' }),
  }),
  'plan-insert': z.strictObject({
    before: StepId.meta({ title: 'Before' }),
    title: Text.meta({ title: 'Title' }),
    details: Text.exactOptional().meta({ title: 'Details', multiline: true }),
  }),
  'plan-move': z.strictObject({ stepId: StepId, ...Place }),
  'plan-remove': z.strictObject({ stepId: StepId }),
  'plan-link': z.strictObject({
    from: StepId,
    relation: z.enum(LINK_TYPES).meta({
      title: 'Relation',
      labels: {
        blocks: 'Blocks',
        parent: 'Is the parent of',
        'discovered-from': 'Was discovered from',
        related: 'Is related to',
      },
    }),
    to: StepId.meta({ title: 'Other step' }),
    remove: z.boolean().exactOptional().meta({ title: 'Remove the link' }),
  }),
  'plan-claim': z.strictObject({
    stepId: StepId.exactOptional().meta({
      title: 'Step',
      description: 'Without it, the first one that is ready.',
    }),
    minutes: z
      .int()
      .min(1)
      .max(24 * 60)
      .exactOptional()
      .meta({ title: 'Minutes' }),
    release: z.boolean().exactOptional().meta({ title: 'Release it' }),
  }),
  'plan-clear': z.strictObject({}),
} as const;

/** The tool call of a command. */
interface ToolCall {
  readonly tool: ToolDefinition;
  readonly input: object;
}

/** The plan tool calls of the commands. */
export const planCalls: {
  readonly [Name in keyof typeof planInputs]: (
    input: z.output<(typeof planInputs)[Name]>,
    state: PlanState,
  ) => ToolCall;
} = {
  'plan-set': ({ objective, steps = [], replace }) => ({
    tool: setupPlanTool(RULES),
    input: { objective, initial_steps: steps, ...(replace !== undefined && { replace }) },
  }),
  'plan-add': (input) => ({ tool: addStepTool(RULES), input }),
  'plan-update': ({ stepId, details, ...change }) => ({
    tool: updateStepTool(RULES),
    // For the tool, blank text removes the details.
    input: { step_id: stepId, ...change, ...(details !== undefined && { details: details ?? '' }) },
  }),
  'plan-mark': ({ stepId, command, exitCode, link, ...mark }) => {
    const evidence = {
      ...(command !== undefined && { command }),
      ...(exitCode !== undefined && { exit_code: exitCode }),
      ...(link !== undefined && { link }),
    };
    const hasEvidence = Object.keys(evidence).length > 0;
    return {
      tool: markStepTool(RULES),
      input: { step_id: stepId, ...mark, ...(hasEvidence && { evidence }) },
    };
  },
  'plan-insert': ({ before, ...step }) => ({
    tool: addStepTool(RULES),
    input: { steps: [step], before },
  }),
  'plan-move': ({ stepId, ...place }, { plan }) => {
    const last = plan?.steps.findLast((step) => step.stepId !== stepId)?.stepId;
    const isPlaced = place.before !== undefined || place.after !== undefined;
    return {
      tool: updateStepTool(RULES),
      input: { step_id: stepId, ...(isPlaced || last === undefined ? place : { after: last }) },
    };
  },
  'plan-remove': ({ stepId }) => ({ tool: updateStepTool(RULES), input: { step_id: stepId, remove: true } }),
  'plan-link': ({ from, relation, to, remove }) => ({
    tool: linkStepsTool,
    input: { links: [{ from, type: relation, to, ...(remove !== undefined && { remove }) }] },
  }),
  'plan-claim': ({ stepId, ...claim }) => ({
    tool: claimStepTool,
    input: { ...(stepId !== undefined && { step_id: stepId }), ...claim },
  }),
  'plan-clear': () => ({ tool: clearPlanTool, input: {} }),
};

/** How a command for a plan tool call is decided and answered. */
export function toolCommand<Input>(call: (input: Input, state: PlanState) => ToolCall) {
  return {
    decide: ({ state }: { readonly state: PlanState }, input: Input, { by, now }: DecisionContext) =>
      eventsOf(call(input, state), state, { by, at: now }),
    reply: (
      { state }: { readonly state: PlanState },
      input: Input,
      { facts }: { readonly facts: readonly Envelope[] },
    ) => {
      const { tool, input: wire } = call(input, state);
      // What the call chose itself, such as a ready step, is recorded.
      const recorded = facts.map(sessionEventOf).find((event) => event?.type === 'ToolInvoked');
      const params = recorded?.type === 'ToolInvoked' ? recorded.params : wire;
      return tool.take(params).tell(existingPlan(state.plan)).message;
    },
  };
}

/** The events of a call. A refused call is recorded too, and answered as the tool does. */
function eventsOf(
  { tool, input }: ToolCall,
  state: PlanState,
  moment: { readonly by: string; readonly at: string },
): readonly SessionEvent[] {
  const { by } = moment;
  try {
    return eventsOfCalls([{ tool, invocation: tool.take(input, moment) }], state, by);
  } catch (refusal) {
    if (!isWayfoldError(refusal)) throw refusal;
    throw refuse(refusal, { record: [eventOfRefusal({ tool: tool.name, input, refusal, by })] });
  }
}
