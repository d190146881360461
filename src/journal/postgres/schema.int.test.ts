import { Client } from 'pg';
import { afterEach, beforeEach, describe, expect, inject, it } from 'vitest';
import { failureOf, type TestSchema, testSchema } from '../../../test/postgres-schema.ts';
import { openJournal } from '../journal.ts';
import type { FactStore } from '../store.ts';
import { postgresStore } from './postgres-store.ts';
import { MIGRATIONS } from './schema.ts';

let schema: TestSchema;

beforeEach(() => {
  schema = testSchema();
});

afterEach(async () => {
  await schema.drop();
});

const append = (store: FactStore) => openJournal(store, 'j').append([{ type: 'note_added', text: 'a' }]);

async function tables(): Promise<string[]> {
  const rows = await schema.sql<{ name: string }>(
    'SELECT relname AS name FROM pg_class WHERE relnamespace = to_regnamespace($1) AND relkind = $2 ORDER BY 1',
    [schema.schema, 'r'],
  );
  return rows.map(({ name }) => name);
}

describe('the schema', () => {
  it('is made once by five stores that start at once', async () => {
    await Promise.all(Array.from({ length: 5 }, () => append(schema.open())));
    expect(await openJournal(schema.open(), 'j').verify()).toEqual({ ok: true, head: 5 });
    expect(await schema.sql('SELECT * FROM wayfold_store')).toEqual([
      { application: 'wayfold', version: MIGRATIONS.length },
    ]);
  });

  it('is refused when it is of a newer version, and left as it is', async () => {
    await append(schema.open());
    await schema.sql('UPDATE wayfold_store SET version = 99');
    const error = await failureOf(append(schema.open()));
    expect(error.code).toBe('store-newer');
    expect(error.summary).toContain('99');
    expect(await schema.sql('SELECT version FROM wayfold_store')).toEqual([{ version: 99 }]);
    expect(await schema.sql('SELECT count(*)::int AS n FROM facts')).toEqual([{ n: 1 }]);
  });

  it('is refused when it is another program’s, and left as it is', async () => {
    await schema.sql(`CREATE SCHEMA ${schema.schema}`);
    await schema.sql('CREATE TABLE facts (theirs int)');
    expect((await failureOf(append(schema.open()))).code).toBe('store-foreign');
    await schema.sql('CREATE TABLE wayfold_store (version int)');
    await schema.sql('INSERT INTO wayfold_store VALUES (1)');
    expect((await failureOf(append(schema.open()))).code).toBe('store-foreign');
    expect(await tables()).toEqual(['facts', 'wayfold_store']);
  });

  it('may be there and empty, for a user who may not create one', async () => {
    const user = `${schema.schema}_user`;
    await schema.sql(`CREATE ROLE ${user} LOGIN PASSWORD 'secret'`);
    try {
      const url = new URL(schema.url);
      url.username = user;
      url.password = 'secret';
      expect((await failureOf(append(schema.open(url.href)))).summary).toContain('permission denied');
      await schema.sql(`CREATE SCHEMA ${schema.schema} AUTHORIZATION ${user}`);
      expect(await append(schema.open(url.href))).toMatchObject({ ok: true, head: 1 });
    } finally {
      await schema.drop();
      await schema.sql(`DROP ROLE ${user}`);
    }
  });

  it('is refused in a database that cannot hold every text', async () => {
    const database = schema.schema;
    const admin = new Client(inject('postgresUrl'));
    await admin.connect();
    await admin.query(`CREATE DATABASE ${database} ENCODING 'LATIN1' LOCALE 'C' TEMPLATE template0`);
    try {
      const url = new URL(schema.url);
      url.pathname = database;
      const store = schema.open(url.href);
      expect((await failureOf(append(store))).summary).toContain('LATIN1');
      await store.close();
    } finally {
      await admin.query(`DROP DATABASE ${database} WITH (FORCE)`);
      await admin.end();
    }
  });

  it('is found again by a store that could not reach it at first', async () => {
    await schema.sql(`CREATE SCHEMA ${schema.schema}`);
    await schema.sql('CREATE TABLE theirs (a int)');
    const store = schema.open();
    await failureOf(append(store));
    await schema.sql('DROP TABLE theirs');
    expect(await append(store)).toMatchObject({ ok: true, head: 1 });
  });

  it('has a name that can be one', () => {
    for (const name of ['', 'Upper', '1st', 'a b', 'a"b', 'x'.repeat(49)]) {
      const refusal = expect.objectContaining({ code: 'store-failed' });
      expect(() => postgresStore({ url: inject('postgresUrl'), schema: name })).toThrow(refusal);
    }
  });

  it('is planned by index, however small it was when the plan was made', async () => {
    const store = schema.open();
    await append(store);
    await schema.sql('ANALYZE facts');
    await store.read('j', { from: 1, to: 1, limit: 1 });
    await schema.sql(
      `INSERT INTO facts SELECT 7, i, 1, 'id', 'ts', 'type', '', '', NULL, '{}' FROM generate_series(1, 20000) i`,
    );
    const scans = async () => {
      const [row] = await schema.sql<{ n: number }>(
        `SELECT coalesce(sum(seq_tup_read), 0)::int AS n FROM pg_stat_user_tables WHERE schemaname = $1`,
        [schema.schema],
      );
      return row?.n ?? 0;
    };
    const before = await scans();
    for (let i = 0; i < 10; i++) await store.read('j', { from: 1, to: 1, limit: 1 });
    await store.close();
    expect((await scans()) - before).toBeLessThan(20_000);
  });
});

describe('a commit', () => {
  it('waits for the disk even where that is not the default', async () => {
    const store = schema.open(`${schema.url}&options=-c%20synchronous_commit%3Doff`);
    await append(store);
    await schema.sql('CREATE TABLE seen (setting text)');
    await schema.sql(`CREATE FUNCTION look() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
                        INSERT INTO seen VALUES (current_setting('synchronous_commit')); RETURN NULL; END $$`);
    await schema.sql('CREATE TRIGGER look AFTER INSERT ON facts EXECUTE FUNCTION look()');
    await append(store);
    expect(await schema.sql('SELECT * FROM seen')).toEqual([{ setting: 'on' }]);
  });
});
