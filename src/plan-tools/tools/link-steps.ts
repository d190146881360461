import { z } from 'zod';
import { stepIdFrom } from '../calls/step-id-input.ts';
import { answerFields, type ToolDefinition } from '../calls/tool-definition.ts';
import { parsedInput } from '../calls/tool-input.ts';
import { toWire, WireStep } from '../calls/wire.ts';
import { ToolValidationError } from '../error.ts';
import { type LinkChange, type LinkSteps, linkSteps } from '../graph/graph-changes.ts';
import { carrierOf, LINK_TYPES } from '../graph/step-relations.ts';
import { stepOf } from '../plan/changes.ts';
import type { Plan } from '../plan/plan.ts';

const Input = z.strictObject({
  links: z
    .array(
      z.strictObject({
        from: z.string().describe('The id of a step: S001.'),
        type: z
          .enum(LINK_TYPES)
          .describe(
            'blocks: from has to be done before to. parent: to becomes part of from, and of no other step. discovered-from: from was found while doing to. related: the two are about the same thing.',
          ),
        to: z.string().describe('The id of the other step.'),
        remove: z.boolean().optional().describe('true removes the link.'),
      }),
    )
    .min(1)
    .describe('The links to make, all or none.'),
});

const WORDS = {
  blocks: 'blocks',
  parent: 'is the parent of',
  'discovered-from': 'was discovered from',
  related: 'is related to',
} as const;

/** Links steps to each other. */
export const linkStepsTool = {
  name: 'planning_link',
  title: 'Link steps',
  description:
    'Record how steps depend on each other: one blocks another, is its parent, was discovered from it, or is related to it. Links that would make steps wait for each other are refused.',
  inputSchema: Input,
  outputSchema: z.strictObject({
    ...answerFields,
    steps: z.array(WireStep).describe('The steps that changed.'),
  }),
  annotations: { readOnly: false, destructive: false },
  examples: [
    {
      description: 'S001 has to be done before S002.',
      input: { links: [{ from: 'S001', type: 'blocks', to: 'S002' }] },
      output: {
        version: 2,
        assigned_ids: [],
        steps: [
          {
            step_id: 'S002',
            title: 'Label each report',
            details: 'Use the labels in CONTRIBUTING.md.',
            status: 'pending',
            notes: [],
            blocked_by: ['S001'],
          },
        ],
      },
    },
  ],
  take(input) {
    const { links } = parsedInput(Input, input);
    const command: LinkSteps = Object.freeze({ links: Object.freeze(links.map(linkFrom)) });
    let before: Plan | undefined;
    return {
      params: { links: command.links.map((link) => ({ ...link })) },
      change: (plan, record) => {
        before = plan;
        return linkSteps(plan, command, record);
      },
      tell: (plan) => {
        const ids = [...new Set(command.links.map(carrierOf))];
        const steps = ids.map((id) => stepOf(plan, id));
        return {
          value: command,
          message: command.links.map((link) => linkText(link, before)).join('\n'),
          output: { steps: steps.map((step) => toWire(step)) },
        };
      },
    };
  },
} satisfies ToolDefinition;

function linkFrom(
  { from, type, to, remove }: z.infer<typeof Input>['links'][number],
  index: number,
): LinkChange {
  const at = `links[${index}]`;
  const link = { from: stepIdFrom(from, `${at}.from`), type, to: stepIdFrom(to, `${at}.to`) };
  if (link.from === link.to) {
    throw new ToolValidationError('invalid-tool-input', {
      field: `${at}.to`,
      message: 'A step cannot be linked to itself.',
      expected: 'the id of another step',
      actual: JSON.stringify(link.to),
      fix: 'Name another step of the plan, and call again: the plan is unchanged.',
    });
  }
  return Object.freeze({ ...link, ...(remove && { remove }) });
}

function linkText({ from, type, to, remove }: LinkChange, before: Plan | undefined): string {
  if (remove) return `${from} no longer ${WORDS[type]} ${to}.`;
  // A step has one parent: a new one replaces it, and the message says so.
  const parent = type === 'parent' ? before?.steps.find(({ stepId }) => stepId === to)?.parent : undefined;
  const instead = parent === undefined || parent === from ? '' : `, in place of ${parent}`;
  return `${from} ${WORDS[type]} ${to}${instead}.`;
}
