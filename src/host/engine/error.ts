import { WayfoldError } from '../../journal/error.ts';

/** Every code an {@link EngineError} can carry; each has its page in `docs/errors/`. */
export const ENGINE_ERROR_CODES = [
  'engine-refused',
  'engine-unreachable',
  'invalid-engine',
  'store-not-shared',
  'worker-cannot-listen',
] as const;

/** One of {@link ENGINE_ERROR_CODES}. */
export type EngineErrorCode = (typeof ENGINE_ERROR_CODES)[number];

/** A durable-execution engine that sessions cannot be run on. */
export class EngineError extends WayfoldError<EngineErrorCode> {
  override readonly name = 'EngineError';
}
