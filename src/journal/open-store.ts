import type { FactStore } from './store.ts';

/**
 * Opens a store by its address: `postgres://…` for PostgreSQL, `:memory:` for memory, anything else for the file of
 * an embedded store. Drivers load only when needed.
 */
export async function openStore(urlOrPath: string): Promise<FactStore> {
  if (/^postgres(ql)?:\/\//.test(urlOrPath)) {
    const { postgresStore } = await import('./postgres/postgres-store.ts');
    return await postgresStore(urlOrPath);
  }
  if (urlOrPath === ':memory:') {
    const { memoryStore } = await import('./memory-store.ts');
    return memoryStore();
  }
  const { sqliteStore } = await import('./sqlite/sqlite-store.ts');
  return sqliteStore(urlOrPath);
}
