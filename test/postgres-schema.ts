import { Client } from 'pg';
import { expect, inject } from 'vitest';
import { JournalError } from '../src/journal/error.ts';
import type { PostgresOptions } from '../src/journal/postgres/options.ts';
import { postgresStore } from '../src/journal/postgres/postgres-store.ts';
import type { FactStore } from '../src/journal/store.ts';

/** A schema for one test, on the PostgreSQL that the test files share. */
export interface TestSchema {
  /** For `postgresStore`: the server, with the schema in its query. */
  readonly url: string;
  readonly schema: string;
  /** Runs SQL in the schema as somebody else would. */
  sql<Row>(text: string, values?: unknown[]): Promise<Row[]>;
  /** How many connections listen to the schema's changes just now. */
  listeners(): Promise<number>;
  /** A store in it, or at another address; it is closed when the schema is dropped. */
  open(url?: string, options?: Partial<PostgresOptions>): FactStore;
  drop(): Promise<void>;
}

export function testSchema(server: string = inject('postgresUrl')): TestSchema {
  const schema = `test_${crypto.randomUUID().replaceAll('-', '')}`;
  const sql = async <Row>(text: string, values: unknown[] = []): Promise<Row[]> => {
    const client = new Client({ connectionString: server });
    await client.connect();
    try {
      await client.query(`SET search_path TO ${schema}`);
      return (await client.query(text, values)).rows as Row[];
    } finally {
      await client.end();
    }
  };
  const url = `${server}${server.includes('?') ? '&' : '?'}schema=${schema}`;
  const opened: FactStore[] = [];
  return {
    url,
    schema,
    sql,
    open: (at = url, options = {}) => {
      const store = postgresStore({ url: at, ...options });
      opened.push(store);
      return store;
    },
    listeners: async () => {
      const listen = `LISTEN "wayfold:${schema}"`;
      return (await sql('SELECT FROM pg_stat_activity WHERE query = $1', [listen])).length;
    },
    drop: async () => {
      for (const store of opened) await store.close();
      await sql(`DROP SCHEMA IF EXISTS ${schema} CASCADE`);
    },
  };
}

/** The typed error of an operation that must fail. */
export async function failureOf(operation: Promise<unknown>): Promise<JournalError> {
  const error = await operation.then(
    () => expect.fail('it did not fail'),
    (reason: unknown) => reason,
  );
  if (error instanceof JournalError) return error;
  throw error;
}
