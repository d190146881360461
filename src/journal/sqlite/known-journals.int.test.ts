import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { openJournal } from '../journal.ts';
import type { FactStore } from '../store.ts';
import { sqliteStore } from './sqlite-store.ts';

let directory: string;
let file: string;
let here: FactStore;
let elsewhere: FactStore;

beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'wayfold-known-'));
  file = join(directory, 'wayfold.db');
  here = sqliteStore(file);
  elsewhere = sqliteStore(file);
});
afterEach(async () => {
  await here.close();
  await elsewhere.close();
  rmSync(directory, { recursive: true });
});

const textsIn = async (store: FactStore, id: string) =>
  (await openJournal(store, id).facts()).map(({ text }) => text);

test('shows what another connection of this process wrote since the journal was read', async () => {
  await openJournal(here, 'x').append([{ type: 'noted', text: 'a' }]);
  for (let i = 0; i < 5; i++) {
    expect(await openJournal(here, 'x').head()).toBe(1 + i);
    await openJournal(elsewhere, 'x').append([{ type: 'noted', text: `${i}` }]);
  }
  expect(await textsIn(here, 'x')).toEqual(['a', '0', '1', '2', '3', '4']);
});

test('shows what another process did while this one stood still', async () => {
  await openJournal(here, 'gone').append([{ type: 'noted' }]);
  expect(await openJournal(here, 'gone').head()).toBe(1);
  const program = `
    const db = new (require('node:sqlite').DatabaseSync)(${JSON.stringify(file)});
    db.exec("DELETE FROM journals WHERE id = 'gone'");`;
  execFileSync(process.execPath, ['-e', program], { stdio: 'pipe' });
  expect(await here.describe('gone')).toBeUndefined();
});

test('shows no payload that another connection has erased', async () => {
  const journal = openJournal(here, 'x');
  await journal.append([{ type: 'noted', text: 'secret' }]);
  await openJournal(elsewhere, 'y').append([{ type: 'noted', text: 'b' }]);
  expect(await textsIn(here, 'x')).toEqual(['secret']);
  await openJournal(elsewhere, 'x').redact(1);
  expect(await textsIn(here, 'x')).toEqual([undefined, undefined]);
});

test('shows the journal that has an id now, however often it was made anew elsewhere', async () => {
  for (const text of ['a', 'b', 'c']) {
    await openJournal(elsewhere, 'x').append([{ type: 'noted', text }]);
    expect(await textsIn(here, 'x')).toEqual([text]);
    await elsewhere.delete('x');
    expect(await here.describe('x')).toBeUndefined();
  }
});

test('two connections see the same, whichever of them writes, deletes or erases', async () => {
  const step = fc.record({
    by: fc.constantFrom('here', 'elsewhere'),
    what: fc.constantFrom('append', 'append', 'append', 'delete', 'redact', 'attach'),
    id: fc.constantFrom('x', 'y'),
  });
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 12 }), async (steps) => {
      for (const id of ['x', 'y']) await here.delete(id);
      for (const [at, { by, what, id }] of steps.entries()) {
        const store = by === 'here' ? here : elsewhere;
        const journal = openJournal(store, id);
        const head = await journal.head();
        if (what === 'append') await journal.append([{ type: 'noted', text: `${at}` }]);
        else if (what === 'delete') await store.delete(id);
        else if (what === 'attach') await journal.attachments.put(new Uint8Array([at]));
        else if (head > 0) await journal.redact(1).catch(() => {});
        for (const each of ['x', 'y']) {
          expect(await here.describe(each)).toEqual(await elsewhere.describe(each));
          expect(await textsIn(here, each)).toEqual(await textsIn(elsewhere, each));
        }
      }
    }),
    { numRuns: 25 },
  );
});
