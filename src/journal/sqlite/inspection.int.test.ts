import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { verifyStore } from '../integrity/verification.ts';
import { openJournal } from '../journal.ts';
import type { FactStore } from '../store.ts';
import { exportJournal } from '../transfer/transfer-export.ts';
import { sqliteStore } from './sqlite-store.ts';

let directory: string;
let file: string;
let store: FactStore;

beforeEach(async () => {
  directory = mkdtempSync(join(tmpdir(), 'wayfold-inspection-'));
  file = join(directory, 'wayfold.db');
  store = sqliteStore(file);
  const journal = openJournal(store, 'trip');
  const { sha256 } = await journal.attachments.put(new TextEncoder().encode('a ticket'));
  await journal.append(
    [
      { type: 'noted', n: 1 },
      { type: 'noted', sha256 },
    ],
    { key: 'k' },
  );
  await journal.append([{ type: 'configured', mode: 'approve', name: 'Ann' }]);
  await openJournal(store, 'other').append([{ type: 'noted' }]);
  const fork = await journal.fork(2, 'fork');
  await fork.append([{ type: 'noted', own: true }]);
  await journal.redact(3, { keep: ['mode'], reason: 'asked for' });
  await journal.saveSnapshot({ name: 'fold', version: 1, seq: 4, state: { done: true } });
});
afterEach(async () => {
  await store.close();
  rmSync(directory, { recursive: true });
});

/** Changes the file as another program would. */
function change(sql: string): void {
  const db = new DatabaseSync(file);
  db.exec(sql);
  db.close();
}

test('a store that nobody has touched is whole', async () => {
  expect(await verifyStore(store)).toEqual({ ok: true, journals: 3, damaged: [], damage: [] });
});

describe('what was changed behind the store is found:', () => {
  test.each([
    ['the origin of a journal', `UPDATE journals SET origin = '{"type":"import"}' WHERE id = 'fork'`],
    ['the first seq of its own', "UPDATE journals SET native_from = 1 WHERE id = 'fork'"],
    ['when it was made', "UPDATE journals SET created_at = '2020-01-01T00:00:00.000Z'"],
    ['the name of a journal', "UPDATE journals SET id = 'trap' WHERE id = 'trip'"],
    ['where a fork begins', "UPDATE journals SET base = 1 WHERE id = 'fork'"],
    ['what a fork shares', "UPDATE journals SET parent = NULL WHERE id = 'fork'"],
    ['the row before the first fact', "UPDATE facts SET ts = '2020' WHERE v = 0"],
    ['a mark', `UPDATE facts SET next = randomblob(32) WHERE (place & 0xffffffff) = 1 AND v > 0`],
    ['the name of a key', "UPDATE keys SET name = 'l'"],
    ['what a key covers', 'UPDATE keys SET to_seq = 1'],
    ['the digest of a key', "UPDATE keys SET digest = ''"],
    ['the key of a journal that is not there', 'UPDATE keys SET branch = 77'],
    ['a key that is gone', "DELETE FROM keys WHERE name = 'k'"],
    ['a journal that is gone', "DELETE FROM journals WHERE id = 'other'"],
    ['what an erased fact kept', `UPDATE facts SET kept = '{"mode":"auto"}' WHERE kept IS NOT NULL`],
    ['that an erased fact kept something', 'UPDATE facts SET kept = NULL'],
    [
      'when a fact was erased',
      "UPDATE facts SET redacted_at = '2020-01-01T00:00:00.000Z' WHERE redacted_at IS NOT NULL",
    ],
    ['that a fact was erased', "UPDATE facts SET redacted_at = ts WHERE type = 'noted'"],
    ['the bytes of an attachment', "UPDATE attachments SET bytes = x'00'"],
    ['the size of an attachment', 'UPDATE attachments SET size = 1'],
    ['the hash of an attachment', `UPDATE attachments SET sha256 = '${'0'.repeat(64)}'`],
    ['a trigger that is gone', 'DROP TRIGGER facts_follow'],
    ['a trigger of another program', 'CREATE TRIGGER spy AFTER INSERT ON facts BEGIN SELECT 1; END'],
    ['an index that is gone', 'DROP INDEX journals_by_parent'],
    ['the count of erasures', 'INSERT INTO store VALUES (3, 0)'],
    ['the count of branches', 'UPDATE sqlite_sequence SET seq = 0'],
  ])('%s', async (_, sql) => {
    change(sql);
    expect((await verifyStore(store)).ok).toBe(false);
  });
});

