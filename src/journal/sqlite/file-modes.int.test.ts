import { spawnSync } from 'node:child_process';
import {
  chmodSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { openJournal } from '../journal.ts';
import { sqliteStore } from './sqlite-store.ts';

const canChangeUser = process.platform === 'linux' && process.getuid?.() === 0;
const NOBODY = ['--reuid', '65534', '--regid', '65534', '--clear-groups'];
let directory: string;
let file: string;
let usualMask: number;

beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'wayfold-modes-'));
  chmodSync(directory, 0o777);
  file = join(directory, 'wayfold.db');
  usualMask = process.umask(0);
});
afterEach(() => {
  process.umask(usualMask);
  rmSync(directory, { recursive: true, force: true });
});

async function withFact<Result>(look: () => Result): Promise<Result> {
  const store = sqliteStore(file);
  await openJournal(store, 'a').append([{ type: 'noted' }]);
  try {
    return look();
  } finally {
    await store.close();
  }
}

const modes = () =>
  Object.fromEntries(
    readdirSync(directory).map((name) => [name, statSync(join(directory, name)).mode & 0o777]),
  );
const PRIVATE = { 'wayfold.db': 0o600, 'wayfold.db-wal': 0o600, 'wayfold.db-shm': 0o600 };

describe.skipIf(process.platform === 'win32')('the files of a store', () => {
  test('are for their owner only, also in a directory that others may use', async () => {
    expect(await withFact(modes)).toEqual(PRIVATE);
  });

  test('become so when they were made otherwise', async () => {
    await withFact(() => undefined);
    chmodSync(file, 0o664);
    expect(await withFact(modes)).toEqual(PRIVATE);
  });

  test('are never made through a symbolic link', () => {
    const elsewhere = join(directory, 'elsewhere');
    symlinkSync(elsewhere, file);
    expect(() => sqliteStore(file)).toThrow(expect.objectContaining({ code: 'store-foreign' }));
    expect(existsSync(elsewhere)).toBe(false);
    writeFileSync(elsewhere, '');
    expect(() => sqliteStore(file)).toThrow(expect.objectContaining({ code: 'store-foreign' }));
    expect(statSync(elsewhere)).toMatchObject({ size: 0 });
  });

  test.skipIf(!canChangeUser)('cannot be read by another user of the machine', async () => {
    const status = (path: string) => spawnSync('setpriv', [...NOBODY, 'cat', path]).status;
    await withFact(() => {
      for (const name of Object.keys(PRIVATE)) expect(status(join(directory, name))).toBe(1);
    });
    writeFileSync(join(directory, 'open'), '', { mode: 0o644 });
    expect(status(join(directory, 'open'))).toBe(0);
  });
});

test.skipIf(process.platform !== 'linux')('a store in /proc is refused at once', () => {
  expect(() => sqliteStore('/proc/wayfold/data/wayfold.db')).toThrow(
    expect.objectContaining({ code: 'store-read-only' }),
  );
});
