import type { Context } from 'hono';
import { z } from 'zod';
import { ConfigError } from '../../harness/error.ts';
import { isWayfoldError, type WayfoldError } from '../../journal/error.ts';
import { VersionConflict } from '../../sessions/error.ts';
import { ServerError } from './error.ts';

/** An error as an HTTP client sees it (RFC 9457). */
export const Problem = z.strictObject({
  type: z
    .string()
    .describe('The page of the code, relative to the requested URL; about:blank if there is none.'),
  title: z.string(),
  status: z.int(),
  detail: z.string(),
  code: z.string().describe('Stable; each has a page in docs/errors.'),
  expected: z.string(),
  actual: z.string(),
  fix: z.string(),
  head: z
    .int()
    .min(0)
    .exactOptional()
    .describe('The current version of the session, if a command expected another one.'),
  fields: z
    .record(z.string(), z.string())
    .exactOptional()
    .describe('What is wrong with a setup, by the key of the field.'),
});
export type Problem = Readonly<z.infer<typeof Problem>>;

/** When to retry after a temporary failure. */
export const RETRY_AFTER_SECONDS = '5';

/** Responds with the error. Unexpected errors are not sent to the client, because they may contain anything. */
export function respondWith(c: Context, error: unknown): Response {
  const known = isWayfoldError(error) ? error : unexpected();
  const status = known.httpStatus;
  if (status === 401) c.header('WWW-Authenticate', 'Bearer realm="wayfold"');
  if (status === 503) c.header('Retry-After', RETRY_AFTER_SECONDS);
  return c.body(JSON.stringify(problemOf(known)), status, {
    'Content-Type': 'application/problem+json',
  });
}

/** The error as a response body. */
export function problemOf(error: WayfoldError): Problem {
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
    ...(error instanceof VersionConflict && { head: error.head }),
    ...(error instanceof ConfigError && { fields: error.reasons }),
  };
}

function titleOf(code: string): string {
  const words = code.replaceAll('-', ' ');
  return `${words.charAt(0).toUpperCase()}${words.slice(1)}`;
}

function unexpected(): ServerError {
  return new ServerError('unexpected', {
    summary: 'The server failed to answer.',
    fix: 'Run the server with WAYFOLD_DEBUG=1 to see what failed, and report it.',
  });
}