test('a key that is gone is named by its fact, and only in the journal it belongs to', async () => {
  change('DELETE FROM keys');
  expect(await openJournal(store, 'trip').verify()).toMatchObject({
    ok: false,
    damage: [expect.stringContaining('fact 1')],
  });
  expect(await openJournal(store, 'fork').verify()).toMatchObject({ ok: true });
});

test('a journal whose keys went with it leaves no gap in what its forks share', async () => {
  await store.delete('trip');
  expect(await verifyStore(store)).toMatchObject({ ok: true, journals: 2 });
});

test('one journal is not blamed for what is wrong with another', async () => {
  change("UPDATE journals SET native_from = 9 WHERE id = 'other'");
  expect(await openJournal(store, 'trip').verify()).toEqual({ ok: true, head: 4 });
  expect(await openJournal(store, 'other').verify()).toMatchObject({
    ok: false,
    head: 1,
    damage: [expect.stringContaining('other')],
  });
});

test.each([
  ['its state', `UPDATE snapshots SET state = '{"done":false}'`],
  ['its seq', 'UPDATE snapshots SET seq = 2'],
  ['its version', 'UPDATE snapshots SET version = 2'],
  [
    'the journal it is of',
    "UPDATE snapshots SET branch = (SELECT branch FROM journals WHERE id = 'other'), seq = 1",
  ],
  ['its checksum', "UPDATE snapshots SET checksum = ''"],
])('a snapshot with %s changed is never used', async (_, sql) => {
  change(sql);
  for (const version of [1, 2]) {
    expect(await openJournal(store, 'trip').loadSnapshot({ name: 'fold', version })).toBeUndefined();
    expect(await openJournal(store, 'other').loadSnapshot({ name: 'fold', version })).toBeUndefined();
  }
});

test('the snapshot before a damaged one is used', async () => {
  const journal = openJournal(store, 'trip');
  await journal.saveSnapshot({ name: 'fold', version: 1, seq: 1, state: 'earlier' });
  change(`UPDATE snapshots SET state = '"forged"' WHERE seq = 4`);
  expect(await journal.loadSnapshot({ name: 'fold', version: 1 })).toMatchObject({
    seq: 1,
    state: 'earlier',
  });
});

test('a damaged attachment is refused, and whole again when it is put again', async () => {
  const { attachments } = openJournal(store, 'trip');
  const bytes = new TextEncoder().encode('a ticket');
  const { sha256 } = await attachments.put(bytes);
  change("UPDATE attachments SET bytes = x'00', size = 1");
  await expect(attachments.get(sha256)).rejects.toMatchObject({ code: 'store-corrupt', exitCode: 5 });
  await attachments.put(bytes);
  expect(await attachments.get(sha256)).toEqual(bytes);
  expect(await verifyStore(store)).toMatchObject({ ok: true });
});

test('an attachment that was taken out whole is missed, and whole again when it is put again', async () => {
  const { attachments } = openJournal(store, 'trip');
  const bytes = new TextEncoder().encode('a ticket');
  const { sha256 } = await attachments.put(bytes);
  change('DELETE FROM attachments');
  await expect(attachments.get(sha256)).rejects.toMatchObject({ code: 'store-corrupt', exitCode: 5 });
  await expect(attachments.get('0'.repeat(64))).rejects.toMatchObject({ code: 'attachment-not-found' });
  expect(await openJournal(store, 'trip').verify()).toMatchObject({ ok: false });
  expect(await verifyStore(store)).toMatchObject({ ok: false, damage: [expect.stringContaining(sha256)] });
  await expect(linesOf(exportJournal(store, 'trip'))).rejects.toMatchObject({
    code: 'store-corrupt',
  });
  expect(await linesOf(exportJournal(store, 'trip', { attachments: false }))).not.toEqual([]);
  await attachments.put(bytes);
  expect(await verifyStore(store)).toMatchObject({ ok: true });
});

test('an attachment that was collected is not missed', async () => {
  const { attachments } = openJournal(store, 'trip');
  const { sha256 } = await attachments.put(new TextEncoder().encode('of no use'));
  expect(await attachments.collect({ graceMs: 0 })).toMatchObject({ count: 1 });
  await expect(attachments.get(sha256)).rejects.toMatchObject({ code: 'attachment-not-found' });
  expect(await verifyStore(store)).toMatchObject({ ok: true });
});

async function linesOf(exported: AsyncIterable<string>): Promise<string[]> {
  const lines: string[] = [];
  for await (const line of exported) lines.push(line);
  return lines;
}
