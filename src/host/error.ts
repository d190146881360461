import { WayfoldError } from '../journal/error.ts';

/** Every code a {@link HostError} can carry; each has its page in `docs/errors/`. */
export const HOST_ERROR_CODES = [
  'no-session',
  'paired-with-itself',
  'session-exists',
  'setup-unreadable',
  'unknown-planner',
] as const;

/** One of {@link HOST_ERROR_CODES}. */
export type HostErrorCode = (typeof HOST_ERROR_CODES)[number];

/** Something that a host cannot run. */
export class HostError extends WayfoldError<HostErrorCode> {
  override readonly name = 'HostError';
}
