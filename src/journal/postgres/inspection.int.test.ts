import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { outcomeOf } from '../../../test/faults/bit-rot.ts';
import { Choices } from '../../../test/faults/choices.ts';
import { contentOf, type LivedInStore, livedInStore } from '../../../test/faults/lived-in-store.ts';
import { type TestSchema, testSchema } from '../../../test/postgres-schema.ts';
import { JournalError } from '../error.ts';
import type { FactStore } from '../store.ts';
import { verifyStore } from '../verification.ts';
import { COLUMNS } from './expected-schema.ts';

let schema: TestSchema;
let store: FactStore;
let lived: LivedInStore;

beforeEach(async () => {
  schema = testSchema();
  store = schema.open();
  lived = await livedInStore(store);
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
    ['the count of erasures', 'INSERT INTO redactions VALUES (1)'],
  ])('%s', async (_, sql) => {
    await schema.sql(sql);
    expect((await verifyStore(store)).ok).toBe(false);
  });
});

it('any value of any row: what changes is harmless or reported', async () => {
  const choices = new Choices('the same each time');
  const before = await contentOf(store, lived);
  const outcomes = { harmless: 0, reported: 0, silent: [] as string[] };
  for (let n = 0; n < 150; n++) {
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
  expect(outcomes.reported).toBeGreaterThan(50);
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
