/** Every code a {@link JournalError} can carry; each has its page in `docs/errors/`. */
export const JOURNAL_ERROR_CODES = [
  'attachment-not-found',
  'attachment-too-large',
  'batch-too-large',
  'fact-too-large',
  'fact-too-new',
  'import-invalid',
  'invalid-attachment',
  'invalid-fact',
  'invalid-journal-id',
  'invalid-key',
  'invalid-payload',
  'invalid-seq',
  'journal-exists',
  'journal-not-found',
  'key-reused',
  'store-closed',
  'store-corrupt',
  'store-failed',
  'store-foreign',
  'store-full',
  'store-locked',
  'store-newer',
  'store-read-only',
  'store-unreachable',
  'unknown-fact-type',
] as const;

/** One of {@link JOURNAL_ERROR_CODES}. */
export type JournalErrorCode = (typeof JOURNAL_ERROR_CODES)[number];

/** What an error tells: what was wanted, what was there, and what the reader can do about it. */
export interface ErrorReport {
  readonly expected: string;
  readonly actual: string;
  readonly fix: string;
  /** The whole message, where the usual one would be too much for who reads it. */
  readonly message?: string | undefined;
  readonly cause?: unknown;
}

/** The base of every error Wayfold throws on purpose. `code` is stable and names a page in `docs/errors/`. */
export class WayfoldError<Code extends string = string> extends Error {
  override readonly name: string = 'WayfoldError';
  readonly code: Code;
  readonly expected: string;
  readonly actual: string;
  readonly fix: string;

  constructor(code: Code, { expected, actual, fix, message, cause }: ErrorReport) {
    super(
      message ?? `Expected ${expected}; got ${actual}. ${fix} [docs/errors/${code}.md]`,
      cause === undefined ? {} : { cause },
    );
    this.code = code;
    this.expected = expected;
    this.actual = actual;
    this.fix = fix;
  }
}

/**
 * A refused or failed journal operation. Nothing was written, but for `store-unreachable`, which may come too late to
 * know: then retry with the same `key`.
 */
export class JournalError extends WayfoldError<JournalErrorCode> {
  override readonly name = 'JournalError';
}

/** Whatever was there, short enough to stand in an error message. */
export function shown(value: unknown, limit = 80): string {
  const text = describe(value);
  return text.length > limit ? `${text.slice(0, limit - 1)}…` : text;
}

function describe(value: unknown): string {
  switch (typeof value) {
    case 'string':
      return JSON.stringify(value.length > 200 ? value.slice(0, 200) : value);
    case 'bigint':
      return `${value}n`;
    case 'function':
      return `a function${value.name ? ` (${value.name})` : ''}`;
    case 'symbol':
      return value.toString();
    case 'object':
      return value === null ? 'null' : describeObject(value);
    default:
      return String(value);
  }
}

function describeObject(value: object): string {
  if (Array.isArray(value)) return `an array of ${value.length}`;
  const prototype: unknown = Object.getPrototypeOf(value);
  if (prototype !== null && prototype !== Object.prototype) {
    const name: unknown = value.constructor?.name;
    return typeof name === 'string' && name !== '' ? `a ${name}` : 'an object of a class';
  }
  const keys = Object.keys(value);
  const named = keys.slice(0, 5).join(', ');
  return keys.length === 0
    ? 'an empty object'
    : `an object with ${named}${keys.length > 5 ? `, and ${keys.length - 5} more` : ''}`;
}
