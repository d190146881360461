import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { outcomeOf } from '../../../test/faults/bit-rot.ts';
import { Choices } from '../../../test/faults/choices.ts';
import { contentOf, type UsedStore, usedStore } from '../../../test/faults/used-store.ts';
import { type TestSchema, testSchema } from '../../../test/postgres-schema.ts';
import { JournalError } from '../error.ts';
import { verifyStore } from '../integrity/verification.ts';
import type { FactStore } from '../store.ts';
import { COLUMNS } from './expected-schema.ts';

const ALTER_APPEND = `ALTER FUNCTION append(text, text, text[], int[], text[], bigint[], text[], text[], int[], text[], text[],
  bigint[], text[], int[], int[], bytea, boolean)`;

let schema: TestSchema;
let store: FactStore;
let lived: UsedStore;

beforeEach(async () => {
  schema = testSchema();
  store = schema.open();
  lived = await usedStore(store);
});
afterEach(async () => {
  await schema.drop();
});

it('a store that nobody has touched is whole', async () => {
  expect(await verifyStore(store)).toEqual({ ok: true, journals: 3, damaged: [], damage: [] });
});

describe('what was changed behind the store is found:', () => {
  it.each([
    [
      'a forged erasure',
      `UPDATE facts SET payload = NULL, redacted_at = ts WHERE type = 'noted' AND seq = 5`,
    ],
    [
      'a function',
      `CREATE OR REPLACE FUNCTION append() RETURNS int LANGUAGE sql AS 'SELECT 1'; DROP FUNCTION append(text, text, text[], int[], text[], bigint[], text[], text[], int[], text[], text[], bigint[], text[], int[], int[], bytea, boolean)`,
    ],
    [
      'a trigger of another program',
      `CREATE FUNCTION spy() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RETURN NEW; END $$;
       CREATE TRIGGER spy BEFORE INSERT ON facts FOR EACH ROW EXECUTE FUNCTION spy()`,
    ],
    ['a rule', 'CREATE RULE spy AS ON UPDATE TO facts DO INSTEAD NOTHING'],
    ['a policy', 'ALTER TABLE facts ENABLE ROW LEVEL SECURITY'],
    ['a table that a crash empties', 'ALTER TABLE facts SET UNLOGGED'],
    ['an index that is gone', 'DROP INDEX journals_by_parent'],
    ['a column of another type', 'ALTER TABLE journals ALTER COLUMN origin TYPE jsonb'],
    ['a fact beyond the head', `UPDATE journals SET head = head - 1 WHERE id = 'trip'`],
    ['the key of a journal that is not there', 'UPDATE keys SET branch = 77'],
    ['a key that is gone', "DELETE FROM keys WHERE name = 'k-3'"],
    ['a journal that is gone', "DELETE FROM journals WHERE id = 'left'"],
    ['another default of a column', 'ALTER TABLE facts ALTER COLUMN redacted_at SET DEFAULT now()::text'],
    ['a default that is gone', 'ALTER TABLE journals ALTER COLUMN seal DROP DEFAULT'],
    ['a column that numbers itself no more', 'ALTER TABLE journals ALTER COLUMN branch DROP IDENTITY'],
    ['a column that orders otherwise', 'ALTER TABLE journals ALTER COLUMN head_ts TYPE text COLLATE "POSIX"'],
    ['a check that refuses facts', "ALTER TABLE facts ADD CHECK (type <> 'noted') NOT VALID"],
    ['a table that inherits its rows', 'CREATE TABLE more () INHERITS (facts)'],
    [
      'a function that PostgreSQL prefers to ours',
      `CREATE FUNCTION append(channel text, sender text, journal_ids text[], request_counts int[], wishes text[],
         expected_seqs bigint[], key_names text[], key_digests text[], fact_counts int[], fact_ids text[], types text[],
         versions bigint[], digests text[], payload_starts int[], payload_sizes int[], payloads text, again boolean)
       RETURNS int LANGUAGE sql AS 'SELECT 1'`,
    ],
    [
      'a function that PostgreSQL prefers to its own',
      "CREATE FUNCTION sha256(text) RETURNS bytea LANGUAGE sql AS $$ SELECT ''::bytea $$",
    ],
    [
      'an operator that PostgreSQL prefers to its own',
      `CREATE FUNCTION glue(text, bigint) RETURNS text LANGUAGE sql AS 'SELECT $1';
       CREATE OPERATOR || (LEFTARG = text, RIGHTARG = bigint, FUNCTION = glue)`,
    ],
    ['a function with the rights of its owner', `${ALTER_APPEND} SECURITY DEFINER`],
    ['a function with settings of its own', `${ALTER_APPEND} SET synchronous_commit = off`],
    ['a count of branches that was set back', `SELECT setval('journals_branch_seq', 1, false)`],
    ['a count of branches that skips some', 'ALTER SEQUENCE journals_branch_seq INCREMENT BY 7'],
    ['a count of branches that begins anew', 'ALTER SEQUENCE journals_branch_seq CYCLE'],
    ['the count of erasures', 'INSERT INTO redactions VALUES (1)'],
    ['an attachment that is taken out', 'DELETE FROM attachments'],
  ])('%s', async (_, sql) => {
    await schema.sql(sql);
    expect((await verifyStore(store)).ok).toBe(false);
  });
});

