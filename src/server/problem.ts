import type { Context } from 'hono';
import type { ContentfulStatusCode } from 'hono/utils/http-status';
import type { HarnessErrorCode } from '../harness/error.ts';
import type { HostErrorCode } from '../host/error.ts';
import { type JournalErrorCode, WayfoldError } from '../journal/index.ts';
import type { KernelErrorCode } from '../kernel/error.ts';
import type { PlanToolsErrorCode } from '../plan-tools/error.ts';
import type { CommitsErrorCode } from '../planners/commits/error.ts';
import type { ScenarioErrorCode } from '../planners/scenario/error.ts';
import type { PlannerErrorCode } from '../planners/tasks/error.ts';
import type { TripErrorCode } from '../planners/trip/error.ts';
import { ServerError, type ServerErrorCode } from './error.ts';

/** An error as an HTTP client sees it (RFC 9457). */
export interface Problem {
  /** Where the page of the code is, beside the address that was asked for. */
  readonly type: string;
  readonly title: string;
  readonly status: number;
  readonly detail: string;
  /** Stable; names a page in `docs/errors/`. */
  readonly code: string;
  readonly expected: string;
  readonly actual: string;
  readonly fix: string;
}

type Code =
  | CommitsErrorCode
  | HarnessErrorCode
  | HostErrorCode
  | JournalErrorCode
  | KernelErrorCode
  | PlannerErrorCode
  | PlanToolsErrorCode
  | ScenarioErrorCode
  | ServerErrorCode
  | TripErrorCode;

const STATUS: Partial<Record<Code, ContentfulStatusCode>> = {
  InvalidCommand: 409,
  TaskNotFound: 404,
  'attachment-not-found': 404,
  'attachment-too-large': 413,
  'batch-too-large': 413,
  'body-too-large': 413,
  'cards-unreadable': 422,
  'claim-lost': 409,
  'config-invalid': 422,
  'config-pending': 409,
  conflict: 409,
  'digest-mismatch': 409,
  'fact-too-large': 413,
  'fact-too-new': 409,
  'git-failed': 422,
  'host-refused': 421,
  'import-unreadable': 422,
  'invalid-attachment': 400,
  'invalid-deep-link': 400,
  'invalid-fact': 400,
  'invalid-journal-id': 400,
  'invalid-key': 400,
  'invalid-payload': 400,
  'invalid-planning-request': 422,
  'invalid-request': 400,
  'invalid-seq': 400,
  'invalid-tool-input': 400,
  'journal-exists': 409,
  'journal-not-found': 404,
  'key-reused': 409,
  'method-not-allowed': 405,
  'metrics-unreadable': 422,
  'no-plan': 409,
  'no-session': 404,
  'no-work-tree': 422,
  'not-found': 404,
  'origin-refused': 403,
  'paired-with-itself': 409,
  'place-not-found': 422,
  'plan-not-active': 409,
  'proposal-not-found': 404,
  'rate-limited': 429,
  'repository-refused': 422,
  'scenario-invalid': 422,
  'scenario-not-loaded': 422,
  'scenario-not-ready': 422,
  'scenario-too-large': 422,
  'send-in-flight': 409,
  'session-exists': 409,
  'setup-unreadable': 422,
  'step-not-found': 404,
  'store-closed': 503,
  'store-corrupt': 500,
  'store-full': 507,
  'store-locked': 503,
  'store-unreachable': 503,
  'token-needed': 401,
  'token-refused': 401,
  'too-many-streams': 503,
  'trip-does-not-fit': 422,
  'trip-file-invalid': 422,
  'trip-import-unreadable': 422,
  'trip-without-dates': 422,
  'unknown-attachment': 422,
  'unknown-draft': 404,
  'unknown-fact-type': 400,
  'unknown-planner': 422,
  'unknown-revision': 422,
};

const RETRY_AFTER_SECONDS = '5';

/** Answers with the error. What was not thrown on purpose stays in the server: it may hold anything. */
export function respondWith(c: Context, error: unknown): Response {
  const known = error instanceof WayfoldError ? error : unexpected();
  const status = statusOf(known.code);
  if (status === 401) c.header('WWW-Authenticate', 'Bearer realm="wayfold"');
  if (status === 503) c.header('Retry-After', RETRY_AFTER_SECONDS);
  return c.body(JSON.stringify(problemOf(known, status)), status, {
    'Content-Type': 'application/problem+json',
  });
}

function problemOf({ code, expected, actual, fix }: WayfoldError, status: number): Problem {
  return {
    type: `/errors/${code}`,
    title: titleOf(code),
    status,
    detail: `Expected ${expected}; got ${actual}. ${fix}`,
    code,
    expected,
    actual,
    fix,
  };
}

function statusOf(code: string): ContentfulStatusCode {
  return (Object.hasOwn(STATUS, code) && STATUS[code as Code]) || 500;
}

function titleOf(code: string): string {
  const words = code.replaceAll('-', ' ');
  return `${words.charAt(0).toUpperCase()}${words.slice(1)}`;
}

function unexpected(): ServerError {
  return new ServerError('unexpected', {
    expected: 'the server to answer',
    actual: 'a failure inside it',
    fix: 'Run the server with WAYFOLD_DEBUG=1 to see what failed, and report it.',
  });
}
