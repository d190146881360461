import { execFile } from 'node:child_process';
import { createServer } from 'node:net';
import { inspect, promisify } from 'node:util';
import { Client } from 'pg';
import { afterEach, beforeEach, describe, expect, inject, it } from 'vitest';
import { eventually } from '../../../test/eventually.ts';
import { failureOf, type TestSchema, testSchema } from '../../../test/postgres-schema.ts';
import { startPostgres } from '../../../test/postgres-server.ts';
import { type TcpProxy, tcpProxy } from '../../../test/tcp-proxy.ts';
import { openJournal } from '../journal.ts';
import { postgresStore } from './postgres-store.ts';

const note = (text: string) => ({ type: 'note_added', text });

let schema: TestSchema;
let proxy: TcpProxy;

beforeEach(async () => {
  schema = testSchema();
  proxy = await tcpProxy(schema.url);
});

afterEach(async () => {
  await schema.drop();
  await proxy.close();
});

describe('a server', () => {
  it('that is not there is told at once, without the password', async () => {
    const error = await failureOf(schema.open('postgres://me:hush-hush@127.0.0.1:1/db').describe('j'));
    expect(error.code).toBe('store-unreachable');
    expect(error.message).toContain('127.0.0.1:1/db');
    expect(inspect(error, { depth: 10 })).not.toContain('hush-hush');
  });

  it('that takes nobody without the right password is told so, without the password', async () => {
    const url = new URL(inject('postgresUrl'));
    url.password = 'hush-hush';
    const error = await failureOf(schema.open(url.href).append({ journal: 'j', facts: [], ts: '' }));
    expect(error.code).toBe('store-unreachable');
    expect(error.fix).toContain('password');
    expect(inspect(error, { depth: 10 })).not.toContain('hush-hush');
  });

  it('whose URL cannot be read is told so, without the password', async () => {
    const error = await failureOf(schema.open('postgres://me:hush-hush@host:no-port/db').usage());
    expect(error.code).toBe('store-unreachable');
    expect(inspect(error, { depth: 10 })).not.toContain('hush-hush');
  });

  it('that takes connections and says nothing is given up', async () => {
    const silent = createServer().listen(0, '127.0.0.1');
    await new Promise((resolve) => silent.once('listening', resolve));
    const address = silent.address();
    const port = typeof address === 'object' ? address?.port : 0;
    const store = schema.open(`postgres://me:x@127.0.0.1:${port}/db`, { connectTimeoutMs: 100 });
    expect((await failureOf(store.list({ limit: 1 }))).code).toBe('store-unreachable');
    silent.close();
  });

  it('that no longer answers is given up', async () => {
    const journal = openJournal(schema.open(proxy.url, { answerTimeoutMs: 200 }), 'j');
    await journal.append([note('a')]);
    proxy.hang();
    expect((await failureOf(journal.append([note('b')]))).code).toBe('store-unreachable');
  });

  it('that answers while this process is blocked is not given up', async () => {
    const store = schema.open(schema.url, { connectTimeoutMs: 500, answerTimeoutMs: 500 });
    const block = () => Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 1000);
    const connecting = store.list({ limit: 1 });
    setImmediate(block);
    expect(await connecting).toEqual([]);
    const reading = store.list({ limit: 1 });
    setImmediate(block);
    expect(await reading).toEqual([]);
  });

  it('that has more to do than the pool has connections is waited for', async () => {
    const journal = openJournal(schema.open(schema.url, { poolSize: 1, connectTimeoutMs: 500 }), 'j');
    await journal.append([note('a')]);
    const somebody = new Client(inject('postgresUrl'));
    await somebody.connect();
    await somebody.query(`BEGIN; LOCK TABLE ${schema.schema}.journals`);
    const heads = Promise.all(Array.from({ length: 50 }, () => journal.head()));
    // Longer than a connection may take to make: waiting for a free one has no such limit.
    await somebody.query('SELECT pg_sleep(0.7)');
    await somebody.end();
    expect(new Set(await heads)).toEqual(new Set([1]));
  });

  it('that restarts is found again, by appends, reads and subscriptions', async () => {
    const server = await startPostgres();
    const [writer, reader] = [postgresStore(server.url), postgresStore(server.url)];
    try {
      const journal = openJournal(writer, 'j');
      const seen: unknown[] = [];
      openJournal(reader, 'j').subscribe({}, (facts) => void seen.push(...facts.map(({ text }) => text)));
      await journal.append([note('before')]);
      await eventually(() => seen).toEqual(['before']);
      await server.stop();
      expect((await failureOf(journal.append([note('lost')]))).code).toBe('store-unreachable');
      expect((await failureOf(journal.head())).code).toBe('store-unreachable');
      await server.start();
      await journal.append([note('after')]);
      await eventually(() => seen).toEqual(['before', 'after']);
      expect(await journal.verify()).toEqual({ ok: true, head: 2 });
    } finally {
      await writer.close();
      await reader.close();
      await server.remove();
    }
  });

  for (const [sqlState, code] of [
    ['53100', 'store-full'],
    ['25006', 'store-read-only'],
    ['XX001', 'store-corrupt'],
    ['P0001', 'store-failed'],
  ] as const) {
    it(`that fails with ${sqlState} is told as ${code}, and nothing is written`, async () => {
      const journal = openJournal(schema.open(), 'j');
      await journal.append([note('a')]);
      await schema.sql(`CREATE FUNCTION fail() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
                          RAISE EXCEPTION 'no' USING ERRCODE = '${sqlState}'; END $$`);
      await schema.sql('CREATE TRIGGER fail BEFORE INSERT ON facts EXECUTE FUNCTION fail()');
      const failed = await Promise.all([1, 2, 3].map(() => failureOf(journal.append([note('b')]))));
      expect(failed.map((error) => error.code)).toEqual([code, code, code]);
      await schema.sql('DROP TRIGGER fail ON facts');
      expect(await journal.verify()).toEqual({ ok: true, head: 1 });
    });
  }

  it('where somebody keeps a lock is told as store-locked', async () => {
    const journal = openJournal(schema.open(schema.url, { lockTimeoutMs: 100 }), 'j');
    await journal.append([note('a')]);
    const somebody = new Client(inject('postgresUrl'));
    await somebody.connect();
    await somebody.query(`BEGIN; SELECT FROM ${schema.schema}.journals FOR UPDATE`);
    expect((await failureOf(journal.append([note('b')]))).code).toBe('store-locked');
    await somebody.end();
    expect(await journal.append([note('b')])).toMatchObject({ ok: true, head: 2 });
  });
});

describe('a process', () => {
  it('ends by itself although it left its store open', async () => {
    const script = `
      import { openJournal } from ${JSON.stringify(import.meta.resolve('../journal.ts'))};
      import { postgresStore } from ${JSON.stringify(import.meta.resolve('./postgres-store.ts'))};
      await openJournal(postgresStore(process.env.STORE), 'j').append([{ type: 'note_added', text: 'a' }]);`;
    await promisify(execFile)(process.execPath, ['--input-type=module', '-e', script], {
      env: { ...process.env, STORE: schema.url },
      timeout: 20_000,
    });
    expect(await openJournal(schema.open(), 'j').head()).toBe(1);
  });
});
