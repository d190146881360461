import { type ErrorReport, errorClass, reportOf } from '../../journal/error.ts';
import { errorCodes } from '../../journal/error-codes.ts';
import type { AgentInvocation } from '../../machine/agents/agent-backend.ts';
import { AGENT_ERROR_CODES, AgentError } from '../../machine/agents/error.ts';
import { GIT_ERROR_CODES, GitError } from '../../machine/git/error.ts';

/** Every code of a {@link PlanningError}; each has a page in `docs/errors/`. */
export const COMMITS_ERROR_CODES = errorCodes({
  ...AGENT_ERROR_CODES,
  ...GIT_ERROR_CODES,
  'carry-out-refused': { status: 403, exit: 'refused' },
  'cards-unreadable': { status: 422, exit: 'usage' },
  'invalid-planning-request': { status: 422, exit: 'usage' },
  'invalid-planning-setting': { status: 422, exit: 'usage' },
  'metrics-unreadable': { status: 422, exit: 'usage' },
  'plan-invalid': { status: 502, exit: 'refused' },
  'plan-outdated': { status: 409, exit: 'refused' },
  'planning-schema-unreadable': { status: 422, exit: 'usage' },
  'proposal-not-found': { status: 404, exit: 'notFound' },
  'repository-refused': { status: 422, exit: 'refused' },
  'unknown-backend': { status: 422, exit: 'usage' },
});

/** One of {@link COMMITS_ERROR_CODES}. */
export type CommitsErrorCode = keyof typeof COMMITS_ERROR_CODES;

/** Errors that another attempt may fix. A missing binary stays missing. */
const WORTH_ANOTHER_ATTEMPT: ReadonlySet<CommitsErrorCode> = new Set([
  'backend-failed',
  'backend-output-too-large',
  'backend-timeout',
  'plan-invalid',
]);

/** A plan could not be made: invalid input, a failed backend, invalid output, or no repository. */
export class PlanningError extends errorClass('PlanningError', COMMITS_ERROR_CODES) {
  /** The rules that a backend's output broke, one per line. */
  readonly issues: readonly string[];
  /** The backend's actions before it failed. Only for the person who runs it. */
  readonly invocation: AgentInvocation | undefined;

  constructor(
    code: CommitsErrorCode,
    {
      issues = [],
      invocation,
      ...report
    }: ErrorReport & {
      readonly issues?: readonly string[];
      readonly invocation?: AgentInvocation | undefined;
    },
  ) {
    super(code, report);
    this.issues = issues;
    this.invocation = invocation;
  }

  /** Restores a recorded error. An unknown code counts as a failed backend. */
  static again(code: string, report: ErrorReport): PlanningError {
    return new PlanningError(isCommitsErrorCode(code) ? code : 'backend-failed', report);
  }

  /** Whether another attempt may succeed. */
  get retryable(): boolean {
    return WORTH_ANOTHER_ATTEMPT.has(this.code);
  }
}

function isCommitsErrorCode(code: string): code is CommitsErrorCode {
  return Object.hasOwn(COMMITS_ERROR_CODES, code);
}

/** Converts errors of coding agents and git to planning errors; returns others unchanged. */
export function planningErrorOf(error: unknown): unknown {
  if (!(error instanceof AgentError || error instanceof GitError)) return error;
  const invocation = error instanceof AgentError ? error.invocation : undefined;
  return new PlanningError(error.code, { ...reportOf(error), cause: error, invocation });
}
