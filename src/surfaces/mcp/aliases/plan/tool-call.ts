import type { CallToolResult } from '@modelcontextprotocol/server';
import { z } from 'zod';
import { shown } from '../../../../journal/error.ts';
import { ToolValidationError } from '../../../../plan-tools/error.ts';
import type { OpenPlan } from '../../../../plan-tools/open-plan.ts';
import { DEFAULT_PLAN, planIdOf } from '../../../../plan-tools/plan-id.ts';
import { recordRefusal, type ToolResult } from '../../../../plan-tools/tool.ts';
import { answerable, calledTool, refusalResult } from '../../called-tool.ts';
import type { Plans } from './plans.ts';

/** A call of a plan tool. */
export interface ToolCall {
  readonly name: string;
  readonly input: Readonly<Record<string, unknown>>;
  /** Who calls, for the record. */
  readonly by: string;
}

const ExpectedVersion = z.int().nonnegative().optional();

/** The plans that calls work on. */
export interface ToolCallOptions {
  readonly plans: Plans;
  /** Told about failures that are nobody's mistake. */
  readonly onError: (error: unknown) => void;
}

/** Calls a tool on the plan that the input names. Whatever goes wrong is answered: a model can act on it. */
export async function callTool(options: ToolCallOptions, call: ToolCall): Promise<CallToolResult> {
  return await calledTool(call.name, () => answerTo(options, call));
}

async function answerTo(
  { plans, onError }: ToolCallOptions,
  { name, input, by }: ToolCall,
): Promise<CallToolResult> {
  const { plan_id, expected_version, ...own } = input;
  const refuse = (planId: string, version: number, error: unknown) =>
    refusalResult(answerable(error, onError), { plan_id: planId, version, assigned_ids: [] });
  let planId = DEFAULT_PLAN;
  try {
    planId = planIdOf(plan_id);
    return await plans.use(planId, async (open) => {
      try {
        const expectedVersion = await versionFrom(open, { name, own, expected: expected_version, by });
        return answer(planId, await open.section.tool(name).call(own, { expectedVersion, by }));
      } catch (error) {
        return refuse(planId, await versionNow(open), error);
      }
    });
  } catch (error) {
    return refuse(planId, 0, error);
  }
}

function answer(planId: string, { message, output }: ToolResult): CallToolResult {
  return {
    content: [{ type: 'text', text: message }],
    structuredContent: { plan_id: planId, ...output, message },
  };
}

/** The version that is expected, or a refusal that is on record like those of the tool itself. */
async function versionFrom(
  { session }: OpenPlan,
  {
    name: tool,
    own,
    expected,
    by,
  }: Pick<ToolCall, 'name' | 'by'> & { readonly own: object; readonly expected: unknown },
): Promise<number | undefined> {
  const { success, data } = ExpectedVersion.safeParse(expected);
  if (success) return data;
  const refusal = new ToolValidationError('invalid-tool-input', {
    field: 'expected_version',
    message: 'Expected version must be a whole number from 0 on.',
    expected: 'expected_version to be a whole number from 0 on',
    actual: shown(expected),
    fix: 'Give the version that the last answer told, or leave it out.',
  });
  await recordRefusal(session, { tool, input: { ...own, expected_version: expected }, refusal, by });
  throw refusal;
}

/** The version that a caller who was refused can go on from, as far as the store can be read. */
async function versionNow({ session }: OpenPlan): Promise<number> {
  await session.refresh().catch(() => undefined);
  return session.version;
}
