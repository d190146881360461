import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { DatabaseSync } from 'node:sqlite';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { verifyStore } from '../integrity/verification.ts';
import { openJournal } from '../journal.ts';
import type { FactStore } from '../store.ts';
import { RecentCommits } from './recent-commits.ts';
import { sqliteStore } from './sqlite-store.ts';

const SECRET = 'the secret nobody may find again';
const JOURNALS = Array.from({ length: 40 }, (_, n) => `j${n}`);
let directory: string;
let file: string;
let store: FactStore;

beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'wayfold-recent-'));
  file = join(directory, 'wayfold.db');
  store = sqliteStore(file);
});
afterEach(async () => {
  await store.close();
  rmSync(directory, { recursive: true });
});

/** One commit of all journals. */
async function appendToAll(to: FactStore, text = 'nothing to see', key?: string): Promise<void> {
  await Promise.all(
    JOURNALS.map((id) => openJournal(to, id).append([{ type: 'noted', text }], key ? { key } : {})),
  );
}

/** Changes the file as another program would. */
function change(sql: string): void {
  const db = new DatabaseSync(file);
  db.exec(sql);
  db.close();
}

function count(sql: string): number {
  const db = new DatabaseSync(file, { readOnly: true });
  const row = db.prepare(`SELECT count(*) AS n FROM ${sql}`).get();
  db.close();
  return Number(row?.n);
}

test('a commit of many journals is one row until it has company, and is there for everybody at once', async () => {
  await appendToAll(store);
  await appendToAll(store);
  expect([count('recent'), count('facts WHERE v > 0')]).toEqual([2, 0]);
  const other = sqliteStore(file);
  for (const each of [store, other]) {
    expect(await openJournal(each, 'j7').facts()).toMatchObject([{ seq: 1 }, { seq: 2 }]);
    expect((await each.list({ limit: 99 })).map(({ head }) => head)).toEqual(JOURNALS.map(() => 2));
    expect((await each.usage()).facts).toBe(2 * JOURNALS.length);
    expect(await verifyStore(each)).toMatchObject({ ok: true });
  }
  await other.close();
});

test('recent commits move to their places when there are many of them', async () => {
  for (let n = 0; n < 60; n++) await appendToAll(store, `${n}`, `k${n}`);
  expect(count('facts WHERE keyed = 1')).toBeGreaterThan(2000);
  expect(count('recent')).toBeLessThan(60);
  expect((await openJournal(store, 'j3').facts()).map(({ text }) => text)).toEqual(
    Array.from({ length: 60 }, (_, n) => `${n}`),
  );
  expect(await verifyStore(store)).toMatchObject({ ok: true });
  await appendToAll(store, '59', 'k59');
  expect(await openJournal(store, 'j3').head()).toBe(60);
});

test('an append that knows the journal from before comes after those that are not moved yet', async () => {
  const other = sqliteStore(file);
  const journal = openJournal(other, 'j7');
  await journal.append([{ type: 'noted', text: 'first' }]);
  await appendToAll(store);
  expect(await journal.append([{ type: 'noted' }], { expectedSeq: 1 })).toEqual({ ok: false, head: 2 });
  expect(await journal.append([{ type: 'noted', text: 'third' }])).toMatchObject({ ok: true, head: 3 });
  expect((await openJournal(store, 'j7').facts()).map(({ text }) => text)).toEqual([
    'first',
    'nothing to see',
    'third',
  ]);
  await other.close();
});

