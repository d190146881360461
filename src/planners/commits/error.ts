import { type ErrorReport, errorClass } from '../../journal/error.ts';
import { errorCodes } from '../../journal/error-codes.ts';
import type { AgentInvocation } from './agent-task.ts';

/** Every code a {@link PlanningError} can carry; each has its page in `docs/errors/`. */
export const COMMITS_ERROR_CODES = errorCodes({
  'backend-failed': { status: 502, exit: 'refused' },
  'backend-missing': { status: 422, exit: 'notFound' },
  'backend-not-logged-in': { status: 502, exit: 'refused' },
  'backend-output-too-large': { status: 502, exit: 'refused' },
  'backend-timeout': { status: 504, exit: 'refused' },
  'cards-unreadable': { status: 422, exit: 'usage' },
  'git-failed': { status: 422, exit: 'refused' },
  'invalid-planning-request': { status: 422, exit: 'usage' },
  'invalid-planning-setting': { status: 422, exit: 'usage' },
  'metrics-unreadable': { status: 422, exit: 'usage' },
  'no-work-tree': { status: 422, exit: 'notFound' },
  'plan-invalid': { status: 502, exit: 'refused' },
  'planning-schema-unreadable': { status: 422, exit: 'usage' },
  'proposal-not-found': { status: 404, exit: 'notFound' },
  'repository-refused': { status: 422, exit: 'refused' },
  'unknown-backend': { status: 422, exit: 'usage' },
  'unknown-revision': { status: 422, exit: 'notFound' },
});

/** One of {@link COMMITS_ERROR_CODES}. */
export type CommitsErrorCode = keyof typeof COMMITS_ERROR_CODES;

/** What another attempt can change. A binary that is missing stays missing. */
const WORTH_ANOTHER_ATTEMPT: ReadonlySet<CommitsErrorCode> = new Set([
  'backend-failed',
  'backend-output-too-large',
  'backend-timeout',
  'plan-invalid',
]);

/** A plan that could not be made: bad input, a backend that failed, output that breaks the rules, or no repository. */
export class PlanningError extends errorClass('PlanningError', COMMITS_ERROR_CODES) {
  /** The rules that a backend's output broke, a line each. */
  readonly issues: readonly string[];
  /** What the backend had done until it failed, as it came. Only between a backend and who runs it. */
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

  /** An error that was recorded. A code of another version counts as a backend that failed. */
  static again(code: string, report: ErrorReport): PlanningError {
    return new PlanningError(isCommitsErrorCode(code) ? code : 'backend-failed', report);
  }

  /** Whether another attempt can have another outcome. */
  get retryable(): boolean {
    return WORTH_ANOTHER_ATTEMPT.has(this.code);
  }
}

function isCommitsErrorCode(code: string): code is CommitsErrorCode {
  return Object.hasOwn(COMMITS_ERROR_CODES, code);
}
