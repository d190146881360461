import { WayfoldError } from '../../journal/error.ts';

/** Every code an {@link A2aError} can carry; each has its page in `docs/errors/`. */
export const A2A_ERROR_CODES = [
  'agent-address-refused',
  'agent-card-invalid',
  'agent-refused',
  'agent-unreachable',
  'no-open-task',
] as const;

/** One of {@link A2A_ERROR_CODES}. */
export type A2aErrorCode = (typeof A2A_ERROR_CODES)[number];

/** Another agent that cannot be talked to, or not in this way. */
export class A2aError extends WayfoldError<A2aErrorCode> {
  override readonly name = 'A2aError';
}
