import type { CallToolResult, StandardSchemaWithJSON } from '@modelcontextprotocol/server';
import { z } from 'zod';
import { ConfigError } from '../../harness/error.ts';
import { isWayfoldError, type WayfoldError } from '../../journal/error.ts';
import { toolSpan } from '../../kernel/telemetry/tool-span.ts';
import { ToolValidationError } from '../../plan-tools/error.ts';
import { ServerError } from '../http/error.ts';

const Refused = z.object({ code: z.string() });

/** Calls a tool of this server within a span. */
export async function calledTool(name: string, call: () => Promise<CallToolResult>): Promise<CallToolResult> {
  return await toolSpan({ name, type: 'function' }, call, ({ isError, structuredContent }) =>
    isError ? (Refused.safeParse(structuredContent).data?.code ?? 'refused') : undefined,
  );
}

/** A refusal that a model can act on. `currentState` is the state that the caller can continue from. */
export function refusalResult(
  error: WayfoldError,
  currentState: object,
  field = fieldOf(error),
): CallToolResult {
  const { code, message } = error;
  return {
    isError: true,
    content: [{ type: 'text', text: `${field === undefined ? '' : `${field}: `}${message} [${code}]` }],
    structuredContent: { ...currentState, message, code, ...(field !== undefined && { field }) },
  };
}

/** The invalid argument, or the first invalid field of a setup. */
function fieldOf(error: WayfoldError): string | undefined {
  if (error instanceof ConfigError) return Object.keys(error.reasons)[0];
  return error instanceof ToolValidationError ? error.field : undefined;
}

/** Turns a thrown value into an error to answer with. Internal failures go to `onError` only. */
export function answerable(error: unknown, onError: (error: unknown) => void): WayfoldError {
  if (isWayfoldError(error)) return error;
  onError(error);
  return new ServerError('unexpected', {
    message: 'The call failed inside the server.',
    summary: 'The server failed to answer.',
    fix: 'Run the server with WAYFOLD_DEBUG=1 to see what failed, and report it.',
    cause: error,
  });
}

/** A schema that accepts every value: the tools validate with better messages. */
export function unchecked(schema: Record<string, unknown>): StandardSchemaWithJSON {
  return {
    '~standard': {
      version: 1,
      vendor: 'wayfold',
      validate: (value) => ({ value }),
      jsonSchema: { input: () => schema, output: () => schema },
    },
  };
}
