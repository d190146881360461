import { Client } from 'pg';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { eventually } from '../../../test/eventually.ts';
import { type TestSchema, testSchema } from '../../../test/postgres-schema.ts';
import { openJournal } from '../journal.ts';
import type { FactStore } from '../store.ts';
import { forkBranch, lockBranches } from './branching.ts';
import type { Session } from './database.ts';
import { postgresStore } from './postgres-store.ts';

let schema: TestSchema;
let store: FactStore;

beforeEach(() => {
  schema = testSchema();
  store = postgresStore(schema.url);
});

afterEach(async () => {
  await store.close();
  await schema.drop();
});

const note = (text: string) => ({ type: 'note_added', text });
const open = (id: string) => openJournal(store, id);

async function rows(): Promise<{ journals: number; facts: number; snapshots: number; keys: number }> {
  const [counted] = await schema.sql<{ journals: number; facts: number; snapshots: number; keys: number }>(
    `SELECT (SELECT count(*)::int FROM journals) AS journals, (SELECT count(*)::int FROM facts) AS facts,
            (SELECT count(*)::int FROM snapshots) AS snapshots, (SELECT count(*)::int FROM keys) AS keys`,
  );
  return counted ?? { journals: -1, facts: -1, snapshots: -1, keys: -1 };
}

describe('a chain of forks', () => {
  it('50 levels deep reads and verifies, from any level and across all of them', async () => {
    await open('f0').append([note('0.0'), note('0.1')]);
    for (let level = 1; level <= 50; level++) {
      const fork = await open(`f${level - 1}`).fork(level + 1, `f${level}`);
      await fork.append([note(`${level}.0`), note(`${level}.1`)]);
    }
    expect(await open('f50').verify()).toEqual({ ok: true, head: 53 });
    const texts = (await open('f50').facts()).map(({ text }) => text);
    expect(texts).toEqual([
      '0.0',
      ...Array.from({ length: 51 }, (_, i) => `${i}.${i === 0 ? 1 : 0}`),
      '50.1',
    ]);
    const middle = await store.read('f50', { from: 20, to: 30, limit: 5 });
    expect(middle.map(({ seq }) => seq)).toEqual([20, 21, 22, 23, 24]);
    for (let level = 0; level < 50; level++) await store.delete(`f${level}`);
    expect(await open('f50').verify()).toEqual({ ok: true, head: 53 });
    expect((await rows()).facts).toBe(53);
    await store.delete('f50');
    expect(await rows()).toEqual({ journals: 0, facts: 0, snapshots: 0, keys: 0 });
  });

  it('that adds nothing in between hangs on the branch that has the facts', async () => {
    await open('f0').append([note('a')]);
    for (let level = 1; level <= 20; level++) {
      await open(`f${level - 1}`).fork(1, `f${level}`);
      await store.delete(`f${level - 1}`);
    }
    expect(await rows()).toMatchObject({ journals: 2, facts: 1 });
    expect(await open('f20').verify()).toEqual({ ok: true, head: 1 });
  });
});

describe('deletion', () => {
  it('keeps what forks share and no more', async () => {
    await open('j').append([note('1'), note('2'), note('3'), note('4')], { key: 'k' });
    for (const seq of [1, 4]) await open('j').saveSnapshot({ name: 'n', version: 1, seq, state: seq });
    await open('j').fork(1, 'f1');
    await open('j').fork(2, 'f2');
    await store.delete('j');
    expect(await rows()).toEqual({ journals: 3, facts: 2, snapshots: 1, keys: 0 });
    await store.delete('f2');
    expect(await rows()).toMatchObject({ journals: 2, facts: 1 });
    expect(await open('f1').verify()).toEqual({ ok: true, head: 1 });
    expect((await open('f1').loadSnapshot({ name: 'n', version: 1 }))?.seq).toBe(1);
    await store.delete('f1');
    expect(await rows()).toEqual({ journals: 0, facts: 0, snapshots: 0, keys: 0 });
  });

  it('of a whole family at once leaves nothing behind', async () => {
    const other = postgresStore(schema.url);
    await open('j').append([note('1'), note('2')]);
    const forks = Array.from({ length: 10 }, (_, i) => `f${i}`);
    for (const fork of forks) {
      await open('j').fork(2, fork);
      await open(fork).append([note(fork)]);
    }
    await Promise.all(['j', ...forks].map((id, i) => (i % 2 ? other : store).delete(id)));
    await other.close();
    expect(await rows()).toEqual({ journals: 0, facts: 0, snapshots: 0, keys: 0 });
  });

  it('while another appends leaves a journal that is whole, old or new', async () => {
    const other = postgresStore(schema.url);
    for (let round = 0; round < 10; round++) {
      await Promise.all([
        ...Array.from({ length: 5 }, () => openJournal(other, 'j').append([note('x')])),
        store.delete('j'),
      ]);
      const summary = await store.describe('j');
      if (summary) expect(await open('j').verify()).toEqual({ ok: true, head: summary.head });
    }
    await store.delete('j');
    await other.close();
    expect(await rows()).toEqual({ journals: 0, facts: 0, snapshots: 0, keys: 0 });
  });
});

