import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from 'pg';
import { type FactStore, postgresStore, sqliteStore } from '../../src/journal/index.ts';

/** An empty store, and how the command line is told of it. */
export interface StorePlace {
  readonly type: 'sqlite' | 'postgres';
  readonly args: readonly string[];
  open(): FactStore;
  remove(): Promise<void>;
}

export async function sqlitePlace(): Promise<StorePlace> {
  const data = await mkdtemp(join(tmpdir(), 'wayfold-load-'));
  return {
    type: 'sqlite',
    args: ['--data', data],
    open: () => sqliteStore(join(data, 'wayfold.db')),
    remove: () => rm(data, { recursive: true }),
  };
}

/** A schema of its own on a server. */
export function postgresPlace(server: string): StorePlace {
  const schema = `load_${crypto.randomUUID().replaceAll('-', '')}`;
  const url = new URL(server);
  url.searchParams.set('schema', schema);
  return {
    type: 'postgres',
    args: ['--store', url.href],
    open: () => postgresStore(url.href),
    remove: async () => {
      const client = new Client({ connectionString: server });
      await client.connect();
      await client.query(`DROP SCHEMA IF EXISTS ${schema} CASCADE`).finally(() => client.end());
    },
  };
}
