import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { placeAfter } from '../append.ts';
import { EMPTY_TIP } from '../chain.ts';
import { openJournal } from '../journal.ts';
import { sha256 } from '../sha256.ts';
import type { FactStore, StoredFact, Tip } from '../store.ts';
import { MIGRATIONS, migrate } from './schema.ts';
import { sqliteStore } from './sqlite-store.ts';

let directory: string;
let file: string;
let db: DatabaseSync;

beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'wayfold-migration-'));
  file = join(directory, 'wayfold.db');
  db = new DatabaseSync(file);
  db.exec('PRAGMA journal_mode = WAL');
  migrate(db, file, MIGRATIONS.slice(0, 1));
});
afterEach(() => rmSync(directory, { recursive: true, force: true }));

/** A branch as version 1 wrote it, where the head stood in the row of the journal. Returns its facts. */
function branchOfVersion1(
  branch: number,
  id: string | null,
  { count, parent, at }: { count: number; parent?: number; at?: StoredFact },
): StoredFact[] {
  const tip: Tip = at ?? EMPTY_TIP;
  const facts = placeAfter(tip, {
    ts: '2026-01-01T00:00:00.000Z',
    facts: Array.from({ length: count }, (_, n) => {
      const payload = `{"n":${n}}`;
      return { id: `f-${branch}-${n}`, type: 'noted', v: 1, payload, digest: sha256(payload) };
    }),
  });
  db.prepare(
    `INSERT INTO journals (branch, id, parent, base, origin, native_from, created_at, growing, head, head_hash, head_ts)
     VALUES (?,?,?,?,'{"type":"created"}',?,'2026-01-01T00:00:00.000Z',1,?,?,?)`,
  ).run(branch, id, parent ?? null, tip.seq, tip.seq + 1, tip.seq, tip.hash, tip.ts);
  const insert = db.prepare('INSERT INTO facts VALUES (? << 32 | ?,?,?,?,?,?,?,?,NULL)');
  for (const { seq, id, ts, type, v, payload, digest, hash } of facts) {
    insert.run(branch, seq, id, ts, type, v, payload, digest, hash);
  }
  return facts;
}

async function migrated<T>(work: (store: FactStore) => Promise<T>): Promise<T> {
  db.close();
  const store = sqliteStore(file);
  try {
    return await work(store);
  } finally {
    await store.close();
  }
}

describe('a store in which the head stood in the row of the journal', () => {
  test('keeps its journals and forks, whole, and each goes on where it ended', async () => {
    const facts = branchOfVersion1(1, 'source', { count: 5 });
    branchOfVersion1(2, 'fork', { count: 2, parent: 1, at: facts[2] as StoredFact });
    branchOfVersion1(3, 'fork-at-head', { count: 0, parent: 1, at: facts[4] as StoredFact });
    branchOfVersion1(4, 'empty', { count: 0 });
    branchOfVersion1(5, 'one', { count: 1 });
    await migrated(async (store) => {
      const heads = { source: 5, fork: 5, 'fork-at-head': 5, empty: 0, one: 1 };
      for (const [id, head] of Object.entries(heads)) {
        const journal = openJournal(store, id);
        expect(await journal.verify()).toEqual({ ok: true, head });
        expect(await journal.append([{ type: 'noted' }], { expectedSeq: head })).toMatchObject({ ok: true });
        expect(await journal.verify()).toEqual({ ok: true, head: head + 1 });
      }
      expect(await store.describe('source')).toMatchObject({ head: 6, nativeFrom: 1 });
      expect((await store.usage()).facts).toBe(8 + 5);
    });
  });

  test('keeps what a fork shares with a journal that was deleted, and lets nothing be added to that', async () => {
    const facts = branchOfVersion1(1, null, { count: 3 });
    branchOfVersion1(2, 'fork', { count: 1, parent: 1, at: facts[2] as StoredFact });
    db.exec('UPDATE journals SET growing = 0 WHERE branch = 1');
    await migrated(async (store) => {
      expect(await openJournal(store, 'fork').verify()).toEqual({ ok: true, head: 4 });
      const other = new DatabaseSync(file);
      expect(() =>
        other.exec(`INSERT INTO facts SELECT place + 1, id, ts, type, v, payload, digest, hash, NULL, next
                    FROM facts WHERE place = (1 << 32 | 3)`),
      ).toThrow('the head has moved');
      other.close();
      expect(await store.delete('fork')).toBe(true);
      expect(await store.usage()).toMatchObject({ journals: 0, facts: 0 });
    });
  });

  test.each([
    ['its last fact was lost', 'DELETE FROM facts WHERE (place & 0xffffffff) = 5', 5, 5],
    ['many of its facts were lost', 'DELETE FROM facts WHERE (place & 0xffffffff) > 2', 3, 3],
    ['all of its facts were lost', 'DELETE FROM facts', 1, 1],
    ['its head was changed', "UPDATE journals SET head_hash = 'forged'", 5, 5],
    ['a fact was changed', "UPDATE facts SET type = 'forged' WHERE (place & 0xffffffff) = 2", 5, 2],
  ])('tells as before that %s', async (_, sql, head, firstBad) => {
    branchOfVersion1(1, 'a', { count: 5 });
    db.exec(sql);
    await migrated(async (store) => {
      expect(await openJournal(store, 'a').verify()).toEqual({ ok: false, head, firstBad });
    });
  });

  test.each([1, 3, 4])(
    'tells when facts from seq %i on are lost after it was brought up to date',
    async (kept) => {
      branchOfVersion1(1, 'a', { count: 5 });
      await migrated(async () => {});
      db = new DatabaseSync(file);
      db.exec(`DELETE FROM facts WHERE (place & 0xffffffff) > ${kept}`);
      await migrated(async (store) => {
        expect(await openJournal(store, 'a').verify()).toEqual({
          ok: false,
          head: kept + 1,
          firstBad: kept + 1,
        });
      });
    },
  );
});
