import { type ErrorReport, errorClass } from '../../journal/error.ts';
import { errorCodes } from '../../journal/error-codes.ts';
import type { AgentInvocation } from './agent-backend.ts';

/** Every code of an {@link AgentError}; each has a page in `docs/errors/`. */
export const AGENT_ERROR_CODES = errorCodes({
  'backend-failed': { status: 502, exit: 'refused' },
  'backend-missing': { status: 422, exit: 'notFound' },
  'backend-not-logged-in': { status: 502, exit: 'refused' },
  'backend-output-too-large': { status: 502, exit: 'refused' },
  'backend-timeout': { status: 504, exit: 'refused' },
});

/** One of {@link AGENT_ERROR_CODES}. */
export type AgentErrorCode = keyof typeof AGENT_ERROR_CODES;

/** A coding agent, or another program that answers a prompt, gave no answer. */
export class AgentError extends errorClass('AgentError', AGENT_ERROR_CODES) {
  /** What it had done before it failed. */
  readonly invocation: AgentInvocation | undefined;

  constructor(
    code: AgentErrorCode,
    { invocation, ...report }: ErrorReport & { readonly invocation?: AgentInvocation | undefined },
  ) {
    super(code, report);
    this.invocation = invocation;
  }
}
