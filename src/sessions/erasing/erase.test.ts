import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { collected } from '../../../test/transfer-fixture.ts';
import type { PlannerModule } from '../../harness/module/planner-module.ts';
import { createRegistry } from '../../host/registry.ts';
import {
  exportJournal,
  type FactStore,
  importJournal,
  memoryStore,
  openJournal,
  sqliteStore,
} from '../../journal/index.ts';
import { builtInModules } from '../../planners/built-in.ts';
import { createSession } from '../create-session.ts';
import { type Erasure, erase } from './erase.ts';

const registry = createRegistry(builtInModules());

const by = 'the operator';

/** A store with a note of every kind that an address can stand in. */
async function notes(): Promise<FactStore> {
  const store = memoryStore();
  const journal = openJournal(store, 'notes');
  const put = async (text: string) => (await journal.attachments.put(new TextEncoder().encode(text))).sha256;
  const prompt = await put(JSON.stringify({ text: 'data: {"at":"5 Elm \\"Road\\""}' }));
  const answer = await put('Nothing to see.');
  await journal.append([
    { type: 'note_added', text: 'Meet at 5 ELM\n"Road"' },
    { type: 'pass_settled', triggers: {}, outcome: 'committed', records: [{ prompt, answer }] },
    { type: 'note_added', text: 'Bring bread', by: 'Ann' },
    { type: 'note_added', text: 'Annabel comes too' },
    { type: 'note_added', text: 'Tell ann, please' },
  ]);
  await journal.fork(3, 'copy');
  return store;
}

async function textOf(store: FactStore): Promise<string> {
  const all = await Promise.all(['notes', 'copy'].map((id) => openJournal(store, id).facts()));
  return JSON.stringify(all);
}

const found = async (store: FactStore, query: Omit<Erasure, 'by'>) =>
  (await erase(store, registry, { ...query, by } as Erasure)).found.map(
    ({ journal, seq }) => `${journal}/${seq}`,
  );

describe('erasing words everywhere', () => {
  it('finds them in facts, prompts and forks, however they are written', async () => {
    const store = await notes();
    const words = '5 Elm "Road"';
    const places = ['copy/1', 'copy/2', 'notes/1', 'notes/2'];
    expect(await found(store, { words, dryRun: true })).toEqual(places);
    expect(await textOf(store)).toContain('ELM');
    const report = await erase(store, registry, { words, by, reason: 'asked for' });
    expect(report).toMatchObject({ erased: 2, remainders: [], files: { count: 2 } });
    expect(await textOf(store)).not.toContain('ELM');
    expect(await openJournal(store, 'copy').verify()).toMatchObject({ ok: true });
    expect(await found(store, { words })).toEqual([]);
  });

  it('keeps the usage of a pass, and nothing of its prompts', async () => {
    const store = await notes();
    await erase(store, registry, { words: '5 Elm', by });
    const [, pass] = await openJournal(store, 'notes').facts();
    expect(pass).toMatchObject({
      type: 'redacted',
      redactedType: 'pass_settled',
      kept: { outcome: 'committed', records: [{}] },
    });
    expect(JSON.stringify(pass)).not.toMatch(/[0-9a-f]{64}/);
  });

  it('keeps no field that contains the words itself', async () => {
    const store = memoryStore();
    const journal = openJournal(store, 'talk');
    await journal.append([
      { type: 'remote_sent', messageId: 'to-elm-road', text: 'elm-road', composeId: 'c' },
    ]);
    await erase(store, registry, { words: 'elm-road', by });
    expect((await journal.facts())[0]).toMatchObject({ type: 'redacted', kept: { composeId: 'c' } });
    expect(JSON.stringify(await journal.facts())).not.toContain('elm-road');
  });

  it.each([
    'Meet in ELM STRASSE',
    'Meet in El\u00adm\u200b Straße',
    'Meet in Ｅｌｍ Straße',
    'https://maps.example/?q=Elm%20Stra%C3%9Fe&z=3',
    'https://maps.example/?q=Elm+Straße, 100 % sure',
    '<b>Elm&#32;Stra&#xDF;e</b>',
  ])('finds them in %j', async (text) => {
    const store = memoryStore();
    await openJournal(store, 'notes').append([{ type: 'note_added', text }]);
    expect(await found(store, { words: 'Elm Straße' })).toEqual(['notes/1']);
  });

  it('finds them in a file in UTF-16', async () => {
    const store = memoryStore();
    const journal = openJournal(store, 'notes');
    const bytes = new Uint8Array(Buffer.from('\ufeffElm Straße', 'utf16le'));
    const swapped = new Uint8Array(Buffer.from('\ufeffElm Straße', 'utf16le').swap16());
    for (const file of [bytes, swapped])
      await journal.append([{ type: 'note_added', file: (await journal.attachments.put(file)).sha256 }]);
    expect(await found(store, { words: 'elm straße' })).toEqual(['notes/1', 'notes/2']);
  });

  it('says that a fork keeps the id of the journal it was forked from', async () => {
    const store = memoryStore();
    await openJournal(store, 'trip:elm-road').append([{ type: 'note_added', text: 'hi' }]);
    await openJournal(store, 'trip:elm-road').fork(1, 'trip:1');
    await store.delete('trip:elm-road');
    const { remainders } = await erase(store, registry, { words: 'elm-road', by });
    expect(remainders).toMatchObject([{ journal: 'trip:1' }]);
    const lines = await collected(exportJournal(store, 'trip:1'));
    await store.delete('trip:1');
    await importJournal(store, lines, { id: 'trip:2' });
    expect((await erase(store, registry, { words: 'elm-road', by })).remainders).toEqual([]);
  });

  it('says what it cannot erase', async () => {
    const store = memoryStore();
    await openJournal(store, 'trip:elm-road').append([{ type: 'note_added', text: 'hi' }]);
    const { remainders } = await erase(store, registry, { words: 'elm-road', by });
    expect(remainders).toMatchObject([{ journal: 'trip:elm-road' }]);
  });

  it('erases a setup with what it names, and lists the sessions to set up again', async () => {
    const store = memoryStore();
    const session = await createSession(store, {
      planner: 'drafter',
      id: 'talk',
      config: { systemAppend: 'Send all to 5 Elm Road' },
    });
    expect(await erase(store, registry, { words: '5 elm road', by })).toMatchObject({ needSetup: ['talk'] });
    const view = await session.view();
    expect([view.ready, view.configured?.mode, view.configured?.configSha256]).toEqual([
      false,
      'approve',
      undefined,
    ]);
    session.close();
  });

  it('refuses words that are too short, and a reason that repeats them', async () => {
    const store = await notes();
    for (const erasure of [
      { words: 'a', by },
      { words: 'bread', by, reason: 'no Bread' },
    ])
      await expect(erase(store, registry, erasure)).rejects.toMatchObject({ code: 'invalid-command' });
    expect(await textOf(store)).toContain('Bring bread');
  });
});

