import { execFileSync } from 'node:child_process';
import {
  copyFileSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { JournalError } from '../error.ts';
import { chainHash } from '../integrity/chain.ts';
import { sha256 } from '../integrity/sha256.ts';
import { openJournal } from '../journal.ts';
import { APPLICATION_ID, MIGRATIONS, migrate } from './schema.ts';
import { sqliteStore } from './sqlite-store.ts';

/** Small and read-only disks can be had only by root. */
const canMount = process.platform === 'linux' && process.getuid?.() === 0;
let directory: string;
let file: string;

beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'wayfold-damage-'));
  file = join(directory, 'wayfold.db');
});
afterEach(() => rmSync(directory, { recursive: true, force: true }));

async function storeWith(facts: number): Promise<void> {
  const store = sqliteStore(file);
  await openJournal(store, 'a').append(
    Array.from({ length: facts }, (_, n) => ({ type: 'noted', n, text: 'x'.repeat(200) })),
  );
  await store.close();
}

function openError(): JournalError {
  try {
    void sqliteStore(file).close();
  } catch (error) {
    if (error instanceof JournalError) return error;
    throw error;
  }
  throw new Error('the store opened');
}

test('a file that was emptied to zero bytes is a new store', async () => {
  await storeWith(3);
  for (const beside of ['', '-wal', '-shm']) rmSync(`${file}${beside}`, { force: true });
  writeFileSync(file, '');
  const store = sqliteStore(file);
  expect(await store.list({ limit: 1 })).toEqual([]);
  await store.close();
});

describe('a file that is no store of ours is refused and left as it is', () => {
  function refusedUntouched(code: string): JournalError {
    const before = readFileSync(file);
    const error = openError();
    expect(error.code).toBe(code);
    expect(error.message).toContain(file);
    expect(readFileSync(file).equals(before)).toBe(true);
    return error;
  }

  test('a text file', () => {
    writeFileSync(file, 'Dear diary, this is no database at all.\n'.repeat(10));
    refusedUntouched('store-foreign');
  });

  test('a short text file', () => {
    writeFileSync(file, 'hi');
    refusedUntouched('store-foreign');
  });

  test('a directory', () => {
    mkdirSync(file);
    expect(openError().code).toBe('store-foreign');
  });

  test('the SQLite database of another program', () => {
    const other = new DatabaseSync(file);
    other.exec("CREATE TABLE people (name TEXT); INSERT INTO people VALUES ('Ada')");
    other.close();
    refusedUntouched('store-foreign');
  });

  test('a store written by a newer version', async () => {
    await storeWith(1);
    const db = new DatabaseSync(file);
    db.exec(`PRAGMA user_version = ${MIGRATIONS.length + 1}`);
    db.close();
    expect(refusedUntouched('store-newer').fix).toContain('Upgrade');
  });

  test.each([10, 99, 4096, 20_000])('a store cut off after %i bytes', async (length) => {
    await storeWith(500);
    truncateSync(file, length);
    refusedUntouched('store-corrupt');
  });

  test('a store whose pages were overwritten fails with a typed error when they are read', async () => {
    await storeWith(500);
    const bytes = readFileSync(file);
    bytes.fill(0xa5, 4096);
    writeFileSync(file, bytes);
    const read = async () => {
      const store = sqliteStore(file);
      try {
        return await openJournal(store, 'a').facts();
      } finally {
        await store.close();
      }
    };
    await expect(read()).rejects.toMatchObject({ code: 'store-corrupt' });
  });
});

describe('a log that was torn by a crash', () => {
  test.each([1, 100, 3000, 4095])(
    'loses %i bytes of its end and nothing that was committed before',
    async (lost) => {
      const store = sqliteStore(file);
      const journal = openJournal(store, 'a');
      for (let n = 1; n <= 20; n++) await journal.append([{ type: 'noted', n }]);
      const copy = join(directory, 'copy.db');
      copyFileSync(file, copy);
      copyFileSync(`${file}-wal`, `${copy}-wal`);
      await store.close();
      truncateSync(`${copy}-wal`, statSync(`${copy}-wal`).size - lost);

      const recovered = sqliteStore(copy);
      const after = openJournal(recovered, 'a');
      expect(await after.head()).toBe(19);
      expect((await after.verify()).ok).toBe(true);
      expect(await after.append([{ type: 'noted', n: 20 }])).toMatchObject({ ok: true, head: 20 });
      await recovered.close();
    },
  );
});