describe('redaction', () => {
  it('leaves no trace of the text in any table', async () => {
    const secret = 'the-secret-word';
    await open('j').append([note('a'), { type: 'told', text: secret }, note('b')]);
    const fork = await open('j').fork(3, 'f');
    await open('j').saveSnapshot({ name: 'n', version: 1, seq: 2, state: { secret } });
    await fork.append([note('c')]);
    await fork.saveSnapshot({ name: 'n', version: 1, seq: 4, state: { secret } });
    await fork.redact(2);
    const found = await schema.sql(
      `SELECT f::text FROM facts f WHERE f::text LIKE $1 UNION ALL SELECT s::text FROM snapshots s WHERE s::text LIKE $1
       UNION ALL SELECT k::text FROM keys k WHERE k::text LIKE $1`,
      [`%${secret}%`],
    );
    expect(found).toEqual([]);
    expect(await open('j').verify()).toEqual({ ok: true, head: 4 });
    expect(await fork.verify()).toEqual({ ok: true, head: 5 });
  });

  it('tells who watches a fork that was being made at the same time', async () => {
    await open('j').append([note('secret')]);
    const forking = new Client({ connectionString: schema.url.split(/[?&]schema=/)[0] });
    await forking.connect();
    forking.setTypeParser(20, Number);
    try {
      await forking.query(`SET search_path TO ${schema.schema}; BEGIN`);
      const session: Session = {
        query: async ({ text }, values = []) => (await forking.query(text, [...values])).rows,
      };
      await lockBranches(session, schema.schema, 'shared');
      const createdAt = '2026-01-01T00:00:00.000Z';
      await forkBranch(session, { source: 'j', at: 1, target: 'f', createdAt, redactions: 0, records: [] });
      const redacting = open('j').redact(1);
      const [{ pid }] = (await forking.query('SELECT pg_backend_pid() AS pid')).rows;
      const blocked = 'SELECT FROM pg_stat_activity WHERE $1 = ANY (pg_blocking_pids(pid))';
      await Promise.race([redacting, eventually(() => schema.sql(blocked, [pid])).toHaveLength(1)]);
      await forking.query('COMMIT');
      let reported = 0;
      store.watch(() => {
        reported += 1;
      }, 'f');
      await redacting;
      expect(reported).toBeGreaterThan(0);
    } finally {
      await forking.end();
    }
  });
});

describe('an import', () => {
  it('is invisible until it is whole, and leaves nothing when its id is taken meanwhile', async () => {
    await open('j').append([note('a'), note('b')]);
    const facts = await store.read('j', { from: 1, to: 2, limit: 2 });
    const slow = async function* () {
      yield* facts.slice(0, 1);
      expect(await store.describe('copy')).toBeUndefined();
      await open('copy').append([note('taken')]);
      yield* facts.slice(1);
    };
    await expect(store.restore('copy', slow(), '2026-01-01T00:00:00.000Z')).rejects.toMatchObject({
      code: 'journal-exists',
    });
    expect(await rows()).toMatchObject({ journals: 2, facts: 3 });
    expect(await open('copy').verify()).toEqual({ ok: true, head: 1 });
  });

  it('may read from the very store it goes into, however few connections that has', async () => {
    const small = postgresStore({ url: schema.url, poolSize: 1 });
    await openJournal(small, 'j').append([note('a'), note('b')]);
    const facts = async function* () {
      for (const from of [1, 2]) yield* await small.read('j', { from, to: from, limit: 1 });
    };
    const copies = ['c1', 'c2', 'c3'];
    await Promise.all(copies.map((id) => small.restore(id, facts(), '2026-01-01T00:00:00.000Z')));
    for (const id of copies) expect(await openJournal(small, id).verify()).toEqual({ ok: true, head: 2 });
    await small.close();
  });
});
