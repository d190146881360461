import type { Damage } from '../store.ts';
import { APPEND_FUNCTION_BODY, APPEND_FUNCTION_SIGNATURE } from './append-function.ts';
import type { Database, Statement } from './database.ts';
import { COLUMNS, INDEXES } from './expected-schema.ts';

// No bytes at all are written in one of two ways, as the server is set.
const TABLE_COLUMNS: Statement = {
  text: `SELECT c.relname AS "table", a.attname || ' ' || format_type(a.atttypid, a.atttypmod)
           || CASE WHEN a.attcollation <> t.typcollation THEN ' collate ' || l.collname ELSE '' END
           || CASE WHEN a.attnotnull THEN ' not null' ELSE '' END
           || CASE WHEN a.attidentity = 'd' THEN ' numbered' ELSE '' END
           || coalesce(' default ' || replace(pg_get_expr(d.adbin, d.adrelid), $$'\\x'$$, $$''$$), '') AS "column"
         FROM pg_attribute a JOIN pg_class c ON c.oid = a.attrelid JOIN pg_type t ON t.oid = a.atttypid
         LEFT JOIN pg_collation l ON l.oid = a.attcollation
         LEFT JOIN pg_attrdef d ON d.adrelid = a.attrelid AND d.adnum = a.attnum
         WHERE c.relnamespace = current_schema()::regnamespace AND c.relkind = 'r' AND a.attnum > 0 AND NOT a.attisdropped`,
};

const TABLE_INDEXES: Statement = {
  text: `SELECT replace(pg_get_indexdef(c.oid), quote_ident(current_schema()) || '.', '') AS index
         FROM pg_class c WHERE c.relnamespace = current_schema()::regnamespace AND c.relkind = 'i'`,
};

const TRIGGERS: Statement = {
  text: `SELECT t.tgname AS name, c.relname AS "table" FROM pg_trigger t JOIN pg_class c ON c.oid = t.tgrelid
         WHERE c.relnamespace = current_schema()::regnamespace AND NOT t.tgisinternal`,
};

// A rule or a policy changes what a statement does, a check or a foreign key what is refused or removed, an heir what is
// read; and an unlogged table is empty after a crash.
const ODD_TABLES: Statement = {
  text: `SELECT c.relname AS "table" FROM pg_class c
         WHERE c.relnamespace = current_schema()::regnamespace AND c.relkind = 'r'
         AND (c.relrowsecurity OR c.relpersistence <> 'p' OR EXISTS (SELECT FROM pg_rewrite r WHERE r.ev_class = c.oid)
              OR EXISTS (SELECT FROM pg_constraint k WHERE k.conrelid = c.oid AND k.contype NOT IN ('p', 'u', 'n'))
              OR EXISTS (SELECT FROM pg_inherits i WHERE c.oid IN (i.inhparent, i.inhrelid)))`,
};

// Of functions with one name, PostgreSQL takes the one whose arguments fit best: one that stands beside ours, or beside one
// of its own, may be called in its place. What an extension brought is known to whoever installed it.
const FUNCTIONS: Statement = {
  text: `SELECT p.proname AS name, pg_get_function_identity_arguments(p.oid) AS arguments,
           pg_get_function_result(p.oid) AS result, p.prosrc AS body,
           l.lanname = 'plpgsql' AND p.provolatile = 'v' AND NOT p.prosecdef AND p.proconfig IS NULL AS plain
         FROM pg_proc p JOIN pg_language l ON l.oid = p.prolang
         WHERE p.pronamespace = current_schema()::regnamespace
         AND (p.proname = 'append' OR p.proname IN (SELECT proname FROM pg_proc WHERE pronamespace = 'pg_catalog'::regnamespace))
         AND NOT EXISTS (SELECT FROM pg_depend d WHERE d.classid = 'pg_proc'::regclass AND d.objid = p.oid AND d.deptype = 'e')`,
};

