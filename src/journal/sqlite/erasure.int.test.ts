import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { collected } from '../../../test/transfer-fixture.ts';
import { openJournal } from '../journal.ts';
import { memoryStore } from '../memory-store.ts';
import type { FactStore } from '../store.ts';
import { exportJournal } from '../transfer/transfer-export.ts';
import { importJournal } from '../transfer/transfer-import.ts';
import { sqliteStore } from './sqlite-store.ts';

const SECRET = 'the secret nobody may find again';
let directory: string;
let store: FactStore;

beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'wayfold-erasure-'));
  store = sqliteStore(join(directory, 'wayfold.db'));
});
afterEach(async () => {
  await store.close();
  rmSync(directory, { recursive: true });
});

/** The files of the store that hold the secret, the write-ahead log included. */
function filesWithSecret(): string[] {
  return readdirSync(directory).filter((name) => readFileSync(join(directory, name)).includes(SECRET));
}

test('a redacted payload is in no file of the store any more', async () => {
  const journal = openJournal(store, 'a');
  await journal.append([
    { type: 'noted', n: 1 },
    { type: 'noted', text: SECRET },
    { type: 'noted', n: 3 },
  ]);
  await journal.saveSnapshot({ name: 'texts', version: 1, seq: 3, state: { texts: [SECRET] } });
  await journal.fork(3, 'b');
  expect(filesWithSecret()).not.toEqual([]);
  await journal.redact(2);
  expect(filesWithSecret()).toEqual([]);
});

test.each([
  {
    what: 'a redacted fact',
    erase: async () => {
      const journal = openJournal(store, 'j3');
      for (const { seq } of await journal.facts()) await journal.redact(seq);
    },
  },
  { what: 'a deleted journal', erase: async () => void (await store.delete('j3')) },
])('$what leaves no copy where rows were moved to make room for others', async ({ erase }) => {
  for (let n = 0; n < 400; n++) {
    const text = n % 7 === 3 ? `${SECRET} ${n}` : 'nothing to see';
    await openJournal(store, `j${n % 7}`).append([{ type: 'noted', text, fill: 'x'.repeat((n * 37) % 900) }]);
  }
  await erase();
  expect(filesWithSecret()).toEqual([]);
});

test('erasing waits for what another process is writing', async () => {
  const other = sqliteStore(join(directory, 'wayfold.db'));
  const journal = openJournal(store, 'a');
  await journal.append([{ type: 'noted', text: SECRET }]);
  const writing = Array.from({ length: 50 }, (_, n) =>
    openJournal(other, 'b').append([{ type: 'noted', n }]),
  );
  await journal.redact(1);
  await Promise.all(writing);
  await other.close();
  expect(filesWithSecret()).toEqual([]);
});

test('a deleted journal is in no file of the store any more', async () => {
  const journal = openJournal(store, 'a');
  for (let n = 0; n < 50; n++)
    await journal.append([{ type: 'noted', text: `${SECRET} ${n}`, fill: 'x'.repeat(n * 100) }]);
  expect(filesWithSecret()).not.toEqual([]);
  await store.delete('a');
  expect(filesWithSecret()).toEqual([]);
});

test('an import that never ended is in no file of the store after a collection', async () => {
  const other = memoryStore();
  for (let n = 0; n < 3; n++)
    await openJournal(other, 'a').append(
      Array.from({ length: 500 }, () => ({ type: 'noted', text: SECRET })),
    );
  const lines = await collected(exportJournal(other, 'a'));
  const isCut = Promise.withResolvers<void>();
  async function* cut() {
    yield* lines.slice(0, -1);
    isCut.resolve();
    await new Promise(() => {});
  }
  void importJournal(store, cut());
  await isCut.promise;
  expect(filesWithSecret()).not.toEqual([]);
  await store.collectAttachments('9999-01-01T00:00:00.000Z');
  expect(filesWithSecret()).toEqual([]);
});

test('a deleted journal frees what no fork shares, and the last fork frees the rest', async () => {
  const journal = openJournal(store, 'a');
  await journal.append(Array.from({ length: 10 }, (_, n) => ({ type: 'noted', n })));
  const early = await journal.fork(4, 'early');
  const late = await early.fork(2, 'late');
  await store.delete('a');
  expect((await store.usage()).facts).toBe(4);
  await store.delete('early');
  expect((await store.usage()).facts).toBe(2);
  expect(await late.verify()).toEqual({ ok: true, head: 2 });
  await store.delete('late');
  expect(await store.usage()).toMatchObject({ journals: 0, facts: 0 });
});

test('an append that knows the journal from before does not land in one that was deleted meanwhile', async () => {
  const other = sqliteStore(join(directory, 'wayfold.db'));
  const journal = openJournal(store, 'a');
  await journal.append([{ type: 'noted', n: 1 }]);
  await journal.fork(1, 'keeps-the-branch');
  await other.delete('a');
  expect(await journal.append([{ type: 'noted', n: 2 }])).toMatchObject({ ok: true, head: 1 });
  expect(await openJournal(other, 'a').facts()).toMatchObject([{ seq: 1, n: 2 }]);
  await other.close();
});
