import { existsSync, realpathSync, writeFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { join, relative, resolve } from 'node:path';
import { DEFAULT_DATA } from '../../../host/config/settings.ts';
import { makePrivateDirectory } from '../../../journal/private-directory.ts';
import type { FactStore } from '../../../journal/store.ts';
import { CliError } from '../error.ts';

/** The location of the journals: a file in a data directory, or a PostgreSQL server. */
export type StoreLocation =
  | { readonly type: 'sqlite'; readonly data: string; readonly file: string }
  | { readonly type: 'postgres'; readonly url: string };

export { DEFAULT_DATA };

/** The location from `--data` and `--store`, already merged with their environment variables. */
export function storeLocation({ data, store }: { data: string; store?: string | undefined }): StoreLocation {
  if (store === undefined || store === '') return { type: 'sqlite', data, file: join(data, 'wayfold.db') };
  if (/^postgres(ql)?:\/\//.test(store) && URL.canParse(store)) return { type: 'postgres', url: store };
  throw new CliError('usage', {
    summary: '--store (or WAYFOLD_STORE) is not a URL like postgres://user@host/database.',
    fix: 'Correct it, or leave it out for the embedded store in the data directory.',
  });
}

/** The location as text, without its password. */
export function locationName(location: StoreLocation): string {
  if (location.type === 'sqlite') return shortPath(location.file);
  const { protocol, username, host, pathname } = new URL(location.url);
  return `${protocol}//${username ? `${username}@` : ''}${host}${pathname}`;
}

/** A name that identifies a store: a file by machine and path, a database by server and name. */
export function storeName(location: StoreLocation): string {
  if (location.type === 'sqlite') return `${hostname()} ${realPath(location.data)}`;
  const { host, pathname } = new URL(location.url);
  return `postgres ${host}${pathname}`;
}

function realPath(path: string): string {
  try {
    return realpathSync(path);
  } catch {
    // The file does not exist yet.
    return resolve(path);
  }
}

/** Whether a store exists; does not create one. */
export function storeExists(location: StoreLocation): boolean {
  return location.type === 'postgres' || existsSync(location.file);
}

/** Opens the store. Without `create`, a missing data directory is an error. */
export async function openStore(
  location: StoreLocation,
  {
    create,
    ...options
  }: { readonly create: boolean; readonly pollMs?: number; readonly lockTimeoutMs?: number },
): Promise<FactStore> {
  if (location.type === 'postgres') {
    const { postgresStore } = await import('../../../journal/postgres/postgres-store.ts');
    return await postgresStore(location.url);
  }
  if (!create && !storeExists(location)) throw noData(location.file);
  if (create) makeDataDirectory(location.data);
  const { sqliteStore } = await import('../../../journal/sqlite/sqlite-store.ts');
  return sqliteStore({ file: location.file, ...options });
}

/**
 * Creates a data directory that only its owner can read and git ignores, so that nobody commits a journal by accident.
 */
export function makeDataDirectory(data: string): void {
  try {
    if (makePrivateDirectory(data) === undefined) return;
    writeFileSync(join(data, '.gitignore'), '*\n', { flag: 'wx', mode: 0o600 });
  } catch {
    // Opening the store will fail in the same way, with a better message.
  }
}

/** The schema version of a store once it is open; opening upgrades an older one. */
export async function storeVersion(location: StoreLocation): Promise<number> {
  const { MIGRATIONS } =
    location.type === 'postgres'
      ? await import('../../../journal/postgres/schema.ts')
      : await import('../../../journal/sqlite/schema.ts');
  return MIGRATIONS.length;
}

/** A shell command that creates a first journal in this store. */
export function firstCommand(location: StoreLocation): string {
  const where =
    location.type === 'postgres'
      ? ' --store "$WAYFOLD_STORE"'
      : location.data === DEFAULT_DATA
        ? ''
        : ` --data ${quoted(location.data)}`;
  return `npx wayfold journal append hello '{"type":"note_added","text":"Hello"}'${where}`;
}

function noData(file: string): CliError {
  return new CliError('no-data', {
    summary: `Nothing is stored here yet: ${shortPath(file)} does not exist.`,
    fix: 'Go to the directory of your project, name its data with --data, or make a first plan: npx wayfold plan set "Goal" "First step"',
  });
}

function quoted(path: string): string {
  return /^[\w./-]+$/.test(path) ? path : `'${path.replaceAll("'", `'\\''`)}'`;
}

function shortPath(path: string): string {
  const fromHere = relative('', path);
  return fromHere === '' || fromHere.startsWith('..') ? path : fromHere;
}
