import type { CallToolResult, McpServer } from '@modelcontextprotocol/server';
import { z } from 'zod';
import { inputJsonSchema, type JsonSchema, outputJsonSchema } from '../../plan-tools/calls/json-schema.ts';
import { ToolValidationError } from '../../plan-tools/error.ts';
import { ADDRESS_KEY, appLink } from './apps/app-link.ts';
import { callerOf } from './caller.ts';
import { checkedInput } from './input-check.ts';
import { answerable, calledTool, refusalResult, unchecked } from './tool-call.ts';

/** What a call came to. `message` is for the model; the rest is the same as data, in snake_case. */
export interface ToolAnswer {
  readonly message: string;
  /** Only where the planner failed at it: why. */
  readonly code?: string;
  readonly [field: string]: unknown;
}

/** A tool that lets an agent use a planner. */
export interface PlannerTool {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly inputSchema: JsonSchema;
  readonly outputSchema: z.ZodObject;
  /** What answers and refusals both have, besides the message. */
  readonly answeredAlways?: readonly string[];
  readonly hints: {
    readonly readOnly: boolean;
    readonly destructive: boolean;
    readonly idempotent: boolean;
    /** Whether it may reach beyond this machine. */
    readonly openWorld: boolean;
  };
  /** Whether clients that search for tools should have this one at hand from the start. */
  readonly isAlwaysLoaded?: boolean;
  /** Whether what it answers is worth an app, where the client can show one. */
  readonly opensApp?: boolean;
  /** The argument at fault when the planner refuses with this code. */
  readonly fieldOfCode?: Readonly<Record<string, string>>;
  /** What a caller who was refused can go on from: which one was meant, and its version. */
  standing?(input: unknown): Promise<object>;
  /** Checks the input. `by` is who calls, for the record. */
  call(input: unknown, by: string): Promise<ToolAnswer>;
}

/** The hints of tools that change nothing. */
export const READS = { readOnly: true, destructive: false, idempotent: true, openWorld: false };
/** The hints of tools that let a planner work, which may ask services. */
export const TALKS = { readOnly: false, destructive: false, idempotent: false, openWorld: true };

/** A tool whose input is checked by a schema before it is called. */
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

/** What every answer has beside its own, and what a refusal says. */
const ANSWERS = {
  message: z.string(),
  code: z.string().optional().describe('Only if the call is refused: the error code.'),
  field: z.string().optional().describe('Only if the call is refused: the invalid argument.'),
};

/** Over HTTP every request has a server of its own, with the same tools. */
const answerSchemas = new WeakMap<z.ZodObject, JsonSchema>();

function answerSchema(outputSchema: z.ZodObject): JsonSchema {
  const known = answerSchemas.get(outputSchema);
  if (known) return known;
  const made = outputJsonSchema(outputSchema.extend(ANSWERS));
  answerSchemas.set(outputSchema, made);
  return made;
}

/** Calls a tool. Whatever goes wrong is answered: a model can act on it. */
export async function callTool(
  tool: PlannerTool,
  { input, by }: { readonly input: unknown; readonly by: string },
  { onError }: { readonly onError: (error: unknown) => void },
): Promise<CallToolResult> {
  const { name, fieldOfCode = {}, standing = async () => ({}) } = tool;
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
      return refusalResult(error, await standing(input).catch(() => ({})), field);
    }
  });
}

/** How tools are offered to a client. */
export interface RegisterOptions {
  readonly onError: (error: unknown) => void;
  /** For a client that shows apps: the address of what an answer is about, from its data. */
  readonly addressOf?: ((answer: object) => string | undefined) | undefined;
}

/** Offers a tool to the client of a server. */
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
      // Clients on the SDK's first version hold refusals to the schema of the answers.
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
