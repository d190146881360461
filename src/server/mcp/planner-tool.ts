import type { CallToolResult, McpServer } from '@modelcontextprotocol/server';
import { z } from 'zod';
import { isWayfoldError, type WayfoldError } from '../../journal/error.ts';
import { ToolValidationError } from '../../plan-tools/error.ts';
import { inputJsonSchema, outputJsonSchema } from '../../plan-tools/json-schema.ts';
import { callerOf } from './caller.ts';
import { checkedInput } from './checked-input.ts';
import { calledTool, unexpected } from './tool-call.ts';
import { unchecked } from './tool-listing.ts';

/** What a call came to. `message` is for the model; the rest is the same as data, in snake_case. */
export interface ToolAnswer {
  readonly message: string;
  readonly [field: string]: unknown;
}

/** A tool that lets an agent use a planner. */
export interface PlannerTool {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly inputSchema: z.ZodObject;
  readonly outputSchema: z.ZodObject;
  readonly hints: {
    readonly readOnly: boolean;
    readonly destructive: boolean;
    readonly idempotent: boolean;
    /** Whether it may reach beyond this machine. */
    readonly openWorld: boolean;
  };
  /** The argument at fault when the planner refuses with this code. */
  readonly fieldOfCode?: Readonly<Record<string, string>>;
  /** What a caller who was refused can go on from: which one was meant, and its version. */
  standing?(input: unknown): Promise<object>;
  /** `by` is who calls, for the record. */
  call(input: unknown, by: string): Promise<ToolAnswer>;
}

/** A tool whose input is checked before it is called. */
export function plannerTool<Input extends z.ZodObject>(
  tool: Omit<PlannerTool, 'inputSchema' | 'call'> & {
    readonly inputSchema: Input;
    call(input: z.infer<Input>, by: string): Promise<ToolAnswer>;
  },
): PlannerTool {
  return { ...tool, call: async (input, by) => await tool.call(checkedInput(tool.inputSchema, input), by) };
}

/** What every answer has beside its own, and what a refusal says. */
const ANSWERS = {
  message: z.string(),
  code: z.string().optional().describe('Only of a refused call: the kind of refusal.'),
  field: z.string().optional().describe('Only of a refused call: the argument at fault.'),
};

export function registerPlannerTool(
  server: McpServer,
  tool: PlannerTool,
  { onError }: { readonly onError: (error: unknown) => void },
): void {
  const { name, title, description, inputSchema, outputSchema, hints } = tool;
  const output = outputJsonSchema(outputSchema.extend(ANSWERS));
  server.registerTool(
    name,
    {
      title,
      description,
      inputSchema: unchecked({ ...inputJsonSchema(inputSchema) }),
      // Clients on the SDK's first version hold refusals to the schema of the answers.
      outputSchema: unchecked({ ...output, required: ['message'] }),
      annotations: {
        title,
        readOnlyHint: hints.readOnly,
        destructiveHint: hints.destructive,
        idempotentHint: hints.idempotent,
        openWorldHint: hints.openWorld,
      },
    },
    (input, context) =>
      calledTool(name, async () => {
        try {
          const structuredContent = await tool.call(input, callerOf(server, context));
          return { content: [{ type: 'text', text: structuredContent.message }], structuredContent };
        } catch (error) {
          if (!isWayfoldError(error)) onError(error);
          return await refusal(tool, input, isWayfoldError(error) ? error : unexpected(error));
        }
      }),
  );
}

/** Whatever goes wrong is answered: a model can act on it. */
async function refusal(
  { fieldOfCode = {}, standing = async () => ({}) }: PlannerTool,
  input: unknown,
  error: WayfoldError,
): Promise<CallToolResult> {
  const { code, message } = error;
  const field = error instanceof ToolValidationError ? error.field : fieldOfCode[code];
  return {
    isError: true,
    content: [{ type: 'text', text: `${field === undefined ? '' : `${field}: `}${message} [${code}]` }],
    structuredContent: {
      ...(await standing(input).catch(() => ({}))),
      message,
      code,
      ...(field !== undefined && { field }),
    },
  };
}
