import { reportOf, WayfoldError } from '../../journal/error.ts';
import type { ProposedFact } from '../../journal/fact.ts';
import { REFUSAL_ERROR_CODES } from '../error.ts';

/** Options for a refusal. */
export interface RefusalOptions {
  /** A stable code for programs: lower-case words with hyphens. Default `refused`. */
  readonly code?: string;
  /** Facts that are appended although the command is refused, to record it. */
  readonly record?: readonly ProposedFact[];
  /** What the caller can do. */
  readonly fix?: string;
}

/** A command that a planner refused. Nothing was written except what the refusal records. */
export class Refusal extends WayfoldError {
  override readonly name = 'Refusal';
  readonly record: readonly ProposedFact[];
  readonly #error: WayfoldError | undefined;

  constructor(
    reason: string | WayfoldError,
    { code = 'refused', record = [], fix = 'Nothing was changed.' }: RefusalOptions = {},
  ) {
    if (typeof reason === 'string') super(code, { summary: reason, fix });
    else super(reason.code, { ...reportOf(reason), cause: reason });
    this.record = record;
    this.#error = typeof reason === 'string' ? undefined : reason;
  }

  override get httpStatus() {
    return this.#error?.httpStatus ?? super.httpStatus;
  }

  override get exitCode() {
    return this.#error?.exitCode ?? super.exitCode;
  }

  override get page() {
    return this.#error ? this.#error.page : super.page;
  }

  protected override get codes() {
    // A module's own codes are reported like `refused`.
    return REFUSAL_ERROR_CODES;
  }
}

/**
 * Refuses a command: `throw refuse('There is no line 7.')` in `decide`. Nothing is written, and the message reaches
 * the caller on every surface. It also accepts an error instead of a message, which is then reported as that error.
 */
export function refuse(reason: string | WayfoldError, options?: RefusalOptions): Refusal {
  return new Refusal(reason, options);
}