const OPERATORS: Statement = {
  text: `SELECT o.oprname AS name FROM pg_operator o WHERE o.oprnamespace = current_schema()::regnamespace
         AND o.oprname IN (SELECT oprname FROM pg_operator WHERE oprnamespace = 'pg_catalog'::regnamespace)
         AND NOT EXISTS (SELECT FROM pg_depend d WHERE d.classid = 'pg_operator'::regclass AND d.objid = o.oid AND d.deptype = 'e')`,
};

// No row when the sequence is gone, or belongs to another column.
const SEQUENCE: Statement = {
  text: `SELECT s.seqincrement = 1 AND s.seqstart = 1 AND NOT s.seqcycle AND s.seqtypid = 'bigint'::regtype
           AND s.seqmax = 9223372036854775807 AND c.relpersistence = 'p' AS plain,
           coalesce(pg_sequence_last_value(c.oid), 0) >= coalesce((SELECT max(branch) FROM journals), 0) AS ahead
         FROM pg_sequence s JOIN pg_class c ON c.oid = s.seqrelid
         WHERE c.oid = pg_get_serial_sequence('journals', 'branch')::regclass`,
};

interface FunctionRow {
  readonly name: string;
  readonly arguments: string;
  readonly result: string;
  readonly body: string;
  readonly plain: boolean;
}

/**
 * Tables, indexes, functions and the sequence must be those that this version creates, and nothing else may change
 * what is read or written.
 */
export async function damagedSchema(db: Database): Promise<Damage[]> {
  return [...(await damagedTables(db)), ...(await damagedFunctions(db)), ...(await damagedSequence(db))];
}

async function damagedTables(db: Database): Promise<Damage[]> {
  const columns = await db.query<{ table: string; column: string }>(TABLE_COLUMNS);
  const indexes = (await db.query<{ index: string }>(TABLE_INDEXES)).map(({ index }) => index);
  const triggers = await db.query<{ name: string; table: string }>(TRIGGERS);
  const odd = await db.query<{ table: string }>(ODD_TABLES);
  const tables = Object.entries(COLUMNS).filter(([table, expected]) => {
    const found = columns.filter((each) => each.table === table).map(({ column }) => column);
    return found.toSorted().join() !== expected.toSorted().join();
  });
  return [
    ...tables.map(([table]) => ({ what: `The table ${table} is missing or changed.` })),
    ...INDEXES.filter((index) => !indexes.includes(index)).map((index) => ({
      what: `An index is missing or changed: ${index}.`,
    })),
    ...triggers
      .filter(({ table }) => Object.hasOwn(COLUMNS, table))
      .map(({ name, table }) => ({ what: `The trigger ${name} on table ${table} is not Wayfold's.` })),
    ...odd
      .filter(({ table }) => Object.hasOwn(COLUMNS, table))
      .map(({ table }) => ({
        what: `The table ${table} has rules, policies, constraints or child tables that are not Wayfold's, or is not logged.`,
      })),
  ];
}

async function damagedFunctions(db: Database): Promise<Damage[]> {
  const functions = await db.query<FunctionRow>(FUNCTIONS);
  const operators = await db.query<{ name: string }>(OPERATORS);
  const others = functions.filter((each) => !isAppend(each));
  return [
    ...(others.length < functions.length ? [] : [{ what: 'The function append is missing or changed.' }]),
    ...others.map(({ name, arguments: list }) => ({
      what: `The function ${name}(${list}) is not Wayfold's.`,
    })),
    ...operators.map(({ name }) => ({ what: `The operator ${name} is not Wayfold's.` })),
  ];
}

function isAppend({ name, arguments: list, result, body, plain }: FunctionRow): boolean {
  const wanted = APPEND_FUNCTION_SIGNATURE;
  return (
    name === 'append' &&
    plain &&
    list === wanted.arguments &&
    result === wanted.result &&
    body === APPEND_FUNCTION_BODY
  );
}

async function damagedSequence(db: Database): Promise<Damage[]> {
  const [sequence] = await db.query<{ plain: boolean; ahead: boolean }>(SEQUENCE);
  return sequence?.plain && sequence.ahead ? [] : [{ what: 'The count of branches is missing or changed.' }];
}
