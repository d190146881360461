import type { Context } from 'hono';
import { isWayfoldError, type WayfoldError } from '../../journal/error.ts';
import { ServerError } from './error.ts';

/** An error as an HTTP client sees it (RFC 9457). */
export interface Problem {
  /** Where the page of the code is, beside the address that was asked for; `about:blank` where there is none. */
  readonly type: string;
  readonly title: string;
  readonly status: number;
  readonly detail: string;
  /** Stable. */
  readonly code: string;
  readonly expected: string;
  readonly actual: string;
  readonly fix: string;
}

const RETRY_AFTER_SECONDS = '5';

/** Answers with the error. What was not thrown on purpose stays in the server: it may hold anything. */
export function respondWith(c: Context, error: unknown): Response {
  const known = isWayfoldError(error) ? error : unexpected();
  const status = known.httpStatus;
  if (status === 401) c.header('WWW-Authenticate', 'Bearer realm="wayfold"');
  if (status === 503) c.header('Retry-After', RETRY_AFTER_SECONDS);
  return c.body(JSON.stringify(problemOf(known)), status, {
    'Content-Type': 'application/problem+json',
  });
}

function problemOf(error: WayfoldError): Problem {
  const { code, summary, expected, actual, fix } = error;
  return {
    type: error.page === undefined ? 'about:blank' : `/errors/${code}`,
    title: titleOf(code),
    status: error.httpStatus,
    detail: fix === '' ? summary : `${summary} ${fix}`,
    code,
    expected,
    actual,
    fix,
  };
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