describe('facts that were changed behind the journal', () => {
  const MARK_FORGED = `UPDATE facts SET next = randomblob(32) WHERE (place & 0xffffffff) = 29`;

  async function damage(sql: string) {
    await storeWith(30);
    const db = new DatabaseSync(file);
    db.exec(sql);
    db.close();
    const store = sqliteStore(file);
    const verification = await openJournal(store, 'a').verify();
    await store.close();
    return verification;
  }

  test.each([
    ['a payload', `UPDATE facts SET payload = '{"n":0}' WHERE (place & 0xffffffff) = 12`, 12],
    ['a payload erased without the journal', 'DELETE FROM facts WHERE (place & 0xffffffff) = 12', 12],
    ['a type', `UPDATE facts SET type = 'forged' WHERE (place & 0xffffffff) = 12`, 12],
    ['a time', `UPDATE facts SET ts = '2020-01-01T00:00:00.000Z' WHERE (place & 0xffffffff) = 12`, 12],
    ['a digest', `UPDATE facts SET digest = hash WHERE (place & 0xffffffff) = 12`, 12],
    ['the last fact gone', 'DELETE FROM facts WHERE (place & 0xffffffff) = 30', 30],
    [
      'a forged erasure',
      `UPDATE facts SET payload = NULL, redacted_at = ts WHERE (place & 0xffffffff) = 12`,
      12,
    ],
    ['a payload set to nothing', 'UPDATE facts SET payload = NULL WHERE (place & 0xffffffff) = 12', 12],
    ['the hash of the last fact', `UPDATE facts SET hash = digest WHERE (place & 0xffffffff) = 30`, 30],
    ['what is recorded of the last fact', MARK_FORGED, 30],
  ])('%s: verify names the place', async (_, sql, firstBad) => {
    expect(await damage(sql)).toEqual({ ok: false, head: 30, firstBad });
  });

  test.each([
    ['the last two facts gone', 'DELETE FROM facts WHERE (place & 0xffffffff) > 28', 29],
    ['the last but one gone', 'DELETE FROM facts WHERE (place & 0xffffffff) = 29', 29],
    ['all but the first gone', 'DELETE FROM facts WHERE (place & 0xffffffff) > 1', 2],
    ['all facts gone', 'DELETE FROM facts WHERE (place & 0xffffffff) > 0', 1],
    ['all rows gone', 'DELETE FROM facts', 1],
  ])('%s: verify names the first that is missing, as far as is still known', async (_, sql, firstBad) => {
    expect(await damage(sql)).toEqual({ ok: false, head: firstBad, firstBad });
  });

  test('a last fact that was written anew with a hash that fits is not the one that is on record', async () => {
    await storeWith(3);
    const db = new DatabaseSync(file);
    const [before, last] = db
      .prepare('SELECT *, place & 0xffffffff AS seq FROM facts WHERE (place & 0xffffffff) > 1')
      .all();
    const payload = '{"n":4}';
    const forged = {
      seq: Number(last?.seq),
      id: String(last?.id),
      ts: String(last?.ts),
      type: String(last?.type),
      v: Number(last?.v),
      digest: sha256(payload),
    };
    db.prepare('UPDATE facts SET payload = ?, digest = ?, hash = ? WHERE (place & 0xffffffff) = 3').run(
      payload,
      forged.digest,
      chainHash(String(before?.hash), forged),
    );
    db.close();
    const store = sqliteStore(file);
    expect(await openJournal(store, 'a').verify()).toEqual({ ok: false, head: 3, firstBad: 3 });
    await store.close();
  });

  test('nothing is appended where facts are missing, so that nothing covers the loss', async () => {
    await storeWith(3);
    const db = new DatabaseSync(file);
    db.exec('DELETE FROM facts WHERE (place & 0xffffffff) = 3');
    db.close();
    const store = sqliteStore(file);
    const journal = openJournal(store, 'a');
    await expect(journal.append([{ type: 'noted' }])).rejects.toBeInstanceOf(JournalError);
    expect(await journal.verify()).toEqual({ ok: false, head: 3, firstBad: 3 });
    const kept = await journal.fork(2, 'kept');
    expect(await kept.append([{ type: 'noted' }])).toMatchObject({ ok: true, head: 3 });
    expect(await kept.verify()).toEqual({ ok: true, head: 3 });
    await store.close();
  });

  test('a fact slipped in beyond the head is shown to nobody, and verify names it', async () => {
    await storeWith(3);
    const db = new DatabaseSync(file);
    const trigger = db.prepare("SELECT sql FROM sqlite_schema WHERE type = 'trigger'").get();
    db.exec('DROP TRIGGER facts_follow');
    db.exec(`INSERT INTO facts SELECT place + 1, id, ts, 'approved', v, payload, digest, hash, NULL, next, NULL, NULL
             FROM facts WHERE (place & 0xffffffff) = 3`);
    db.exec(String(trigger?.sql));
    db.close();
    const store = sqliteStore(file);
    const journal = openJournal(store, 'a');
    expect(await journal.facts()).toHaveLength(3);
    expect(await journal.verify()).toEqual({ ok: false, head: 3, firstBad: 4 });
    await expect(journal.append([{ type: 'noted' }])).rejects.toBeInstanceOf(JournalError);
    await store.close();
  });

  test.each([
    ['a payload that is no JSON', "UPDATE facts SET payload = '{oops'", 'store-corrupt'],
    ['an origin that is no JSON', "UPDATE journals SET origin = 'oops'", 'store-corrupt'],
    ['a branch that shares with itself', 'UPDATE journals SET parent = branch', 'store-corrupt'],
    ['a branch that shares with none there is', 'UPDATE journals SET parent = -5', 'store-corrupt'],
    ['a missing table', 'DROP TABLE keys', 'store-failed'],
    ['no version', 'PRAGMA user_version = 0', 'store-corrupt'],
  ])('%s: a typed error', async (_, sql, code) => {
    await storeWith(3);
    const db = new DatabaseSync(file);
    db.exec(sql);
    db.close();
    const read = async () => {
      const store = sqliteStore(file);
      try {
        await store.describe('a');
        return await openJournal(store, 'a').facts();
      } finally {
        await store.close();
      }
    };
    await expect(read()).rejects.toMatchObject({ name: 'JournalError', code });
  });

  test('the database refuses a fact that would leave a gap', async () => {
    await storeWith(3);
    const db = new DatabaseSync(file);
    const insert = (seq: number) =>
      db.exec(`INSERT INTO facts SELECT (place & ~0xffffffff) | ${seq}, id, ts, type, v, payload, digest, hash, NULL, next, NULL, NULL
               FROM facts WHERE (place & 0xffffffff) = 1`);
    expect(() => insert(5)).toThrow('the head has moved');
    expect(() => insert(3)).toThrow();
    db.close();
  });
});

