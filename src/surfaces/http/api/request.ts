import type { Context, MiddlewareHandler } from 'hono';
import type { z } from 'zod';
import { isWayfoldError } from '../../../journal/error.ts';
import { ServerError } from '../error.ts';

/** The maximum nesting of a body. No valid request comes near it. */
const MAX_DEPTH = 32;

const MEGABYTE = 1024 * 1024;

/** The validated value, or `invalid-request` with every problem found. */
export function parsed<Schema extends z.ZodType>(
  schema: Schema,
  input: unknown,
  where: 'body' | 'query' | 'path',
): z.output<Schema> {
  const { success, data, error } = schema.safeParse(input);
  if (success) return data;
  const issues = error.issues
    .slice(0, 5)
    .map(({ path, message }) => `${path.join('.') || where}: ${message}`);
  throw new ServerError('invalid-request', {
    summary: `The ${where} is not valid: ${issues.join('; ')}.`,
    fix: 'Correct it and send it again; GET /api/openapi.json describes what is accepted. Nothing was done.',
    cause: error,
  });
}

/** Turns a validation error of a session into a bad request. */
export function asRequestError(error: unknown): unknown {
  if (!isWayfoldError(error) || error.code !== 'invalid-command') return error;
  const { summary, fix } = error;
  return new ServerError('invalid-request', { summary, fix, cause: error });
}

/** Parses the JSON body of a request. */
export async function jsonBody(c: Context): Promise<unknown> {
  const type = c.req.header('content-type')?.split(';', 1)[0]?.trim().toLowerCase();
  // Forms on other sites can send other types without a preflight.
  if (type !== 'application/json') throw badBody('Content-Type: application/json', type ?? 'none');
  const text = await c.req.text();
  if (isDeeperThan(text, MAX_DEPTH)) throw badBody(`JSON at most ${MAX_DEPTH} levels deep`, 'a deeper one');
  try {
    return JSON.parse(text, withoutPrototype);
  } catch (cause) {
    if (cause instanceof ServerError) throw cause;
    throw badBody('a JSON body', cause instanceof Error ? cause.message : 'something else');
  }
}

/** The idempotency key of a request. */
export function requestKey(c: Context): string | undefined {
  const key = c.req.header('idempotency-key');
  if (key === undefined || /^[\x21-\x7e]{1,200}$/.test(key)) return key;
  throw new ServerError('invalid-request', {
    summary: `The Idempotency-Key of ${key.length} characters is not valid.`,
    fix: 'Use 1 to 200 printable ASCII characters without spaces, such as a UUID per operation. Nothing was done.',
  });
}

/**
 * Refuses bodies that are too large: before reading if the length is known, otherwise as soon as the limit is exceeded.
 */
export function atMost(maxSize: number, what: 'body' | 'file'): MiddlewareHandler {
  const tooLarge = (): ServerError =>
    new ServerError('body-too-large', {
      summary: `The ${what} is over ${maxSize / MEGABYTE} MB.`,
      fix: 'Send a smaller one.',
    });
  return async (c, next) => {
    const length = c.req.header('content-length');
    if (length !== undefined && Number(length) > maxSize) throw tooLarge();
    if (length === undefined && c.req.header('transfer-encoding') !== undefined) {
      const body = await bytesOf(c.req.raw.body, maxSize);
      if (body === undefined) throw tooLarge();
      const { method, headers } = c.req.raw;
      c.req.raw = new Request(c.req.url, { method, headers, body });
    }
    await next();
  };
}

/** The bytes of a stream, or undefined if there are too many. */
async function bytesOf(
  stream: ReadableStream<Uint8Array> | null,
  most: number,
): Promise<Uint8Array<ArrayBuffer> | undefined> {
  const pieces: Uint8Array[] = [];
  let size = 0;
  for await (const piece of stream ?? []) {
    size += piece.length;
    if (size > most) return undefined;
    pieces.push(piece);
  }
  const whole = new Uint8Array(size);
  let at = 0;
  for (const piece of pieces) {
    whole.set(piece, at);
    at += piece.length;
  }
  return whole;
}

function withoutPrototype(key: string, value: unknown): unknown {
  if (key === '__proto__') throw badBody('fields that this address takes', '"__proto__"');
  return value;
}

/** Scans the text, so that a body that is too deep is never parsed. */
function isDeeperThan(text: string, limit: number): boolean {
  let depth = 0;
  let inString = false;
  for (let at = 0; at < text.length; at++) {
    const char = text[at];
    if (inString) {
      if (char === '\\') at += 1;
      else if (char === '"') inString = false;
    } else if (char === '"') inString = true;
    else if (char === '{' || char === '[') depth += 1;
    else if (char === '}' || char === ']') depth -= 1;
    if (depth > limit) return true;
  }
  return false;
}

function badBody(expected: string, actual: string): ServerError {
  return new ServerError('invalid-request', {
    expected,
    actual,
    fix: 'Nothing was done. Correct the body and send it again.',
  });
}
