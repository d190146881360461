import { type ErrorReport, WayfoldError } from '../../journal/error.ts';
import type { AgentInvocation } from './agent-task.ts';

/** Every code a {@link PlanningError} can carry; each has its page in `docs/errors/`. */
export const COMMITS_ERROR_CODES = [
  'backend-failed',
  'backend-missing',
  'backend-not-logged-in',
  'backend-output-too-large',
  'backend-timeout',
  'cards-unreadable',
  'git-failed',
  'invalid-planning-request',
  'invalid-planning-setting',
  'metrics-unreadable',
  'no-work-tree',
  'plan-invalid',
  'planning-schema-unreadable',
  'proposal-not-found',
  'repository-refused',
  'unknown-backend',
  'unknown-revision',
] as const;

/** One of {@link COMMITS_ERROR_CODES}. */
export type CommitsErrorCode = (typeof COMMITS_ERROR_CODES)[number];

/** What another attempt can change. A binary that is missing stays missing. */
const WORTH_ANOTHER_ATTEMPT: ReadonlySet<CommitsErrorCode> = new Set([
  'backend-failed',
  'backend-output-too-large',
  'backend-timeout',
  'plan-invalid',
]);

/** A plan that could not be made: bad input, a backend that failed, output that breaks the rules, or no repository. */
export class PlanningError extends WayfoldError<CommitsErrorCode> {
  override readonly name = 'PlanningError';
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
    return new PlanningError(COMMITS_ERROR_CODES.find((known) => known === code) ?? 'backend-failed', report);
  }

  /** Whether another attempt can have another outcome. */
  get retryable(): boolean {
    return WORTH_ANOTHER_ATTEMPT.has(this.code);
  }
}
