import type { CallToolResult, McpServer } from '@modelcontextprotocol/server';
import { z } from 'zod';
import { inputJsonSchema, type JsonSchema, outputJsonSchema } from '../../plan-tools/calls/json-schema.ts';
import { ToolValidationError } from '../../plan-tools/error.ts';
import { ADDRESS_KEY, appLink } from './apps/app-link.ts';
import { callerOf } from './caller.ts';
import { checkedInput } from './input-check.ts';
import { answerable, calledTool, refusalResult, unchecked } from './tool-call.ts';

/** The answer of a call. `message` is for the model; the rest is the same as data, in snake_case. */
export interface ToolAnswer {
  readonly message: string;
  /** The error code, if the planner failed. */
  readonly code?: string;
  readonly [field: string]: unknown;
}

/** A tool that gives an agent access to a planner. */
export interface PlannerTool {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly inputSchema: JsonSchema;
  readonly outputSchema: z.ZodObject;
  /** The fields, besides the message, that both answers and refusals contain. */
  readonly answeredAlways?: readonly string[];
  readonly hints: {
    readonly readOnly: boolean;
    readonly destructive: boolean;
    readonly idempotent: boolean;
    /** Whether it may access the network. */
    readonly openWorld: boolean;
  };
  /** Whether clients that search for tools should always load this one. */
  readonly isAlwaysLoaded?: boolean;
  /** Whether a client that can show apps should open one for the answer. */
  readonly opensApp?: boolean;
  /** The argument to blame for each error code of the planner. */
  readonly fieldOfCode?: Readonly<Record<string, string>>;
  /** The state that a refused caller can continue from: the session and its version. */
  currentState?(input: unknown): Promise<object>;
  /** Validates the input and runs. `by` is the caller, for the record. */
  call(input: unknown, by: string): Promise<ToolAnswer>;
}

/** The hints of read-only tools. */
export const READING_HINTS = { readOnly: true, destructive: false, idempotent: true, openWorld: false };
/** The hints of tools that run a planner, which may call external services. */
export const PLANNING_HINTS = { readOnly: false, destructive: false, idempotent: false, openWorld: true };

/** A tool that validates its input with a schema. */
export function plannerTool<Input extends z.ZodObject>(
  tool: Omit<PlannerTool, 'inputSchema' | 'call'> & {
    readonly inputSchema: Input;
    call(input: z.infer<Input>, by: string): Promise<ToolAnswer>;
  },
): PlannerTool {
  return {
    ...tool,
    inputSchema: inputJsonSchema(tool.inputSchema),
    call: async (input, by) => await tool.call(checkedInput(tool.inputSchema, input), by),
  };
}

/** The fields of every answer and refusal. */
const ANSWERS = {
  message: z.string(),
  code: z.string().optional().describe('Only if the call is refused: the error code.'),
  field: z.string().optional().describe('Only if the call is refused: the invalid argument.'),
};

/** Over HTTP every request creates a server, with the same tools. */
const answerSchemas = new WeakMap<z.ZodObject, JsonSchema>();

function answerSchema(outputSchema: z.ZodObject): JsonSchema {
  const known = answerSchemas.get(outputSchema);
  if (known) return known;
  const created = outputJsonSchema(outputSchema.extend(ANSWERS));
  answerSchemas.set(outputSchema, created);
  return created;
}

/** Calls a tool. Every failure becomes an answer that a model can act on. */
export async function callTool(
  tool: PlannerTool,
  { input, by }: { readonly input: unknown; readonly by: string },
  { onError }: { readonly onError: (error: unknown) => void },
): Promise<CallToolResult> {
  const { name, fieldOfCode = {}, currentState = async () => ({}) } = tool;
  return await calledTool(name, async () => {
    try {
      const structuredContent = await tool.call(input, by);
      const { message, code } = structuredContent;
      return {
        ...(code !== undefined && { isError: true }),
        content: [{ type: 'text', text: message }],
        structuredContent,
      };
    } catch (thrown) {
      const error = answerable(thrown, onError);
      const field = error instanceof ToolValidationError ? error.field : fieldOfCode[error.code];
      return refusalResult(error, await currentState(input).catch(() => ({})), field);
    }
  });
}

/** Options for registering tools. */
export interface RegisterOptions {
  readonly onError: (error: unknown) => void;
  /** For clients that show apps: the address of the resource an answer is about. */
  readonly addressOf?: ((answer: object) => string | undefined) | undefined;
}

/** Registers a tool with a server. */
export function registerPlannerTool(server: McpServer, tool: PlannerTool, options: RegisterOptions): void {
  const {
    name,
    title,
    description,
    inputSchema,
    outputSchema,
    hints,
    answeredAlways = [],
    isAlwaysLoaded,
    opensApp = false,
  } = tool;
  const { onError } = options;
  const addressOf = opensApp ? options.addressOf : undefined;
  server.registerTool(
    name,
    {
      title,
      description,
      inputSchema: unchecked({ ...inputSchema }),
      // Clients on the first version of the SDK validate refusals against the output schema.
      outputSchema: unchecked({ ...answerSchema(outputSchema), required: [...answeredAlways, 'message'] }),
      annotations: {
        title,
        readOnlyHint: hints.readOnly,
        destructiveHint: hints.destructive,
        idempotentHint: hints.idempotent,
        openWorldHint: hints.openWorld,
      },
      ...((isAlwaysLoaded || addressOf) && {
        _meta: {
          ...(isAlwaysLoaded && { 'anthropic/alwaysLoad': true }),
          ...(addressOf && appLink(['model', 'app'])),
        },
      }),
    },
    async (input, context) => {
      const result = await callTool(tool, { input, by: callerOf(server, context) }, { onError });
      const address = addressOf?.(Object(result.structuredContent));
      return address === undefined ? result : { ...result, _meta: { [ADDRESS_KEY]: address } };
    },
  );
}
