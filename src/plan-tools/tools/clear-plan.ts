import { z } from 'zod';
import { answerFields, type ToolDefinition } from '../calls/tool-definition.ts';
import { parsedInput } from '../calls/tool-input.ts';
import { toWire, WirePlan } from '../calls/wire.ts';
import { clearPlan } from '../plan/changes.ts';
import type { ClearPlan } from '../plan/commands.ts';

const Input = z.strictObject({});

const COMMAND: ClearPlan = Object.freeze({});

export const clearPlanTool = {
  name: 'planning_clear_plan',
  title: 'Clear plan',
  description: 'Abandon the plan and discard its steps. Its objective stays on record.',
  inputSchema: Input,
  outputSchema: z.strictObject({ ...answerFields, plan: WirePlan }),
  annotations: { readOnly: false, destructive: true },
  examples: [
    {
      description: 'The plan is no longer wanted.',
      input: {},
      output: {
        version: 2,
        assigned_ids: [],
        plan: { objective: 'Triage the open bug reports', status: 'abandoned', steps: [] },
      },
    },
  ],
  take(input) {
    parsedInput(Input, input);
    return {
      params: {},
      change: (plan) => clearPlan(plan),
      tell: (plan) => ({
        value: COMMAND,
        message: 'The plan is abandoned, and its steps are gone.',
        output: { plan: toWire(plan) },
      }),
    };
  },
} satisfies ToolDefinition;
