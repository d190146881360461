import { statSync } from 'node:fs';
import type { StoreLocation } from '../store-location.ts';

/** Which file is at a place now, undefined for none. A PostgreSQL server is always the same. */
export function storeIdentity(location: StoreLocation): string | undefined {
  if (location.type === 'postgres') return location.type;
  const stats = statSync(location.file, { throwIfNoEntry: false, bigint: true });
  return stats && `${stats.dev} ${stats.ino}`;
}
