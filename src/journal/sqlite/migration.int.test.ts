import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { AS_VERSION_3, AS_VERSION_4, AS_VERSION_5 } from '../../../test/earlier-store-fixture.ts';
import { placeAfter } from '../append.ts';
import { EMPTY_TIP } from '../integrity/chain.ts';
import { sha256 } from '../integrity/sha256.ts';
import { verifyStore } from '../integrity/verification.ts';
import { openJournal } from '../journal.ts';
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
        other.exec(`INSERT INTO facts SELECT place + 1, id, ts, type, v, payload, digest, hash, NULL, next, NULL, NULL
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

describe('a store without salts and records', () => {
  beforeEach(() => migrate(db, file, MIGRATIONS.slice(0, 2)));

  /** A branch as version 2 wrote it. The facts in `erased` were redacted. */
  function branchOfVersion2(
    branch: number,
    id: string | null,
    texts: readonly string[],
    { erased = [], parent, at }: { erased?: readonly number[]; parent?: number; at?: StoredFact } = {},
  ): StoredFact[] {
    const tip: Tip = at ?? EMPTY_TIP;
    const facts = placeAfter(tip, {
      ts: '2026-01-01T00:00:00.000Z',
      facts: texts.map((text, n) => {
        const payload = JSON.stringify({ text });
        return { id: `f-${branch}-${n}`, type: 'noted', v: 1, payload, digest: sha256(payload) };
      }),
    });
    db.prepare(
      `INSERT INTO journals (branch, id, parent, base, origin, native_from, created_at)
       VALUES (?,?,?,?,'{"type":"created"}',?,'2026-01-01T00:00:00.000Z')`,
    ).run(branch, id, parent ?? null, tip.seq, tip.seq + 1);
    db.prepare(
      `INSERT INTO facts (place, id, ts, type, v, digest, hash, next) VALUES (? << 32 | ?,'',?,'',0,'',?,zeroblob(32))`,
    ).run(branch, tip.seq, tip.ts, tip.hash);
    const insert = db.prepare('INSERT INTO facts VALUES (? << 32 | ?,?,?,?,?,?,?,?,?,zeroblob(32))');
    for (const { seq, id, ts, type, v, payload, digest, hash } of facts) {
      const isErased = erased.includes(seq);
      const left = isErased ? null : payload;
      insert.run(
        branch,
        seq,
        id,
        ts,
        type,
        v,
        left,
        digest,
        hash,
        isErased ? '2026-02-02T00:00:00.000Z' : null,
      );
    }
    return facts;
  }

  test('keeps what it has, is whole, and each journal goes on where it ended', async () => {
    const facts = branchOfVersion2(1, 'source', ['a', 'b', 'c']);
    branchOfVersion2(2, 'fork', ['own'], { parent: 1, at: facts[1] as StoredFact });
    db.prepare('INSERT INTO keys VALUES (1, ?, ?, 3, 3)').run(
      'k',
      sha256(`noted\n1\n${sha256('{"text":"c"}')}`),
    );
    db.exec(`INSERT INTO snapshots VALUES (1, 'fold', 1, 3, '"of the former version"')`);
    await migrated(async (store) => {
      expect(await verifyStore(store)).toEqual({ ok: true, journals: 2, damaged: [], damage: [] });
      const source = openJournal(store, 'source');
      expect(await source.loadSnapshot({ name: 'fold', version: 1 })).toBeUndefined();
      expect(await source.append([{ type: 'noted', text: 'c' }], { key: 'k' })).toMatchObject({ head: 3 });
      for (const id of ['source', 'fork']) {
        const appended = await openJournal(store, id).append([{ type: 'noted' }], { expectedSeq: 3 });
        expect(appended).toMatchObject({ ok: true, head: 4 });
      }
      expect(await verifyStore(store)).toMatchObject({ ok: true });
    });
  });

  test('gets a record of each fact that was erased, and keeps no digest of it', async () => {
    const facts = branchOfVersion2(1, null, ['a', 'b', 'c'], { erased: [2] });
    branchOfVersion2(2, 'f', ['own', 'more'], { erased: [4], parent: 1, at: facts[2] as StoredFact });
    branchOfVersion2(3, 'g', [], { parent: 1, at: facts[1] as StoredFact });
    const ofKey = sha256(`noted\n1\n${sha256('{"text":"own"}')}`);
    db.prepare('INSERT INTO keys VALUES (2, ?, ?, 4, 4)').run('k', ofKey);
    await migrated(async (store) => {
      expect(await verifyStore(store)).toEqual({ ok: true, journals: 2, damaged: [], damage: [] });
      expect(await openJournal(store, 'f').facts({ from: 6 })).toMatchObject([
        { type: 'fact_erased', erasedSeq: 2, erasedAt: '2026-02-02T00:00:00.000Z' },
        { type: 'fact_erased', erasedSeq: 4 },
      ]);
      expect(await openJournal(store, 'g').facts({ from: 3 })).toMatchObject([{ erasedSeq: 2 }]);
      const reported = (await store.read('f', { from: 1, to: 9, limit: 9 })).map(({ digest }) => digest);
      for (const text of ['b', 'own']) expect(reported).not.toContain(sha256(JSON.stringify({ text })));
      const again = await openJournal(store, 'f').append([{ type: 'noted', text: 'own' }], { key: 'k' });
      expect(again).toMatchObject({ ok: true, head: 4, facts: [{ type: 'redacted' }] });
    });
    const keys = new DatabaseSync(file);
    expect(keys.prepare('SELECT digest FROM keys').all()).toEqual([{ digest: '' }]);
    keys.close();
  });

  test('is as damaged afterwards as it was before', async () => {
    branchOfVersion2(1, 'changed', ['a', 'b', 'c', 'd'], { erased: [2] });
    branchOfVersion2(2, 'cut', ['a', 'b', 'c', 'd'], { erased: [2] });
    db.exec(
      `UPDATE facts SET type = 'forged' WHERE place = (1 << 32 | 3); DELETE FROM facts WHERE place = (2 << 32 | 4)`,
    );
    await migrated(async (store) => {
      expect(await openJournal(store, 'changed').verify()).toMatchObject({ ok: false, firstBad: 3 });
      expect(await openJournal(store, 'cut').verify()).toMatchObject({ ok: false, firstBad: 4 });
    });
  });
});

test('a store of version 5 opens with its facts, and its journals go on in commits of many', async () => {
  db.close();
  rmSync(file);
  const made = sqliteStore(file);
  const ids = Array.from({ length: 40 }, (_, n) => `j${n}`);
  const appendToAll = (store: FactStore) =>
    Promise.all(ids.map((id) => openJournal(store, id).append([{ type: 'noted' }])));
  await appendToAll(made);
  await (await openJournal(made, 'j1').fork(1, 'fork')).append([{ type: 'noted' }]);
  await made.delete('j0');
  await made.close();
  db = new DatabaseSync(file);
  db.exec(AS_VERSION_5);
  await migrated(async (store) => {
    await appendToAll(store);
    await appendToAll(store);
    expect(await verifyStore(store)).toEqual({ ok: true, journals: 41, damaged: [], damage: [] });
    expect(await openJournal(store, 'j0').head()).toBe(2);
    expect(await openJournal(store, 'j1').head()).toBe(3);
  });
  db = new DatabaseSync(file);
  expect(db.prepare('SELECT count(*) > 0 AS some FROM recent').get()).toEqual({ some: 1 });
});

test('a store of version 3 opens with its keys, and one that is lost later is missed', async () => {
  db.close();
  rmSync(file);
  const batch = [{ type: 'noted', n: 2 }, { type: 'noted' }];
  const made = sqliteStore(file);
  await openJournal(made, 'j').append([{ type: 'noted', n: 1 }]);
  await openJournal(made, 'j').append(batch, { key: 'k' });
  await made.close();
  db = new DatabaseSync(file);
  db.exec(AS_VERSION_3);
  await migrated(async (store) => {
    expect(await verifyStore(store)).toMatchObject({ ok: true });
    expect(await openJournal(store, 'j').append(batch, { key: 'k' })).toMatchObject({ ok: true, head: 3 });
  });
  db = new DatabaseSync(file);
  db.exec('DELETE FROM keys');
  await migrated(async (store) => {
    expect(await openJournal(store, 'j').verify()).toMatchObject({ ok: false, damage: [expect.any(String)] });
  });
});

test('a store of version 4 opens with its attachments, and one that is lost later is missed', async () => {
  db.close();
  rmSync(file);
  const made = sqliteStore(file);
  const journal = openJournal(made, 'j');
  await journal.append([
    { type: 'noted', file: await journal.attachments.put(new TextEncoder().encode('a')) },
  ]);
  await made.close();
  db = new DatabaseSync(file);
  db.exec(AS_VERSION_4);
  await migrated(async (store) => {
    expect(await verifyStore(store)).toMatchObject({ ok: true });
  });
  db = new DatabaseSync(file);
  db.exec('DELETE FROM attachments');
  await migrated(async (store) => {
    expect(await openJournal(store, 'j').verify()).toMatchObject({ ok: false, damage: [expect.any(String)] });
  });
});