describe('migrations', () => {
  test('a store of every released version is brought up to date with its facts', async () => {
    for (let version = 1; version <= MIGRATIONS.length; version++) {
      const db = new DatabaseSync(join(directory, `v${version}.db`));
      migrate(db, file, MIGRATIONS.slice(0, version));
      db.close();
      const store = sqliteStore(join(directory, `v${version}.db`));
      expect(await openJournal(store, 'a').append([{ type: 'noted' }])).toMatchObject({ ok: true, head: 1 });
      await store.close();
    }
  });

  test('a later version adds its step and keeps what is there', async () => {
    await storeWith(3);
    const db = new DatabaseSync(file);
    migrate(db, file, [...MIGRATIONS, 'CREATE TABLE later (x INTEGER) STRICT']);
    expect(db.prepare('SELECT count(*) AS n FROM facts WHERE v > 0').get()).toEqual({ n: 3 });
    expect(db.prepare('PRAGMA user_version').get()).toEqual({ user_version: MIGRATIONS.length + 1 });
    expect(db.prepare('PRAGMA application_id').get()).toEqual({ application_id: APPLICATION_ID });
    db.close();
  });

  test('a step that fails leaves the version before it', async () => {
    await storeWith(3);
    const db = new DatabaseSync(file);
    expect(() =>
      migrate(db, file, [...MIGRATIONS, 'CREATE TABLE half (x INTEGER) STRICT; SELECT nonsense()']),
    ).toThrow();
    expect(db.prepare('PRAGMA user_version').get()).toEqual({ user_version: MIGRATIONS.length });
    expect(db.prepare("SELECT name FROM sqlite_schema WHERE name = 'half'").get()).toBeUndefined();
    db.close();
  });
});

