import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from 'pg';
import { type FactStore, postgresStore, sqliteStore } from '../../src/journal/index.ts';
import { freePort, type RestateServer } from '../../test/restate-server.ts';

/** Where sessions are kept, and who shares them out: leases over the store, or Restate beside a PostgreSQL. */
export type StoreType = 'sqlite' | 'postgres' | 'restate';

/** An empty store, and how the command line is told of it. */
export interface StorePlace {
  readonly type: StoreType;
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

/** The same, whose workers are called by a Restate. */
export async function restatePlace(server: string, engine: RestateServer): Promise<StorePlace> {
  const place = postgresPlace(server);
  const name = `load-${crypto.randomUUID()}`;
  const listen = `127.0.0.1:${await freePort()}`;
  return {
    ...place,
    type: 'restate',
    args: [...place.args, '--engine', engine.url(name), '--listen', listen, '--share-port'],
  };
}
