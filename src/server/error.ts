import { WayfoldError } from '../journal/error.ts';

/** Every code a {@link ServerError} can carry; each has its page in `docs/errors/`. */
export const SERVER_ERROR_CODES = [
  'address-unavailable',
  'body-too-large',
  'host-refused',
  'invalid-request',
  'method-not-allowed',
  'not-found',
  'origin-refused',
  'port-in-use',
  'rate-limited',
  'token-needed',
  'token-refused',
  'too-many-streams',
  'unexpected',
  'webhook-failed',
] as const;

export type ServerErrorCode = (typeof SERVER_ERROR_CODES)[number];

/** A request that was refused, or a server that could not start. */
export class ServerError extends WayfoldError<ServerErrorCode> {
  override readonly name = 'ServerError';
}
