import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import {
  exportJournals,
  type FactStore,
  importJournals,
  JournalError,
  memoryStore,
  openJournal,
  sqliteStore,
  verifyStore,
} from '../../src/journal/index.ts';
import type { Choices } from './choices.ts';
import { faultInRounds, nothingShared } from './fault.ts';
import { contentOf, type UsedStore, usedStore } from './used-store.ts';

/** Where a round puts its damage: anywhere in the file, into one value of one row, or in the place of a whole row. */
type Harm = 'bytes' | 'value' | 'row';

/**
 * A disk that forgets, or a hand that changes one value, in a store with everything a store can hold. Whatever was
 * overwritten must be harmless, so that everything reads as before, or be reported: by an error or by verifying. What is
 * exported all the same must come back as it was.
 */
export const bitRot = faultInRounds({
  name: 'bit-rot',
  injects: 'random bytes of a database file, or one value of one row, are overwritten, or a row is taken out',
  begin: nothingShared,
  async round(_, { choices, directory, tally }) {
    const file = join(directory, 'wayfold.db');
    const made = sqliteStore(file);
    const lived = await usedStore(made);
    const before = await contentOf(made, lived);
    await made.close();
    const whole = readFileSync(file);
    for (let n = 0; n < OVERWRITES; n++) {
      for (const beside of ['-wal', '-shm']) rmSync(`${file}${beside}`, { force: true });
      writeFileSync(file, whole);
      const done = HARM[choices.pick('bytes', 'value', 'row')](file, choices);
      tally.injected += 1;
      tally.acknowledged += 1;
      const seen = await reading(file, lived, before);
      if (seen === 'silent') tally.lost(`${done} passed unseen`);
      else tally.persisted += 1;
    }
  },
});

const HARM: Readonly<Record<Harm, (file: string, choices: Choices) => string>> = {
  bytes: overwriteBytes,
  value: overwriteValue,
  row: removeRow,
};

/** How often the same store is damaged in a round. */
const OVERWRITES = 100;

/** What became of a damaged store. */
type Outcome = 'harmless' | 'reported' | 'silent';

async function reading(file: string, lived: UsedStore, before: string): Promise<Outcome> {
  let store: FactStore | undefined;
  try {
    store = sqliteStore(file);
    return await outcomeOf(store, lived, before);
  } catch (error) {
    if (error instanceof JournalError) return 'reported';
    throw error;
  } finally {
    await store?.close();
  }
}

/** Verifies, reads and exports a store that may be damaged, as anybody would. */
export async function outcomeOf(store: FactStore, lived: UsedStore, before: string): Promise<Outcome> {
  const { ok } = await verifyStore(store);
  const lines = await exported(store, lived);
  if (lines && !(await comesBack(lines, lived))) return 'silent';
  if (!ok || lines === undefined) return 'reported';
  return (await contentOf(store, lived)) === before ? 'harmless' : 'silent';
}

/** The lines of an export; `undefined` when it was refused. */
async function exported(store: FactStore, { journals }: UsedStore): Promise<string[] | undefined> {
  const lines: string[] = [];
  try {
    for await (const line of exportJournals(store, journals)) lines.push(line);
    return lines;
  } catch (error) {
    if (error instanceof JournalError) return undefined;
    throw error;
  }
}

/** Whether what an export wrote can be imported: who has a backup relies on it. */
async function comesBack(lines: readonly string[], { journals }: UsedStore): Promise<boolean> {
  const copy = memoryStore();
  try {
    for await (const _ of importJournals(copy, lines));
  } catch {
    return false;
  }
  const checks = await Promise.all(journals.map((id) => openJournal(copy, id).verify()));
  return checks.every(({ ok }) => ok);
}

function overwriteBytes(file: string, choices: Choices): string {
  const bytes = readFileSync(file);
  const at = choices.between(0, bytes.length - 1);
  const count = Math.min(choices.pick(1, 1, 2, 8, 64, 600), bytes.length - at);
  bytes.set(choices.bytes(count), at);
  writeFileSync(file, bytes);
  return `${count} bytes at ${at}`;
}

const TABLES = ['facts', 'journals', 'keys', 'snapshots', 'attachments', 'store'] as const;

/** Another value of the same type in one column of one row, as a program or a person with the file at hand would write it. */
function overwriteValue(file: string, choices: Choices): string {
  const db = new DatabaseSync(file);
  try {
    const table = choices.pick(...TABLES);
    const rows = db.prepare(`SELECT rowid AS at, * FROM ${withRowids(table)}`).all();
    const row = rows[choices.between(0, rows.length - 1)];
    const columns = Object.keys(row ?? {}).filter((name) => name !== 'at');
    const column = columns[choices.between(0, columns.length - 1)] ?? '';
    const value = otherValue(row?.[column] ?? null, choices);
    const where = table === 'keys' ? 'name = ?' : 'rowid = ?';
    db.prepare(`UPDATE OR IGNORE ${table} SET ${column} = ? WHERE ${where}`).run(value, row?.at ?? null);
    return `${column} of ${table} ${String(row?.at)} set to ${String(value).slice(0, 40)}`;
  } catch (error) {
    // What the database itself refuses is no damage.
    return error instanceof Error ? `nothing (${error.message})` : 'nothing';
  } finally {
    db.close();
  }
}

/** One row of one table less. */
function removeRow(file: string, choices: Choices): string {
  const db = new DatabaseSync(file);
  try {
    const table = choices.pick(...TABLES);
    const rows = db.prepare(`SELECT rowid AS at FROM ${withRowids(table)}`).all();
    const at = rows[choices.between(0, rows.length - 1)]?.at ?? null;
    db.prepare(`DELETE FROM ${table} WHERE ${table === 'keys' ? 'name' : 'rowid'} = ?`).run(at);
    return `row ${String(at)} of ${table}, which was taken out,`;
  } finally {
    db.close();
  }
}

/** A table without row ids is told by the name of its rows. */
function withRowids(table: (typeof TABLES)[number]): string {
  return table === 'keys' ? '(SELECT name AS rowid, * FROM keys)' : table;
}

type Value = string | number | bigint | Uint8Array | null;

function otherValue(value: Value, choices: Choices): Value {
  if (value === null) return choices.pick<Value>('{"mode":"auto"}', '2020-01-01T00:00:00.000Z', 1);
  if (typeof value === 'number' || typeof value === 'bigint')
    return Number(value) + choices.pick(-1, 1, 1000);
  if (typeof value === 'string') return otherText(value, choices);
  const bytes = value.slice();
  const at = choices.between(0, bytes.length - 1);
  bytes[at] = (bytes[at] ?? 0) ^ choices.between(1, 255);
  return bytes;
}

function otherText(text: string, choices: Choices): string | null {
  if (text === '') return 'x';
  const at = choices.between(0, text.length - 1);
  const flipped = String.fromCharCode(text.charCodeAt(at) ^ 1);
  return choices.pick<string | null>(
    `${text.slice(0, at)}${flipped}${text.slice(at + 1)}`,
    text.slice(0, at),
    '',
    null,
  );
}