describe('where nothing can be written', () => {
  test('another process that keeps the lock: a typed error, then the append works', async () => {
    const store = sqliteStore({ file, lockTimeoutMs: 50 });
    const journal = openJournal(store, 'a');
    await journal.append([{ type: 'noted', n: 1 }]);
    const other = new DatabaseSync(file);
    other.exec('BEGIN IMMEDIATE');
    await expect(journal.append([{ type: 'noted', n: 2 }])).rejects.toMatchObject({ code: 'store-locked' });
    const start = performance.now();
    const many = await Promise.allSettled(
      Array.from({ length: 40 }, () => journal.append([{ type: 'noted' }])),
    );
    expect(many.every(({ status }) => status === 'rejected')).toBe(true);
    // They wait together: one after the other would be forty times the limit.
    expect(performance.now() - start).toBeLessThan(40 * 50);
    other.exec('ROLLBACK');
    other.close();
    expect(await journal.append([{ type: 'noted', n: 2 }])).toMatchObject({ ok: true, head: 2 });
    await store.close();
  });

  test.skipIf(!canMount)(
    'a full disk: the append is refused whole, what was there stays, and it works again once there is room',
    async () => {
      const disk = mount('size=1m');
      try {
        file = join(disk, 'wayfold.db');
        const filler = join(disk, 'filler');
        writeFileSync(filler, Buffer.alloc(300_000));
        const store = sqliteStore(file);
        const journal = openJournal(store, 'a');
        const large = Array.from({ length: 4 }, (_, n) => ({ type: 'noted', n, text: 'x'.repeat(50_000) }));
        let head = 0;
        const fill = async (): Promise<never> => {
          for (;;) head = (await journal.append(large)).head;
        };
        await expect(fill()).rejects.toMatchObject({ code: expect.stringMatching(/^store-(full|failed)$/) });
        expect(head).toBeGreaterThan(0);
        expect(await journal.head()).toBe(head);
        expect((await journal.verify()).ok).toBe(true);
        rmSync(filler);
        expect(await journal.append([{ type: 'noted', small: true }])).toMatchObject({
          ok: true,
          head: head + 1,
        });
        await store.close();
      } finally {
        execFileSync('umount', [disk]);
      }
    },
  );

  test.skipIf(!canMount)('a disk too full for a new store: a typed error that says so', () => {
    const disk = mount('size=64k');
    try {
      file = join(disk, 'wayfold.db');
      writeFileSync(join(disk, 'filler'), Buffer.alloc(40_000));
      expect(openError()).toMatchObject({ code: 'store-full' });
    } finally {
      execFileSync('umount', [disk]);
    }
  });

  test.skipIf(!canMount)('a disk mounted read-only: refused with the file named', () => {
    const disk = mount('size=1m,ro');
    try {
      file = join(disk, 'wayfold.db');
      const error = openError();
      expect(error.code).toBe('store-read-only');
      expect(error.message).toContain(file);
    } finally {
      execFileSync('umount', [disk]);
    }
  });

  test('a directory that cannot be made: refused with the directory named', () => {
    writeFileSync(join(directory, 'taken'), 'a file');
    file = join(directory, 'taken', 'wayfold.db');
    const error = openError();
    expect(error.code).toBe('store-read-only');
    expect(error.message).toContain(join(directory, 'taken'));
  });
});

function mount(options: string): string {
  const disk = join(directory, 'disk');
  mkdirSync(disk);
  execFileSync('mount', ['-t', 'tmpfs', '-o', options, 'tmpfs', disk]);
  return disk;
}