describe('erasing in files of planners', () => {
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'wayfold-erase-'));
  });
  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  const [drafter] = builtInModules();
  const withFolders = createRegistry([
    { ...(drafter as PlannerModule), folders: ({ env }) => [folder, folder, String(env.NOTES)] },
  ]);

  it('removes matching files in existing folders, and follows no link', async () => {
    mkdirSync(join(folder, 'deep'));
    writeFileSync(join(folder, 'deep', 'a.json'), JSON.stringify({ said: '5 "Elm" Road' }));
    writeFileSync(join(folder, 'b.txt'), 'beans');
    const elsewhere = mkdtempSync(join(tmpdir(), 'wayfold-else-'));
    writeFileSync(join(elsewhere, 'c.txt'), '5 "Elm" Road');
    symlinkSync(elsewhere, join(folder, 'link'));
    symlinkSync(join(elsewhere, 'c.txt'), join(folder, 'link.txt'));
    const query = { words: '5 "elm" road', by };
    const env = { NOTES: join(folder, 'not-there') };
    const looked = await erase(memoryStore(), withFolders, { ...query, dryRun: true }, env);
    expect(looked.caches).toBe(1);
    expect(existsSync(join(folder, 'deep', 'a.json'))).toBe(true);
    expect(await erase(memoryStore(), withFolders, query, env)).toMatchObject({ caches: 1, remainders: [] });
    expect(existsSync(join(folder, 'deep', 'a.json'))).toBe(false);
    expect(readdirSync(elsewhere)).toEqual(['c.txt']);
    expect((await erase(memoryStore(), withFolders, query, env)).caches).toBe(0);
    rmSync(elsewhere, { recursive: true });
  });

  it('passes the directory of the store to a planner', async () => {
    const store = sqliteStore(join(folder, 'data', 'wayfold.db'));
    const reported: unknown[] = [];
    const folders: PlannerModule['folders'] = ({ directory }) => {
      reported.push(directory);
      return [];
    };
    const asking = createRegistry([{ ...(drafter as PlannerModule), folders }]);
    await erase(store, asking, { words: 'elm road', by });
    await store.close();
    expect(reported).toEqual([join(folder, 'data')]);
  });
});

describe('erasing a person', () => {
  it('erases what they did and what names them, and nobody else', async () => {
    const store = await notes();
    expect(await found(store, { subject: 'Ann' })).toEqual(['copy/3', 'notes/3', 'notes/5']);
    expect(await textOf(store)).toContain('Annabel comes too');
  });

  it('does not record them as the author of the erasure', async () => {
    const store = await notes();
    await erase(store, registry, { subject: 'Ann', by: 'ann' });
    expect((await textOf(store)).toLowerCase()).not.toMatch(/\bann\b/);
  });
});
