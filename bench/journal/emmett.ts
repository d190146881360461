import { getPostgreSQLEventStore, type PostgresEventStore } from '@event-driven-io/emmett-postgresql';
import { atOnce } from '../harness/at-once.ts';
import type { Contender } from '../harness/blocks.ts';
import { postgresPool } from '../harness/postgres-pool.ts';
import { stepAt } from './plan.ts';

export interface OpenEventStore {
  readonly store: PostgresEventStore;
  close(): Promise<void>;
}

export async function openEmmett(url: string, connections: number): Promise<OpenEventStore> {
  const pool = postgresPool(url, connections);
  const store = getPostgreSQLEventStore(url, { connectionOptions: { pool } });
  await store.schema.migrate();
  return {
    store,
    close: async () => {
      await store.close();
      await pool.end();
    },
  };
}

/** Appenders that each have a stream of their own and know its version. */
export function emmettAppenders({ store, close }: OpenEventStore, appenders: number): Contender {
  const run = crypto.randomUUID();
  const writes = Array.from({ length: appenders }, (_, i) => writer(store, `plan-${run}:${i}`));
  return { run: (operations) => atOnce(writes, operations), close };
}

function writer(store: PostgresEventStore, stream: string): () => Promise<void> {
  let version: bigint | undefined;
  return async () => {
    const event = { type: 'step_added', data: { step: stepAt(Number(version ?? 0)) } };
    const expectedStreamVersion = version ?? 'STREAM_DOES_NOT_EXIST';
    const result = await store.appendToStream(stream, [event], { expectedStreamVersion });
    version = result.nextExpectedStreamVersion;
  };
}
