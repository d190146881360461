import {
  ERROR_EXIT,
  type ErrorCodes,
  type ErrorDeclaration,
  type ErrorExitCode,
  errorCodes,
  type HttpErrorStatus,
  REFUSED,
} from './error-codes.ts';

/** The content of an error: two values to compare or a sentence, and what to do. */
export type ErrorReport = ComparedErrorReport | PlainErrorReport;

/** An error report that compares two values: what was expected, what was there, and what to do. */
export interface ComparedErrorReport {
  readonly expected: string;
  readonly actual: string;
  readonly fix: string;
  /** The complete message, where the default one would be too long. */
  readonly message?: string | undefined;
  readonly cause?: unknown;
}

/** An error report without values to compare: what happened, and what to do. */
export interface PlainErrorReport {
  /** What happened, as a sentence. */
  readonly summary: string;
  readonly fix?: string | undefined;
  readonly cause?: unknown;
}

// Global, so that errors of another copy of this package are recognised too.
const BRAND: unique symbol = Symbol.for('wayfold.error');

/**
 * The base of every error Wayfold throws on purpose. `code` is stable. The errors of an area declare their codes with
 * `errorCodes({ … })`, each with its HTTP status and exit code, and extend {@link errorClass} of them.
 */
export abstract class WayfoldError<Code extends string = string> extends Error {
  override readonly name: string = 'WayfoldError';
  readonly code: Code;
  /** What happened, as a sentence, without the fix. */
  readonly summary: string;
  /** Empty, like `actual`, if there are no two values to compare. */
  readonly expected: string;
  readonly actual: string;
  /** What to do; may be empty. */
  readonly fix: string;

  constructor(code: Code, report: ErrorReport) {
    super(messageOf(code, report), report.cause === undefined ? {} : { cause: report.cause });
    this.code = code;
    this.summary = summaryOf(report);
    this.expected = 'summary' in report ? '' : report.expected;
    this.actual = 'summary' in report ? '' : report.actual;
    this.fix = report.fix ?? '';
  }

  /** The declarations of the codes that this class can have. */
  protected abstract get codes(): ErrorCodes<Code>;

  get [BRAND](): true {
    return true;
  }

  /** The HTTP status of a response that reports this error. */
  get httpStatus(): HttpErrorStatus {
    return declarationOf(this.codes, this.code)?.status ?? REFUSED.status;
  }

  /** The exit code of the command line when this error ends it. */
  get exitCode(): ErrorExitCode {
    return ERROR_EXIT[declarationOf(this.codes, this.code)?.exit ?? REFUSED.exit];
  }

  /** The documentation page of the code; `undefined` if the code is not declared. */
  get page(): string | undefined {
    return declarationOf(this.codes, this.code) && pageOf(this.code);
  }
}

/** An error whose codes are all declared. */
export class DeclaredError<Code extends string> extends WayfoldError<Code> {
  override readonly name: string;
  readonly #codes: ErrorCodes<Code>;

  constructor(name: string, codes: ErrorCodes<Code>, code: Code, report: ErrorReport) {
    super(code, report);
    this.name = name;
    this.#codes = codes;
  }

  protected override get codes(): ErrorCodes<Code> {
    return this.#codes;
  }
}

/** A base class for errors with these codes. */
export function errorClass<Code extends string>(
  name: string,
  codes: ErrorCodes<Code>,
): new (
  code: Code,
  report: ErrorReport,
) => DeclaredError<Code> {
  return class extends DeclaredError<Code> {
    constructor(code: Code, report: ErrorReport) {
      super(name, codes, code, report);
    }
  };
}

/** A base class for errors that all have the same code. */
export function errorClassOf<Code extends string>(
  name: string,
  codes: ErrorCodes<NoInfer<Code>>,
  code: Code,
): new (
  report: ErrorReport,
) => DeclaredError<Code> {
  return class extends DeclaredError<Code> {
    constructor(report: ErrorReport) {
      super(name, codes, code, report);
    }
  };
}

