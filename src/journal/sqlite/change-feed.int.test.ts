import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { openJournal } from '../journal.ts';
import type { FactStore } from '../store.ts';
import { sqliteStore } from './sqlite-store.ts';

let directory: string;
let here: FactStore;
let elsewhere: FactStore;

beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'wayfold-feed-'));
  const file = join(directory, 'wayfold.db');
  here = sqliteStore({ file, pollMs: 50 });
  elsewhere = sqliteStore({ file, pollMs: 50 });
});
afterEach(async () => {
  await here.close();
  await elsewhere.close();
  rmSync(directory, { recursive: true });
});

test('a watch of all that comes between an append elsewhere and the next look hides nothing', async () => {
  await openJournal(elsewhere, 'x').append([{ type: 'noted' }]);
  const seen: number[] = [];
  const stop = openJournal(here, 'x').subscribe(
    {},
    (facts) => void seen.push(...facts.map(({ seq }) => seq)),
  );
  await vi.waitFor(() => expect(seen).toEqual([1]));
  await openJournal(elsewhere, 'x').append([{ type: 'noted' }]);
  const unwatch = here.watch(() => {});
  await vi.waitFor(() => expect(seen).toEqual([1, 2]));
  unwatch();
  stop();
});

test('a watch of all hears of journals that come, move and go elsewhere', async () => {
  const notified: string[] = [];
  await openJournal(elsewhere, 'old').append([{ type: 'noted' }]);
  const unwatch = here.watch((journal) => void notified.push(journal));
  await openJournal(elsewhere, 'new').append([{ type: 'noted' }]);
  await vi.waitFor(() => expect(notified).toContain('new'));
  expect(notified).not.toContain('old');
  await openJournal(elsewhere, 'old').append([{ type: 'noted' }]);
  await vi.waitFor(() => expect(notified).toContain('old'));
  notified.length = 0;
  await elsewhere.delete('new');
  await vi.waitFor(() => expect(notified).toContain('new'));
  unwatch();
});

test('an erasure elsewhere is told to who watches the journal, a fork that shares the fact, or all of them', async () => {
  const source = openJournal(elsewhere, 'source');
  await source.append([{ type: 'noted', text: 'secret' }]);
  await source.fork(1, 'fork');
  const notified = { source: 0, fork: 0, all: new Set<string>() };
  here.watch(() => {
    notified.source += 1;
  }, 'source');
  here.watch(() => {
    notified.fork += 1;
  }, 'fork');
  here.watch((journal) => notified.all.add(journal));
  await openJournal(elsewhere, 'marker').append([{ type: 'noted' }]);
  await vi.waitFor(() => expect(notified.all).toContain('marker'));
  const before = { source: notified.source, fork: notified.fork };
  notified.all.clear();
  await source.redact(1);
  await vi.waitFor(() => expect(notified.all).toEqual(new Set(['source', 'fork', 'marker'])));
  expect(notified).toMatchObject({ source: before.source + 1, fork: before.fork + 1 });
  expect(await openJournal(here, 'fork').facts()).toMatchObject([
    { type: 'redacted' },
    { type: 'fact_erased' },
  ]);
});

test('an erasure of its own is told at once', async () => {
  const journal = openJournal(here, 'x');
  await journal.append([{ type: 'noted', text: 'secret' }]);
  const notified: string[] = [];
  here.watch((changed) => void notified.push(changed));
  await journal.redact(1);
  expect(notified).toEqual(['x']);
});

test('what a process wrote that could tell nobody is found all the same', async () => {
  const { DatabaseSync } = await import('node:sqlite');
  await openJournal(here, 'x').append([{ type: 'noted' }]);
  const notified: string[] = [];
  here.watch((journal) => void notified.push(journal));
  const silent = new DatabaseSync(join(directory, 'wayfold.db'));
  silent.exec("UPDATE journals SET id = 'y'");
  silent.close();
  await vi.waitFor(() => expect(notified.toSorted()).toEqual(['x', 'y']), { timeout: 5000 });
});

test('a write is told to who watches its journal, and to nobody else', async () => {
  const notified: string[] = [];
  for (const id of ['x', 'y']) await openJournal(elsewhere, id).append([{ type: 'noted' }]);
  for (const id of ['x', 'y']) here.watch((journal) => void notified.push(journal), id);
  await openJournal(elsewhere, 'marker').append([{ type: 'noted' }]);
  await vi.waitFor(() => expect(notified.toSorted()).toEqual(['x', 'y']), { timeout: 5000 });
  notified.length = 0;
  for (let i = 0; i < 5; i++) await openJournal(elsewhere, 'y').append([{ type: 'noted' }]);
  await vi.waitFor(() => expect(notified).toContain('y'));
  expect(notified).not.toContain('x');
});

test('where no bell can be made changes are found all the same', async () => {
  await here.close();
  const { mkdirSync } = await import('node:fs');
  mkdirSync(join(directory, 'wayfold.db-bell'));
  here = sqliteStore({ file: join(directory, 'wayfold.db'), pollMs: 50 });
  const notified: string[] = [];
  here.watch((journal) => void notified.push(journal));
  await openJournal(elsewhere, 'x').append([{ type: 'noted' }]);
  await vi.waitFor(() => expect(notified).toContain('x'));
});

test('closing twice waits for the same end', async () => {
  const journal = openJournal(here, 'x');
  const written = journal.append([{ type: 'noted' }]);
  await Promise.all([here.close(), here.close()]);
  expect(await written).toMatchObject({ ok: true, head: 1 });
  expect(await openJournal(elsewhere, 'x').head()).toBe(1);
});

test('what was erased leaves the log once nobody reads it any more', async () => {
  const { readFileSync, existsSync } = await import('node:fs');
  const { DatabaseSync } = await import('node:sqlite');
  const log = join(directory, 'wayfold.db-wal');
  const holdsSecret = () => existsSync(log) && readFileSync(log).includes('a well-kept secret');
  const journal = openJournal(here, 'x');
  await journal.append([{ type: 'noted', text: 'a well-kept secret' }]);
  const reader = new DatabaseSync(join(directory, 'wayfold.db'), { readOnly: true });
  reader.exec('BEGIN; SELECT count(*) FROM facts');
  await journal.redact(1);
  expect(holdsSecret()).toBe(true);
  reader.exec('COMMIT');
  reader.close();
  await vi.waitFor(() => expect(holdsSecret()).toBe(false), { timeout: 5000 });
});
