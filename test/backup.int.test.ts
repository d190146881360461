import { mkdtemp, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type FactStore, openJournal, postgresStore, sqliteStore } from '../src/journal/index.ts';
import { contents, fill, forksOf } from './backup-fixture.ts';
import { CliProcess, runWayfold } from './cli-process.ts';
import { type TestSchema, testSchema } from './postgres-schema.ts';

let cwd: string;
let schema: TestSchema;
let opened: FactStore[];

beforeEach(async () => {
  cwd = await mkdtemp(join(tmpdir(), 'wayfold-backup-'));
  schema = testSchema();
  opened = [];
});

afterEach(async () => {
  for (const store of opened) await store.close();
  await schema.drop();
  await rm(cwd, { recursive: true });
});

/** What the command line takes for a store, by a short name. */
function storeArgs(name: string): string[] {
  return name === 'postgres' ? ['--store', schema.url] : ['--data', name];
}

function open(name: string): FactStore {
  const store = name === 'postgres' ? postgresStore(schema.url) : sqliteStore(join(cwd, name, 'wayfold.db'));
  opened.push(store);
  return store;
}

async function ok(...args: string[]): Promise<string> {
  const { code, stdout, stderr } = await runWayfold(args, { cwd });
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  return stdout;
}

async function exported(from: string, file: string): Promise<string> {
  await ok('journal', 'export', '--all', '-o', file, ...storeArgs(from));
  return await readFile(join(cwd, file), 'utf8');
}

/** The lines of a backup without the time of the export. */
function timeless(text: string): string {
  return text.replaceAll(/"exportedAt":"[^"]*"/g, '"exportedAt":""');
}

describe('a store of 10,000 facts', () => {
  it('moves from SQLite to PostgreSQL and back with the same facts, hashes, attachments and forks', async () => {
    const source = open('source');
    await fill(source, { journals: 9, facts: 10_000 });
    const file = await exported('source', 'one.jsonl');
    expect(await ok('journal', 'import', 'one.jsonl', ...storeArgs('postgres'))).toContain('Verified: ');
    expect(timeless(await exported('postgres', 'two.jsonl'))).toBe(timeless(file));
    await ok('journal', 'import', 'two.jsonl', ...storeArgs('back'));

    const before = await contents(source);
    const forks = await forksOf(source);
    // What the deleted journal was forked to comes whole.
    delete forks['fork:1'];
    for (const store of [open('postgres'), open('back')]) {
      expect(await contents(store)).toEqual(before);
      expect(await forksOf(store)).toEqual(forks);
      for (const { id, head, nativeFrom } of await store.list({ limit: 1000 })) {
        expect(await openJournal(store, id).verify()).toEqual({ ok: true, head });
        expect(nativeFrom).toBe(head + 1);
      }
    }
    const { facts } = await open('back').usage();
    // The shared part of the deleted journal is there twice: in its fork, which comes whole.
    expect(facts).toBe((await source.usage()).facts);
  });
});

describe.each(['sqlite', 'postgres'])('an import into %s that is killed', (target) => {
  it('leaves only complete journals, and is completed by repeating it', async () => {
    const source = open('source');
    await fill(source, { journals: 6, facts: 6000 });
    const file = await exported('source', 'all.jsonl');
    const importing = new CliProcess(['journal', 'import', '-', ...storeArgs(target)], { cwd });
    // What it does not read any more is nobody's trouble.
    importing.child.stdin?.on('error', () => {});
    // In the middle of a journal, and with no end of the file in sight.
    importing.write(file.slice(0, Math.floor(file.length * 0.6)));
    await expect.poll(() => importing.lines.length, { timeout: 30_000 }).toBeGreaterThan(3);
    await importing.end('SIGKILL');

    const store = open(target);
    const left = await store.list({ limit: 100 });
    const all = await contents(source);
    expect(left.length).toBeGreaterThan(3);
    expect(left.length).toBeLessThan(all.length);
    expect(all).toEqual(expect.arrayContaining(await contents(store)));
    expect(await ok('journal', 'import', 'all.jsonl', ...storeArgs(target))).toContain('Skipped');
    expect(await contents(store)).toEqual(all);
    expect(await forksOf(store)).toMatchObject({ 'fork:2': { journal: 'plan:002' } });
  });
});

describe('an export', () => {
  it.each(['source', 'postgres'])(
    'of a store that is written to (%s) contains a prefix of each journal',
    async (name) => {
      const store = open(name);
      await fill(store, { journals: 3, facts: 3000 });
      const journals = (await store.list({ limit: 100 })).map(({ id }) => openJournal(store, id));
      const exporting = new CliProcess(
        ['journal', 'export', '--all', '-o', 'all.jsonl', ...storeArgs(name)],
        { cwd },
      );
      let ended = false;
      const end = exporting.end().finally(() => {
        ended = true;
      });
      for (let n = 0; !ended; n++) {
        for (const journal of journals)
          await journal.append([{ type: 'note_added', text: `meanwhile ${n}` }]);
        if (n % 10 === 0)
          await openJournal(store, 'plan:000').fork(await openJournal(store, 'plan:000').head(), `late:${n}`);
        await setImmediate();
      }
      expect(await end).toMatchObject({ code: 0, stderr: '' });
      await ok('journal', 'import', 'all.jsonl', ...storeArgs('copy'));
      const copy = open('copy');
      const copied = await copy.list({ limit: 1000 });
      expect(copied.length).toBeGreaterThanOrEqual(journals.length);
      for (const { id, head } of copied) {
        const facts = await openJournal(store, id).facts({ to: head });
        expect(await openJournal(copy, id).facts()).toEqual(facts);
      }
    },
  );

  it('exports journals by the prefix of their ids, to stdout too', async () => {
    await fill(open('source'), { journals: 3, facts: 30 });
    const text = await ok(
      'journal',
      'export',
      '--all',
      '--prefix',
      'plan:',
      '--output',
      '-',
      ...storeArgs('source'),
    );
    expect(JSON.parse(text.split('\n')[0] ?? '').journals).toMatchObject([
      { id: 'plan:000' },
      { id: 'plan:002' },
    ]);
    const { code, stderr } = await runWayfold(
      ['journal', 'export', 'plan:000', '--prefix', 'plan:', ...storeArgs('source')],
      { cwd },
    );
    expect({ code, stderr }).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('[usage]'),
    });
  });
});

it('a store that is larger than the memory can be written to a file', { timeout: 120_000 }, async () => {
  const store = open('source');
  const journal = openJournal(store, 'long');
  const text = 'x'.repeat(12_000);
  for (let i = 0; i < 16; i++)
    await journal.append(Array.from({ length: 500 }, (_, n) => ({ type: 'said', n, text })));
  const env = { NODE_OPTIONS: '--max-old-space-size=80' };
  const small = (...args: string[]) => runWayfold(args, { cwd, env });
  expect(await small('journal', 'export', '--all', '-o', 'all.jsonl', ...storeArgs('source'))).toMatchObject({
    code: 0,
  });
  expect((await stat(join(cwd, 'all.jsonl'))).size).toBeGreaterThan(95_000_000);
  expect(await small('journal', 'import', 'all.jsonl', ...storeArgs('copy'))).toMatchObject({ code: 0 });
  expect(await open('copy').describe('long')).toMatchObject({ hash: (await store.describe('long'))?.hash });
});