test('processes that defer and such that do not never lose, repeat or reorder a fact', async () => {
  const stores = [store, sqliteStore({ file, deferJournals: 1 }), sqliteStore({ file, deferJournals: 2 })];
  const step = fc.record({
    at: fc.nat({ max: 2 }),
    journals: fc.uniqueArray(fc.nat({ max: 3 }), { minLength: 1 }),
    also: fc.constantFrom('', '', '', 'fork', 'delete', 'snapshot'),
  });
  let run = 0;
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 12 }), async (steps) => {
      run += 1;
      const expected = new Map<string, (string | undefined)[]>();
      let n = 0;
      for (const { at, journals, also } of steps) {
        const from = stores[at] ?? store;
        await Promise.all(
          journals.map(async (number) => {
            const id = `${run}-${number}`;
            const texts = expected.get(id) ?? [];
            const text = `${run} ${++n}`;
            expected.set(id, [...texts, text]);
            const result = await openJournal(from, id).append([{ type: 'noted', text }], {
              expectedSeq: texts.length,
            });
            expect(result).toMatchObject({ ok: true, head: texts.length + 1 });
          }),
        );
        const id = `${run}-${journals[0]}`;
        const texts = expected.get(id) ?? [];
        if (also === 'delete') {
          await from.delete(id);
          expected.delete(id);
        } else if (also === 'fork') {
          await openJournal(from, id).fork(texts.length, `${id}-${n}`);
          expected.set(`${id}-${n}`, texts);
        } else if (also === 'snapshot') {
          await openJournal(from, id).saveSnapshot({ name: 's', version: 1, seq: texts.length, state: n });
          const loaded = await openJournal(stores[0] ?? store, id).loadSnapshot({ name: 's', version: 1 });
          expect(loaded).toMatchObject({ seq: texts.length, state: n });
        }
      }
      for (const each of stores) {
        for (const [id, texts] of expected) {
          expect((await openJournal(each, id).facts()).map(({ text }) => text)).toEqual(texts);
          expect(await openJournal(each, id).verify()).toEqual({ ok: true, head: texts.length });
        }
      }
    }),
    { numRuns: 40 },
  );
  expect(await verifyStore(store)).toMatchObject({ ok: true });
  for (const other of stores.slice(1)) await other.close();
});

describe('what was erased is in no file any more:', () => {
  const filesWithSecret = () =>
    readdirSync(directory).filter((name) => readFileSync(join(directory, name)).includes(SECRET));

  test.each([
    ['a redacted fact', async () => void (await openJournal(store, 'j7').redact(4))],
    ['a deleted journal', async () => void (await store.delete('j7'))],
  ])('%s', async (_, erase) => {
    for (let n = 0; n < 3; n++) await appendToAll(store);
    await Promise.all(
      JOURNALS.map((id) =>
        openJournal(store, id).append([{ type: 'noted', text: id === 'j7' ? SECRET : 'x'.repeat(300) }]),
      ),
    );
    await appendToAll(store);
    expect(filesWithSecret()).not.toEqual([]);
    await erase();
    expect(filesWithSecret()).toEqual([]);
    expect(await verifyStore(store)).toMatchObject({ ok: true });
  });

  test('a redacted fact that was moved before', async () => {
    for (let n = 0; n < 60; n++) await appendToAll(store, n === 3 ? SECRET : `${n}`);
    for (const id of JOURNALS) await openJournal(store, id).redact(4, { overwrite: id === 'j39' });
    expect(filesWithSecret()).toEqual([]);
  });
});

describe('what was changed in recent commits is found:', () => {
  test.each([
    ['the last commit gone', 'DELETE FROM recent WHERE nr = 3'],
    ['one in between gone', 'DELETE FROM recent WHERE nr = 2'],
    ['all of them gone', 'DELETE FROM recent'],
    ['one that is empty', "UPDATE recent SET facts = '[]' WHERE nr = 3"],
    [
      'a payload',
      "UPDATE recent SET facts = replace(facts, 'nothing to see', 'something else') WHERE nr = 2",
    ],
    ['the count of moved commits', 'UPDATE store SET moved = 1'],
  ])('%s', async (_, sql) => {
    for (let n = 0; n < 3; n++) await appendToAll(store);
    change(sql);
    const other = sqliteStore(file);
    const found = await verifyStore(other).then(
      ({ ok }) => ok,
      ({ code }) => code,
    );
    await other.close();
    expect([false, 'store-corrupt']).toContain(found);
  });

  test('a key', async () => {
    await appendToAll(store, 'under a key', 'k');
    change('DELETE FROM keys WHERE branch = 7');
    expect(await store.inspect()).toHaveLength(1);
  });

  test('and nothing is appended where a commit is lost', async () => {
    for (let n = 0; n < 3; n++) await appendToAll(store);
    change('DELETE FROM recent WHERE nr = 3');
    const other = sqliteStore(file);
    await expect(openJournal(other, 'j7').append([{ type: 'noted' }])).rejects.toMatchObject({
      code: 'store-corrupt',
    });
    await other.close();
    expect((await store.inspect('j7')).length).toBe(1);
  });
});

