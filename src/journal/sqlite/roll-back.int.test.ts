import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { rollBack } from './roll-back.ts';

let db: DatabaseSync;

beforeEach(() => {
  db = new DatabaseSync(':memory:');
  db.exec('CREATE TABLE kept (n)');
});
afterEach(() => db.close());

describe.each([
  ['tells whether a transaction is open', () => db],
  ['cannot tell, as in the oldest Nodes', () => ({ exec: (sql: string) => db.exec(sql) })],
])('a database that %s', (_, databaseOf) => {
  it('is out of its transaction, and keeps nothing of it', () => {
    db.exec('BEGIN IMMEDIATE; INSERT INTO kept VALUES (1)');
    rollBack(databaseOf());
    expect(db.isTransaction).toBe(false);
    expect(db.prepare('SELECT * FROM kept').all()).toEqual([]);
  });

  it('stays as it is where SQLite has ended the transaction itself', () => {
    db.exec('BEGIN IMMEDIATE; INSERT INTO kept VALUES (1); COMMIT');
    rollBack(databaseOf());
    expect(db.prepare('SELECT n FROM kept').all()).toEqual([{ n: 1 }]);
  });
});
