import type { StandardJSONSchemaV1, StandardSchemaV1 } from '@standard-schema/spec';
import type { PlanningToolsSection } from '../prompt/planning-tools-section.ts';
import { inputJsonSchema, type JsonSchema, outputJsonSchema, strictJsonSchema } from './json-schema.ts';
import type { Tool } from './tool.ts';
import { type ToolOutcome, toolOutcome } from './tool-outcome.ts';

/** A tool as the Model Context Protocol lists it. */
export interface McpTool {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly inputSchema: JsonSchema & { readonly type: 'object' };
  readonly outputSchema: JsonSchema & { readonly type: 'object' };
  readonly annotations: {
    readonly title: string;
    readonly readOnlyHint: boolean;
    readonly destructiveHint: boolean;
    readonly idempotentHint: boolean;
    readonly openWorldHint: false;
  };
}

/** The tools as an MCP server lists them. */
export function toMcpTools(section: PlanningToolsSection): McpTool[] {
  return section.tools.map(({ name, title, description, inputSchema, outputSchema, annotations }) => ({
    name,
    title,
    description,
    inputSchema: { ...inputJsonSchema(inputSchema), type: 'object' },
    outputSchema: { ...outputJsonSchema(outputSchema), type: 'object' },
    annotations: {
      title,
      readOnlyHint: annotations.readOnly,
      destructiveHint: annotations.destructive,
      idempotentHint: annotations.readOnly,
      openWorldHint: false,
    },
  }));
}

/** A tool as the Vercel AI SDK takes it, in a `ToolSet`. */
export interface AiSdkTool {
  readonly description: string;
  readonly inputSchema: StandardSchemaV1<unknown, unknown> & StandardJSONSchemaV1<unknown, unknown>;
  readonly inputExamples: { readonly input: unknown }[];
  readonly execute: (input: unknown) => Promise<ToolOutcome>;
  readonly toModelOutput: (options: { readonly output: ToolOutcome }) => {
    readonly type: 'text' | 'error-text';
    readonly value: string;
  };
}

/** The author recorded with each call. */
interface Caller {
  readonly by?: string | undefined;
}

/** The tools for `generateText`, `streamText` and agents. The model reads their messages, including refusals. */
export function toAiSdkTools(section: PlanningToolsSection, { by }: Caller = {}): Record<string, AiSdkTool> {
  return Object.fromEntries(
    section.tools.map((tool) => [
      tool.name,
      {
        description: tool.description,
        inputSchema: uncheckedSchema(tool),
        inputExamples: tool.examples.map(({ input }) => ({ input })),
        execute: (input) => toolOutcome(() => tool.call(input, { by })),
        toModelOutput: ({ output }) => ({ type: output.ok ? 'text' : 'error-text', value: output.message }),
      },
    ]),
  );
}

/** Passes every input to the tool, which validates it better and records what it refuses. */
function uncheckedSchema({ inputSchema, outputSchema }: Tool): AiSdkTool['inputSchema'] {
  return {
    '~standard': {
      version: 1,
      vendor: 'wayfold',
      validate: (value) => ({ value }),
      jsonSchema: {
        input: () => inputJsonSchema(inputSchema),
        output: () => outputJsonSchema(outputSchema),
      },
    },
  };
}

interface OpenAiFunction {
  readonly name: string;
  readonly description: string;
  readonly parameters: JsonSchema;
  readonly strict: true;
}

/** The tools as OpenAI's APIs take them, and a function that runs them. */
export interface OpenAiFunctions {
  /** For the Responses API. */
  readonly tools: readonly (OpenAiFunction & { readonly type: 'function' })[];
  /** For the Chat Completions API. */
  readonly chatTools: readonly { readonly type: 'function'; readonly function: OpenAiFunction }[];
  /** Runs a call of the model with its arguments as text; resolves to the text of the reply. */
  call(name: string, argumentsJson: string): Promise<string>;
}

/** The tools as strict functions of the OpenAI API, and a way to call them. */
export function toOpenAiFunctions(section: PlanningToolsSection, { by }: Caller = {}): OpenAiFunctions {
  const functions = section.tools.map(({ name, description, inputSchema }) => ({
    name,
    description,
    parameters: strictJsonSchema(inputSchema),
    strict: true as const,
  }));
  return {
    tools: functions.map((each) => ({ type: 'function', ...each })),
    chatTools: functions.map((each) => ({ type: 'function', function: each })),
    async call(name, argumentsJson) {
      const outcome = await toolOutcome(async () => {
        const tool = section.tool(name);
        const input = withoutNulls(parsedOr(argumentsJson), inputJsonSchema(tool.inputSchema));
        return await tool.call(input, { by });
      });
      return JSON.stringify(outcome);
    },
  };
}

/** Text that is not JSON goes to the tool unchanged, which refuses and records it. */
function parsedOr(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

interface Shape {
  readonly properties?: Readonly<Record<string, Shape>>;
  readonly required?: readonly string[];
  readonly items?: Shape;
}

/** Strict functions have to name every property: null stands for an omitted optional one. */
function withoutNulls(value: unknown, { properties = {}, required = [], items = {} }: Shape): unknown {
  if (Array.isArray(value)) return value.map((item) => withoutNulls(item, items));
  if (typeof value !== 'object' || value === null) return value;
  const isOptional = (key: string) => Object.hasOwn(properties, key) && !required.includes(key);
  const given = Object.entries(value).filter(([key, item]) => item !== null || !isOptional(key));
  return Object.fromEntries(
    given.map(([key, item]) => [
      key,
      withoutNulls(item, (Object.hasOwn(properties, key) && properties[key]) || {}),
    ]),
  );
}