test('what is appended next to a journal whose last fact is lost gets its place', async () => {
  for (let n = 0; n < 2; n++)
    for (const id of JOURNALS) await openJournal(store, id).append([{ type: 'noted' }]);
  change("DELETE FROM facts WHERE place = (SELECT branch << 32 | 2 FROM journals WHERE id = 'j7')");
  const other = sqliteStore(file);
  const results = await Promise.allSettled(
    JOURNALS.map((id) => openJournal(other, id).append([{ type: 'noted' }])),
  );
  const refused = results.flatMap((result, n) =>
    result.status === 'rejected' ? [[JOURNALS[n], result.reason.code]] : [],
  );
  expect(refused).toEqual([['j7', 'store-corrupt']]);
  expect(await other.delete('j1')).toBe(true);
  expect(await openJournal(other, 'j2').head()).toBe(3);
  await other.close();
});

test.each([1, 32])(
  'an append right after its journal was deleted begins a new one, with deferral from %i',
  async (deferJournals) => {
    const other = sqliteStore({ file, deferJournals });
    await openJournal(other, 'j7').append([{ type: 'noted' }]);
    const appended = openJournal(other, 'j7').append([{ type: 'noted' }]);
    await other.delete('j7');
    expect(await appended).toMatchObject({ ok: true, head: 1 });
    expect(await other.delete('j7')).toBe(true);
    await other.close();
  },
);

test('an inspection sees one moment, whatever others move to its place meanwhile', async () => {
  await appendToAll(store);
  const other = sqliteStore(file);
  const moveAfter = <T>(result: T): T => {
    // It moves everything before this returns.
    void other.delete('nothing');
    return result;
  };
  const { branches, count: recentCount } = RecentCommits.prototype;
  vi.spyOn(RecentCommits.prototype, 'branches').mockImplementationOnce(function (this: RecentCommits) {
    return moveAfter([...branches.call(this)]);
  });
  expect(await store.inspect()).toEqual([]);
  await appendToAll(store);
  vi.spyOn(RecentCommits.prototype, 'count').mockImplementationOnce(function (this: RecentCommits) {
    return recentCount.call(moveAfter(this));
  });
  expect((await store.usage()).facts).toBe(2 * JOURNALS.length);
  vi.restoreAllMocks();
  await other.close();
});

test('a process killed while it writes loses nothing it has acknowledged, and doubles nothing', async () => {
  const program = `
    import { openJournal, sqliteStore } from ${JSON.stringify(new URL('../index.ts', import.meta.url).href)};
    const store = sqliteStore(${JSON.stringify(file)});
    await Promise.all(${JSON.stringify(JOURNALS)}.map(async (id) => {
      const journal = openJournal(store, id);
      for (let head = await journal.head(); ; head++) {
        await journal.append([{ type: 'noted', n: head + 1 }], { expectedSeq: head });
        process.stdout.write(id + ' ' + (head + 1) + '\\n');
      }
    }));`;
  const acknowledged = new Map<string, number>();
  for (const lines of [1, 500, 2500, 3300]) {
    const child = spawn(process.execPath, ['--input-type=module-typescript', '-e', program], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    let seen = 0;
    for await (const line of createInterface({ input: child.stdout })) {
      const [id = '', n] = line.split(' ');
      acknowledged.set(id, Number(n));
      if (++seen === lines) child.kill('SIGKILL');
    }
    if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
    expect(await verifyStore(store)).toMatchObject({ ok: true });
    for (const [id, head] of acknowledged) {
      const numbers = (await openJournal(store, id).facts()).map(({ n }) => n);
      expect(numbers.length).toBeGreaterThanOrEqual(head);
      expect(numbers).toEqual(numbers.map((_, i) => i + 1));
    }
  }
});