it('functions and tables of others in the schema do no harm', async () => {
  await schema.sql("CREATE FUNCTION theirs(text) RETURNS text LANGUAGE sql AS 'SELECT $1'");
  await schema.sql('CREATE TABLE their_notes (n serial, at text DEFAULT now())');
  expect(await verifyStore(store)).toMatchObject({ ok: true });
});

it('a journal whose keys went with it leaves no gap in what its forks share', async () => {
  await store.delete('trip');
  expect(await verifyStore(store)).toMatchObject({ ok: true, journals: 2 });
});

it('any row that is taken out: what changes is harmless or reported', async () => {
  const before = await contentOf(store, lived);
  const silent: string[] = [];
  for (const table of ['facts', 'journals', 'keys', 'snapshots', 'attachments', 'redactions']) {
    await schema.sql(`CREATE TABLE kept_rows AS SELECT * FROM ${table}`);
    const rows = await schema.sql<{ at: string }>(`SELECT ctid::text AS at FROM kept_rows`);
    for (const { at } of rows.filter((_, n) => n % 7 === 0)) {
      await schema.sql(`DELETE FROM ${table}`);
      await schema.sql(`INSERT INTO ${table} SELECT * FROM kept_rows WHERE ctid <> '${at}'`);
      const outcome = await outcomeOf(store, lived, before).catch((error: unknown): 'reported' => {
        if (error instanceof JournalError) return 'reported';
        throw error;
      });
      if (outcome === 'silent') silent.push(`${table} ${at}`);
    }
    await schema.sql(`DELETE FROM ${table}`);
    await schema.sql(`INSERT INTO ${table} SELECT * FROM kept_rows`);
    await schema.sql('DROP TABLE kept_rows');
  }
  expect(silent).toEqual([]);
  expect(await contentOf(store, lived)).toBe(before);
});

it('any value of any row: what changes is harmless or reported', async () => {
  const choices = new Choices('the same each time');
  const before = await contentOf(store, lived);
  const outcomes = { harmless: 0, reported: 0, silent: [] as string[] };
  for (let n = 0; n < 60; n++) {
    const changed = await changeOneValue(choices);
    const outcome = await outcomeOf(store, lived, before).catch((error: unknown): 'reported' => {
      if (error instanceof JournalError) return 'reported';
      throw error;
    });
    if (outcome === 'silent') outcomes.silent.push(changed.what);
    else outcomes[outcome] += 1;
    await changed.undo();
  }
  expect(outcomes.silent).toEqual([]);
  expect(outcomes.reported).toBeGreaterThan(20);
  expect(await contentOf(store, lived)).toBe(before);
});

/** Changes one column of one row, and puts it back. */
async function changeOneValue(choices: Choices): Promise<{ what: string; undo: () => Promise<void> }> {
  const tables = ['facts', 'journals', 'keys', 'snapshots', 'attachments'] as const;
  const table = choices.pick(tables[0], ...tables.slice(1));
  const columns = COLUMNS[table] ?? [];
  const [column = '', type = ''] = columns[choices.between(0, columns.length - 1)]?.split(' ') ?? [];
  const rows = await schema.sql<{ at: string }>(
    `SELECT ctid::text AS at FROM ${table} ORDER BY ${columns[0]?.split(' ')[0]}, ctid`,
  );
  const { at } = rows[choices.between(0, rows.length - 1)] ?? { at: '' };
  const value = {
    bigint: `${column} + ${choices.pick(-1, 1, 1000)}`,
    bytea: `set_byte(${column} || 'x'::bytea, 0, 77)`,
    json: `'{"type":"import"}'`,
    text: choices.pick(
      `overlay(${column} placing 'Q' from 3)`,
      `left(${column}, 3)`,
      `coalesce(${column}, '') || '1'`,
    ),
  }[type];
  const what = `${column} of ${table} = ${value}`;
  await schema.sql(`CREATE TABLE kept_rows AS SELECT * FROM ${table}`);
  await schema.sql(`UPDATE ${table} SET ${column} = ${value} WHERE ctid = '${at}'`).catch(() => []);
  return {
    what,
    async undo() {
      await schema.sql(`DELETE FROM ${table}`);
      await schema.sql(`INSERT INTO ${table} SELECT * FROM kept_rows`);
      await schema.sql('DROP TABLE kept_rows');
    },
  };
}
