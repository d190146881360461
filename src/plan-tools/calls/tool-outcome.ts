import { JournalError } from '../../journal/error.ts';
import { ConflictError } from '../../kernel/error.ts';
import { ToolValidationError } from '../error.ts';
import type { ToolResult } from './tool.ts';

/** The outcome of a model's call: a result, or a refusal that the model can read and act on. */
export type ToolOutcome =
  | ({ readonly ok: true; readonly message: string } & Readonly<Record<string, unknown>>)
  | {
      readonly ok: false;
      /** Also names the invalid field: the model sees nothing else. */
      readonly message: string;
      readonly error: { readonly code: string; readonly field?: string };
    };

/** Turns refusals into outcomes. Any other failure concerns the program, not the model, and is thrown. */
export async function toolOutcome(call: () => Promise<ToolResult>): Promise<ToolOutcome> {
  try {
    const { message, output } = await call();
    return { ...output, ok: true, message };
  } catch (error) {
    if (error instanceof ToolValidationError) {
      const { code, field, message } = error;
      if (field === undefined) return { ok: false, message, error: { code } };
      return { ok: false, message: `${message} (field: ${field})`, error: { code, field } };
    }
    if (error instanceof ConflictError || isTooLarge(error)) {
      return { ok: false, message: error.message, error: { code: error.code } };
    }
    throw error;
  }
}

/** A smaller call would succeed. */
function isTooLarge(error: unknown): error is JournalError {
  return error instanceof JournalError && error.code === 'fact-too-large';
}
