import { z } from 'zod';
import { StepIdInput, stepIdFrom } from '../calls/step-id-input.ts';
import { answerFields, type ToolDefinition } from '../calls/tool-definition.ts';
import { parsedInput } from '../calls/tool-input.ts';
import { charactersOf, perRules, type ToolRules } from '../calls/tool-rules.ts';
import { toWire, WireStep } from '../calls/wire.ts';
import { heldByOthers, heldText } from '../graph/claimed-steps.ts';
import { markStep, stepOf } from '../plan/changes.ts';
import type { MarkStep } from '../plan/commands.ts';
import { EvidenceInput, evidenceFrom, toWireEvidence } from '../plan/evidence.ts';
import { PLAN_STATUSES, STEP_STATUSES } from '../plan/plan.ts';
import { MAX_NOTE, requiredText } from '../plan/text-rules.ts';

function markInput(rules: ToolRules) {
  return {
    step_id: StepIdInput,
    status: z.enum(STEP_STATUSES).describe('The new status of the step.'),
    note: z
      .string()
      .nullish()
      .describe(
        `A finding or a reason, added to the notes of the step: 1-${MAX_NOTE} ${charactersOf(rules)}.`,
      ),
    evidence: EvidenceInput,
  };
}

function inputFor(rules: ToolRules) {
  return z.strictObject({
    ...markInput(rules),
    also: z
      .array(z.strictObject(markInput(rules)))
      .optional()
      .describe('More steps to mark in the same call, all or none.'),
  });
}

const OUTPUT = z.strictObject({
  ...answerFields,
  plan_status: z.enum(PLAN_STATUSES),
  step: WireStep,
  also: z.array(WireStep).optional().describe('The other steps that were marked.'),
});

export const markStepTool = perRules((rules) => {
  const Input = inputFor(rules);
  return {
    name: 'planning_mark_step',
    title: 'Mark step',
    description:
      'Set the status of a step, or of several at once, and add a note if there is something to remember, or evidence that it is done. The plan is completed when all steps are done, and active again when one is reopened.',
    inputSchema: Input,
    outputSchema: OUTPUT,
    annotations: { readOnly: false, destructive: false },
    examples: [
      {
        description: 'S001 is done, with its result.',
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
    take(input, moment) {
      const command = commandFrom(parsedInput(Input, input), rules);
      const { stepId, also = [] } = command;
      const ids = [command, ...also].map((mark) => mark.stepId);
      let held: ReturnType<typeof heldByOthers> = [];
      return {
        params: {
          ...recordedMark(command),
          ...(also.length > 0 && { also: also.map(recordedMark) }),
        },
        change: (plan, record) => {
          held = moment ? heldByOthers(plan, ids, moment) : [];
          return markStep(plan, command, record);
        },
        tell: (plan) => {
          const step = stepOf(plan, stepId);
          const others = also.map((mark) => stepOf(plan, mark.stepId));
          const lines = [step, ...others].map((each) => `${each.stepId} is ${each.status}: ${each.title}`);
          return {
            value: command,
            step,
            message: [...lines, ...heldText(held), `The plan is ${plan.status}.`].join('\n'),
            output: {
              plan_status: plan.status,
              step: toWire(step),
              ...(others.length > 0 && { also: others.map((each) => toWire(each)) }),
            },
          };
        },
      };
    },
  } satisfies ToolDefinition;
});

/** The mark on the wire. A command and a link given together are two pieces of evidence. */
function recordedMark({ stepId, status, note, evidence = [] }: MarkStep): object {
  return {
    step_id: stepId,
    status,
    ...(note !== undefined && { note }),
    ...(evidence.length > 0 && { evidence: Object.assign({}, ...evidence.map(toWireEvidence)) }),
  };
}

function commandFrom(
  { also = [], ...first }: z.infer<ReturnType<typeof inputFor>>,
  rules: ToolRules,
): MarkStep {
  return Object.freeze({
    ...markFrom(first, '', rules),
    ...(also.length > 0 && {
      also: Object.freeze(also.map((mark, i) => Object.freeze(markFrom(mark, `also[${i}].`, rules)))),
    }),
  });
}

type MarkInput = Omit<z.infer<ReturnType<typeof inputFor>>, 'also'>;

function markFrom({ step_id, status, note, evidence }: MarkInput, at: string, { text }: ToolRules): MarkStep {
  return {
    stepId: stepIdFrom(step_id, `${at}step_id`),
    status,
    ...(note != null && {
      note: requiredText(note, { name: 'Note', field: `${at}note`, most: MAX_NOTE, multiline: true, text }),
    }),
    ...(evidence && { evidence: evidenceFrom(evidence, `${at}evidence`, { text }) }),
  };
}
