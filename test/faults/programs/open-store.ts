import { type FactStore, postgresStore, sqliteStore } from '../../../src/journal/index.ts';

/** The store that a file or the URL of a PostgreSQL names. */
export function openStore(fileOrUrl: string, lockTimeoutMs = 60_000): FactStore {
  if (/^postgres:/.test(fileOrUrl)) return postgresStore(fileOrUrl);
  return sqliteStore({ file: fileOrUrl, lockTimeoutMs });
}
