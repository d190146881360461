import { asPending } from '../state/pending-work.ts';
import type { ProblemDetails } from './contracts.ts';

/** A refusal by the server, worded so that a person can act on it. */
export class ApiProblem extends Error {
  readonly details: ProblemDetails;

  constructor(details: ProblemDetails) {
    super(details.detail);
    this.name = 'ApiProblem';
    this.details = details;
  }

  get code(): string {
    return this.details.code;
  }
}

export interface Ask {
  readonly method?: 'GET' | 'POST' | 'DELETE';
  readonly body?: unknown;
  readonly signal?: AbortSignal | undefined;
  /** The idempotency key: a request that is repeated with it is carried out once. */
  readonly key?: string | undefined;
}

/** Requests JSON from the server. Throws an `ApiProblem` if it refuses or cannot be reached. */
export async function ask<Answer>(path: string, { method, body, signal, key }: Ask = {}): Promise<Answer> {
  const response = await reach(path, {
    method: method ?? (body === undefined ? 'GET' : 'POST'),
    ...(body !== undefined && {
      headers: { 'content-type': 'application/json', ...(key && { 'idempotency-key': key }) },
      body: JSON.stringify(body),
    }),
    ...(signal && { signal }),
  });
  return response.status === 204 ? (undefined as Answer) : await bodyOf<Answer>(response, signal);
}

/** Reads a file, with the name that the server gives it. */
export async function readFile(
  path: string,
): Promise<{ readonly bytes: Blob; readonly name: string | undefined }> {
  const response = await reach(path, {});
  const [, name] = /filename="([^"]+)"/.exec(response.headers.get('content-disposition') ?? '') ?? [];
  return { bytes: await response.blob(), name };
}

/** Reads a file as text. */
export async function readText(path: string, signal?: AbortSignal): Promise<string> {
  const response = await reach(path, signal ? { signal } : {});
  return await response.text();
}

/** Sends bytes, such as a file. */
export async function upload<Answer>(path: string, bytes: Blob): Promise<Answer> {
  const response = await reach(path, {
    method: 'POST',
    headers: { 'content-type': bytes.type || 'application/octet-stream' },
    body: bytes,
  });
  return await bodyOf<Answer>(response);
}

/** The body may break off in the middle, for example when the server is stopped. */
async function bodyOf<Answer>(response: Response, signal?: AbortSignal): Promise<Answer> {
  try {
    return (await response.json()) as Answer;
  } catch (cause) {
    if (signal?.aborted) throw cause;
    throw unreachable();
  }
}

async function reach(path: string, init: RequestInit): Promise<Response> {
  let response: Response;
  try {
    response = await asPending(() => fetch(path, { ...init, credentials: 'same-origin' }));
  } catch (cause) {
    if (init.signal?.aborted) throw cause;
    throw unreachable();
  }
  if (response.ok) return response;
  throw new ApiProblem(await problemOf(response));
}

async function problemOf(response: Response): Promise<ProblemDetails> {
  const problem = (await response.json().catch(() => undefined)) as ProblemDetails | undefined;
  return (
    problem ?? {
      type: 'about:blank',
      title: response.statusText,
      status: response.status,
      detail: `The server answered with status ${response.status}.`,
      code: 'unexpected-answer',
      expected: 'an answer of the server',
      actual: `status ${response.status}`,
      fix: 'Check the log of the server, then try again.',
    }
  );
}

function unreachable(): ApiProblem {
  return new ApiProblem({
    type: 'about:blank',
    title: 'Not connected',
    status: 0,
    detail: 'The server cannot be reached.',
    code: 'unreachable',
    expected: 'the server to answer',
    actual: 'no connection',
    fix: 'Check that it is running; the page reconnects automatically.',
  });
}

/** The address of something in a session. */
export function sessionPath(id: string, rest = ''): string {
  return `/api/sessions/${encodeURIComponent(id)}${rest}`;
}
