import { EngineError } from '../../../host/engine/error.ts';
import { type RestateAddress, restateAddress } from '../../../host/engine/restate/address.ts';
import type { SessionEngine } from '../../../host/engine/session-engine.ts';
import type { FactStore } from '../../../journal/store.ts';
import { logOf } from '../commands/server-log.ts';
import type { Invocation } from '../invocation.ts';
import { locationName } from './store-location.ts';

/** The engine named by `--engine`; `undefined` for none. Its workers must be able to share the store. */
export function engineAddress(
  { location }: Pick<Invocation, 'location'>,
  engine: string | undefined,
): RestateAddress | undefined {
  if (engine === undefined || engine === '') return undefined;
  const address = restateAddress(engine);
  if (location.type === 'postgres') return address;
  throw new EngineError('store-not-shared', {
    summary: `An engine needs a store that all workers share, and ${locationName(location)} is not one.`,
    fix: 'Name a PostgreSQL with --store (or WAYFOLD_STORE), or leave --engine out to work in this process.',
  });
}

/** Hands sessions to the engine named by `--engine`; `undefined` if this process runs them. */
export async function sessionEngine(
  invocation: Invocation,
  { engine }: { readonly engine?: string },
): Promise<((store: FactStore) => SessionEngine) | undefined> {
  const address = engineAddress(invocation, engine);
  if (address === undefined) return undefined;
  const log = logOf(invocation);
  const { RestateEngine } = await import('../../../host/engine/restate/restate-engine.ts');
  return (store) =>
    new RestateEngine(store, {
      address,
      token: invocation.env.WAYFOLD_ENGINE_TOKEN || undefined,
      onError: (error) => log.failure('The engine could not be notified; trying again', error, {}),
    });
}
