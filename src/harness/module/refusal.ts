import { WayfoldError } from '../../journal/error.ts';
import type { ProposedFact } from '../../journal/fact.ts';
import { REFUSAL_ERROR_CODES } from '../error.ts';

/** What a refusal may carry besides its message. */
export interface RefusalOptions {
  /** A stable name for programs: lower-case words with hyphens. Default `refused`. */
  readonly code?: string;
  /** The facts that are appended although the command is refused, to keep a record of it. */
  readonly record?: readonly ProposedFact[];
  /** What the caller can do about it. */
  readonly fix?: string;
}

/** A command that a planner refused. Nothing was written but what the refusal records. */
export class Refusal extends WayfoldError {
  override readonly name = 'Refusal';
  readonly record: readonly ProposedFact[];

  constructor(
    message: string,
    { code = 'refused', record = [], fix = 'Nothing was changed.' }: RefusalOptions = {},
  ) {
    super(code, { summary: message, fix });
    this.record = record;
  }

  protected override get codes() {
    // A module names its own codes; they answer like `refused`.
    return REFUSAL_ERROR_CODES;
  }
}

/**
 * Refuses a command: `throw refuse('There is no line 7.')` in `decide`. Nothing is written, and the message reaches the
 * caller on every surface.
 */
export function refuse(message: string, options?: RefusalOptions): Refusal {
  return new Refusal(message, options);
}
