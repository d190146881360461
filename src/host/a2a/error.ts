import { WayfoldError } from '../../journal/error.ts';
import { errorCodes } from '../../journal/error-codes.ts';

/** Every code an {@link A2aError} can carry; each has its page in `docs/errors/`. */
export const A2A_ERROR_CODES = errorCodes({
  'agent-address-refused': { status: 422, exit: 'usage' },
  'agent-card-invalid': { status: 502, exit: 'refused' },
  'agent-refused': { status: 502, exit: 'refused' },
  'agent-unreachable': { status: 502, exit: 'refused' },
  'no-open-task': { status: 409, exit: 'refused' },
});

/** One of {@link A2A_ERROR_CODES}. */
export type A2aErrorCode = keyof typeof A2A_ERROR_CODES;

/** Another agent that cannot be talked to, or not in this way. */
export class A2aError extends WayfoldError<A2aErrorCode> {
  override readonly name = 'A2aError';

  protected override get codes() {
    return A2A_ERROR_CODES;
  }
}
