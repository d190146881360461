import { statSync } from 'node:fs';
import { ReopeningStore } from '../../http/store/reopening-store.ts';
import { openStore, type StoreLocation, storeExists } from './store-location.ts';

/** The store of a location, reopened when it is replaced. */
export function reopeningStore(
  location: StoreLocation,
  { pollMs }: { readonly pollMs?: number } = {},
): ReopeningStore {
  return new ReopeningStore({
    open: () => openStore(location, { create: true, ...(pollMs !== undefined && { pollMs }) }),
    exists: () => storeExists(location),
    identity: () => storeIdentity(location),
  });
}

/** The identity of the file at a location, undefined for none. A PostgreSQL server always has the same. */
export function storeIdentity(location: StoreLocation): string | undefined {
  if (location.type === 'postgres') return location.type;
  const stats = statSync(location.file, { throwIfNoEntry: false, bigint: true });
  return stats && `${stats.dev} ${stats.ino}`;
}