/** Whether a thrown value is an error of Wayfold, from this copy of the package or another one. */
export function isWayfoldError(error: unknown): error is WayfoldError {
  return typeof error === 'object' && error !== null && BRAND in error;
}

function declarationOf(codes: ErrorCodes, code: string): ErrorDeclaration | undefined {
  return Object.hasOwn(codes, code) ? codes[code] : undefined;
}

function messageOf(code: string, report: ErrorReport): string {
  const summary = summaryOf(report);
  if ('summary' in report) return report.fix ? `${summary} ${report.fix}` : summary;
  return report.message ?? `${summary} ${report.fix} [${pageOf(code)}]`;
}

function summaryOf(report: ErrorReport): string {
  // Either may quote a whole sentence.
  return 'summary' in report
    ? report.summary.replace(/(?<!\.)\.\.$/, '.')
    : `Expected ${report.expected}; got ${report.actual.replace(/\.$/, '')}.`;
}

/** The report of an error, to reuse it in another one. */
export function reportOf({ expected, actual, summary, fix, message }: WayfoldError): ErrorReport {
  return expected === '' ? { summary, fix } : { expected, actual, fix, message };
}

/** The message of a thrown value. */
export function causeText(cause: unknown): string {
  return cause instanceof Error ? cause.message : String(cause);
}

function pageOf(code: string): string {
  return `docs/errors/${code}.md`;
}

/** Every code of a {@link JournalError}; each has a page in `docs/errors/`. */
export const JOURNAL_ERROR_CODES = errorCodes({
  'attachment-not-found': { status: 404, exit: 'notFound' },
  'attachment-too-large': { status: 413, exit: 'usage' },
  'batch-too-large': { status: 413, exit: 'usage' },
  'clock-out-of-range': { status: 500, exit: 'refused' },
  'erased-meanwhile': { status: 409, exit: 'refused' },
  'fact-not-erasable': { status: 409, exit: 'refused' },
  'fact-too-large': { status: 413, exit: 'usage' },
  'fact-too-new': { status: 409, exit: 'storeUnavailable' },
  'import-invalid': { status: 422, exit: 'damaged' },
  'invalid-attachment': { status: 400, exit: 'usage' },
  'invalid-fact': { status: 400, exit: 'usage' },
  'invalid-journal-id': { status: 400, exit: 'usage' },
  'invalid-key': { status: 400, exit: 'usage' },
  'invalid-payload': { status: 400, exit: 'usage' },
  'invalid-seq': { status: 400, exit: 'usage' },
  'journal-exists': { status: 409, exit: 'refused' },
  'journal-not-found': { status: 404, exit: 'notFound' },
  'key-reused': { status: 409, exit: 'refused' },
  'store-closed': { status: 503, exit: 'unexpected' },
  'store-corrupt': { status: 500, exit: 'damaged' },
  'store-failed': { status: 500, exit: 'storeUnavailable' },
  'store-foreign': { status: 500, exit: 'storeUnavailable' },
  'store-full': { status: 507, exit: 'storeUnavailable' },
  'store-locked': { status: 503, exit: 'storeUnavailable' },
  'store-newer': { status: 500, exit: 'storeUnavailable' },
  'store-read-only': { status: 500, exit: 'storeUnavailable' },
  'store-unreachable': { status: 503, exit: 'storeUnavailable' },
  'unknown-fact-type': { status: 400, exit: 'usage' },
});

/** One of {@link JOURNAL_ERROR_CODES}. */
export type JournalErrorCode = keyof typeof JOURNAL_ERROR_CODES;

/**
 * A refused or failed journal operation. Nothing was written, except that `store-unreachable` may leave the outcome
 * unknown: then retry with the same `key`.
 */
export class JournalError extends errorClass('JournalError', JOURNAL_ERROR_CODES) {}

/** A value as text, short enough for an error message. */
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
