import { z } from 'zod';
import { answerFields, type ToolDefinition } from '../calls/tool-definition.ts';
import { parsedInput } from '../calls/tool-input.ts';
import { toWire, WirePlan } from '../calls/wire.ts';
import { existingPlan } from '../plan/changes.ts';
import { renderPlan } from '../prompt/render-plan.ts';
import { EXAMPLE_PLAN } from './example-plan.ts';

const Input = z.strictObject({});

export const readPlanTool = {
  name: 'planning_read_plan',
  title: 'Read plan',
  description:
    'Show the plan with the ids, statuses and notes of its steps, even when it is completed or abandoned. [ ] is pending, [~] in progress, [!] blocked, [x] done.',
  inputSchema: Input,
  outputSchema: z.strictObject({ ...answerFields, plan: WirePlan }),
  annotations: { readOnly: true, destructive: false },
  examples: [
    {
      description: 'The plan as it is now.',
      input: {},
      output: {
        version: 1,
        assigned_ids: [],
        plan: EXAMPLE_PLAN,
      },
    },
  ],
  take(input) {
    parsedInput(Input, input);
    return {
      params: {},
      change: (plan) => existingPlan(plan),
      tell: (plan) => ({ value: plan, message: renderPlan(plan), output: { plan: toWire(plan) } }),
    };
  },
} satisfies ToolDefinition;
