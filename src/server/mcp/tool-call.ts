import type { CallToolResult } from '@modelcontextprotocol/server';
import { z } from 'zod';
import { isWayfoldError, shown, type WayfoldError } from '../../journal/error.ts';
import { toolSpan } from '../../kernel/tool-span.ts';
import { ToolValidationError } from '../../plan-tools/error.ts';
import type { OpenPlan } from '../../plan-tools/open-plan.ts';
import { DEFAULT_PLAN, planIdOf } from '../../plan-tools/plan-id.ts';
import { recordRefusal, type ToolResult } from '../../plan-tools/tool.ts';
import { ServerError } from '../error.ts';
import type { Plans } from './plans.ts';

export interface ToolCall {
  readonly name: string;
  readonly input: Readonly<Record<string, unknown>>;
  /** Who calls, for the record. */
  readonly by: string;
}

const Refusal = z.object({ code: z.string() });
const ExpectedVersion = z.int().nonnegative().optional();

export interface ToolCallOptions {
  readonly plans: Plans;
  /** Told about failures that are nobody's mistake. */
  readonly onError: (error: unknown) => void;
}

/** Calls a tool on the plan that the input names. Whatever goes wrong is answered: a model can act on it. */
export async function callTool(options: ToolCallOptions, call: ToolCall): Promise<CallToolResult> {
  return await calledTool(call.name, () => answerTo(options, call));
}

/** A call of a tool that this server offers, with its span. */
export async function calledTool(name: string, call: () => Promise<CallToolResult>): Promise<CallToolResult> {
  return await toolSpan({ name, type: 'function' }, call, ({ isError, structuredContent }) =>
    isError ? (Refusal.safeParse(structuredContent).data?.code ?? 'refused') : undefined,
  );
}

async function answerTo(
  { plans, onError }: ToolCallOptions,
  { name, input, by }: ToolCall,
): Promise<CallToolResult> {
  const { plan_id, expected_version, ...own } = input;
  const refuse = (planId: string, version: number, error: unknown) => {
    if (!isWayfoldError(error)) onError(error);
    return refusal(planId, version, isWayfoldError(error) ? error : unexpected(error));
  };
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

function refusal(planId: string, version: number, error: WayfoldError): CallToolResult {
  const { code, message } = error;
  const field = error instanceof ToolValidationError ? error.field : undefined;
  return {
    isError: true,
    content: [{ type: 'text', text: `${field === undefined ? '' : `${field}: `}${message} [${code}]` }],
    structuredContent: {
      plan_id: planId,
      version,
      assigned_ids: [],
      message,
      code,
      ...(field !== undefined && { field }),
    },
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

/** A failure that is nobody's mistake, without what failed. */
export function unexpected(cause: unknown): ServerError {
  return new ServerError('unexpected', {
    message: 'The call failed inside the server.',
    expected: 'the server to answer',
    actual: 'a failure inside it',
    fix: 'Run the server with WAYFOLD_DEBUG=1 to see what failed, and report it.',
    cause,
  });
}
