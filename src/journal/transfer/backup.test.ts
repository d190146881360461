import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { storeWith } from '../../../test/store-with.ts';
import { clock, collected, edited, factsOf, given, refusal } from '../../../test/transfer-fixture.ts';
import { SimulatedClock } from '../../testing/simulated-clock.ts';
import { openJournal } from '../journal.ts';
import { memoryStore } from '../memory-store.ts';
import type { FactStore } from '../store.ts';
import { exportJournals } from './backup.ts';
import { importJournals } from './backup-import.ts';
import { exportJournal } from './transfer-export.ts';
import { importJournal } from './transfer-import.ts';

async function two(): Promise<FactStore> {
  const store = await given([{ text: 'a' }], 'one');
  await openJournal(store, 'two', { clock }).append([{ type: 'note_added', text: 'b' }]);
  return store;
}

/** `trip` with three notes, a fork of it at 2 with one of its own, and a fork of that one, whose id comes first. */
async function family(): Promise<FactStore> {
  const store = await given([{ text: '1' }, { text: '2' }, { text: '3' }]);
  await openJournal(store, 'trip', { clock }).fork(2, 'trip:alt');
  await openJournal(store, 'trip:alt', { clock }).append([{ type: 'note_added', text: '3, otherwise' }]);
  await openJournal(store, 'trip:alt', { clock }).fork(3, 'again');
  await openJournal(store, 'again', { clock }).append([{ type: 'note_added', text: '4' }]);
  return store;
}

const FAMILY = ['again', 'trip', 'trip:alt'];

async function backup(store: FactStore, ids: Iterable<string>): Promise<string[]> {
  return await collected(exportJournals(store, ids, { clock }));
}

async function imported(
  store: FactStore,
  lines: Iterable<string>,
  options?: { skipExisting: boolean },
): Promise<[string, 'imported' | 'skipped'][]> {
  const all = await collected(importJournals(store, lines, { clock, ...options }));
  return all.map(({ id, skipped }) => [id, skipped ? 'skipped' : 'imported']);
}

async function ids(store: FactStore): Promise<string[]> {
  return (await store.list({ limit: 100 })).map(({ id }) => id);
}

describe('several journals in one file', () => {
  it('are each restored under their own id', async () => {
    const store = await two();
    const copy = memoryStore();
    expect(await collected(importJournals(copy, exportJournals(store, ['one', 'two'])))).toEqual([
      { id: 'one', head: 1, skipped: false },
      { id: 'two', head: 1, skipped: false },
    ]);
    expect(await factsOf(copy, 'two')).toEqual(await factsOf(store, 'two'));
  });

  it('are between a header with their ends and a footer that counts them', async () => {
    const store = await family();
    const { sha256: picture } = await openJournal(store, 'again').attachments.put(new Uint8Array([1]));
    await openJournal(store, 'again').append([{ type: 'picture_added', picture }]);
    const lines = (await backup(store, FAMILY)).map((line) => JSON.parse(line));
    const heads = Object.fromEntries((await store.list({ limit: 9 })).map(({ id, hash }) => [id, hash]));
    expect(lines[0]).toEqual({
      wayfold: 'backup',
      format: 2,
      exportedAt: '2026-11-15T08:00:00.000Z',
      journals: [
        { id: 'trip', head: 3, hash: heads.trip },
        { id: 'trip:alt', head: 3, hash: heads['trip:alt'] },
        { id: 'again', head: 5, hash: heads.again },
      ],
    });
    expect(lines.at(-1)).toEqual({ end: { journals: 3, facts: 6, attachments: 1, heads } });
  });

  it('may be none', async () => {
    const lines = await backup(memoryStore(), []);
    expect(lines.length).toBe(2);
    expect(await imported(memoryStore(), lines)).toEqual([]);
  });

  it('are refused where one is expected', async () => {
    expect(await refusal(await backup(await two(), ['one', 'two']))).toMatchObject({
      summary: expect.stringContaining('a backup of 2'),
    });
  });

  it('are exported as they were when the export began, whatever is appended meanwhile', async () => {
    const store = await two();
    const before = await backup(store, ['one', 'two']);
    const during: string[] = [];
    for await (const line of exportJournals(store, ['one', 'two'], { clock })) {
      during.push(line);
      for (const id of ['one', 'two']) await openJournal(store, id).append([{ type: 'note_added' }]);
    }
    expect(during).toEqual(before);
  });

  it('fail to export if one of them is deleted before its turn', async () => {
    const store = await two();
    const lines: string[] = [];
    const exporting = (async () => {
      for await (const line of exportJournals(store, ['one', 'two'], { clock })) {
        lines.push(line);
        await store.delete('two');
      }
    })();
    await expect(exporting).rejects.toMatchObject({ code: 'journal-not-found' });
    expect(lines.at(-1)).not.toContain('"end"');
  });

  it('contain no append keys, no snapshots and no unreferenced attachments', async () => {
    const store = await two();
    const one = openJournal(store, 'one', { clock });
    await one.append([{ type: 'note_added', text: 'once' }], { key: 'a-key' });
    await one.saveSnapshot({ name: 'fold', version: 1, seq: 1, state: 'a-state' });
    const { sha256: unnamed } = await one.attachments.put(new TextEncoder().encode('unnamed'));
    const lines = await backup(store, ['one', 'two']);
    for (const text of ['a-key', 'a-state', unnamed]) expect(lines.join('\n')).not.toContain(text);
    const copy = memoryStore();
    await imported(copy, lines);
    const again = await openJournal(copy, 'one').append([{ type: 'note_added', text: 'once' }], {
      key: 'a-key',
    });
    expect(again).toMatchObject({ ok: true, head: 3 });
    expect(await openJournal(copy, 'one').loadSnapshot({ name: 'fold', version: 1 })).toBeUndefined();
  });

  it('contain an attachment before the facts of each journal that names it', async () => {
    const store = await two();
    const { sha256: picture } = await openJournal(store, 'one').attachments.put(new Uint8Array([1]));
    for (const id of ['one', 'two'])
      await openJournal(store, id).append([{ type: 'picture_added', picture }]);
    const kinds = (await backup(store, ['one', 'two'])).map((line) => Object.keys(JSON.parse(line))[0]);
    expect(kinds).toEqual([
      'wayfold',
      ...['wayfold', 'attachment', 'fact', 'fact'],
      ...['wayfold', 'attachment', 'fact', 'fact'],
      'end',
    ]);
  });

  it('are not written when one of them is missing', async () => {
    await expect(backup(await two(), ['one', 'none'])).rejects.toMatchObject({ code: 'journal-not-found' });
  });
});

describe('a fork in a backup', () => {
  it('is restored as a fork of the same journal, and shares its facts', async () => {
    const store = await family();
    const copy = memoryStore();
    expect(await imported(copy, await backup(store, FAMILY))).toEqual([
      ['trip', 'imported'],
      ['trip:alt', 'imported'],
      ['again', 'imported'],
    ]);
    for (const id of FAMILY) expect(await factsOf(copy, id)).toEqual(await factsOf(store, id));
    expect(await copy.describe('again')).toMatchObject({
      origin: { type: 'fork', journal: 'trip:alt', at: 3 },
      nativeFrom: 5,
    });
    expect(await copy.describe('trip:alt')).toMatchObject({
      origin: { type: 'fork', journal: 'trip', at: 2 },
      nativeFrom: 4,
    });
    expect((await copy.usage()).facts).toBe((await store.usage()).facts);
    await openJournal(copy, 'trip').redact(1);
    expect((await factsOf(copy, 'again'))[0]).toMatchObject({ type: 'redacted' });
  });

  it('is exported in full without its parent', async () => {
    const store = await family();
    const copy = memoryStore();
    await imported(copy, await backup(store, ['again', 'trip']));
    expect(await factsOf(copy, 'again')).toEqual(await factsOf(store, 'again'));
    expect(await copy.describe('again')).toMatchObject({ origin: { type: 'import' } });
  });

  it('is exported in full if its parent’s id names another journal by now', async () => {
    const store = await family();
    await store.delete('trip');
    const later = new SimulatedClock('2026-11-15T09:00:00.000Z');
    for (const text of ['x', 'y'])
      await openJournal(store, 'trip', { clock: later }).append([{ type: 'note_added', text }]);
    const copy = memoryStore();
    await imported(copy, await backup(store, FAMILY));
    for (const id of FAMILY) expect(await factsOf(copy, id)).toEqual(await factsOf(store, id));
    expect(await copy.describe('trip:alt')).toMatchObject({ origin: { type: 'import' } });
  });

  it('keeps its own erasures, even if the same facts were imported again under the old id', async () => {
    const store = await family();
    const old = await collected(exportJournal(store, 'trip'));
    await store.delete('trip');
    await openJournal(store, 'trip:alt').redact(1);
    await importJournal(store, old, { clock: new SimulatedClock('2026-11-15T09:00:00.000Z') });
    const copy = memoryStore();
    await imported(copy, await backup(store, FAMILY));
    expect((await factsOf(copy, 'trip:alt'))[0]).toMatchObject({ type: 'redacted' });
    expect((await factsOf(copy, 'trip'))[0]).toMatchObject({ text: '1' });
  });

  it('is written once if reused ids make forks circular', async () => {
    const store = await given([{ text: '1' }], 'a');
    await openJournal(store, 'a', { clock }).fork(1, 'b');
    await store.delete('a');
    await openJournal(store, 'b', { clock }).fork(1, 'a');
    const copy = memoryStore();
    await imported(copy, await backup(store, ['a', 'b']));
    for (const id of ['a', 'b']) expect(await factsOf(copy, id)).toEqual(await factsOf(store, id));
  });

  it('that was created while the export began contains everything it shares', async () => {
    const store = await family();
    let described = 0;
    const growing = storeWith(store, {
      describe: async (id: string) => {
        const summary = await store.describe(id);
        described += 1;
        if (described === 1) {
          await openJournal(store, 'trip', { clock }).append([{ type: 'note_added', text: 'more' }]);
          await openJournal(store, 'trip', { clock }).fork(4, 'trip:new');
        }
        return summary;
      },
    });
    const copy = memoryStore();
    await imported(copy, await backup(growing, ['trip', 'trip:new']));
    expect(await copy.describe('trip:new')).toMatchObject({
      origin: { type: 'fork', journal: 'trip', at: 4 },
    });
  });

  it('is refused when it shares more facts than it has', async () => {
    const store = await given([{ text: '1' }]);
    await openJournal(store, 'trip', { clock }).fork(1, 'trip:alt');
    const lines = await backup(store, ['trip', 'trip:alt']);
    const shorter = lines.map((line) =>
      line.replaceAll('"id":"trip:alt","head":1', '"id":"trip:alt","head":0'),
    );
    const copy = memoryStore();
    await expect(imported(copy, shorter)).rejects.toMatchObject({
      code: 'import-invalid',
      summary: expect.stringContaining('forked after its last fact'),
    });
    expect(await ids(copy)).toEqual(['trip']);
  });

  it('is refused alone, because it lacks the facts it shares', async () => {
    const lines = await backup(await family(), FAMILY);
    const from = lines.findIndex((line) => line.includes('"fork":'));
    expect(await refusal(lines.slice(from, from + 2))).toMatchObject({
      code: 'import-invalid',
      summary: expect.stringContaining('a fork of trip'),
    });
  });
});

describe('an import of several journals', () => {
  it('skips journals that exist with the same facts, even with more after them, so that it can be repeated', async () => {
    const store = await family();
    const lines = await backup(store, FAMILY);
    const copy = memoryStore();
    await importJournal(copy, exportJournal(store, 'trip'));
    await openJournal(copy, 'trip').append([{ type: 'note_added', text: 'meanwhile' }]);
    expect(await imported(copy, lines)).toEqual([
      ['trip', 'skipped'],
      ['trip:alt', 'imported'],
      ['again', 'imported'],
    ]);
    expect(await imported(copy, lines)).toEqual(FAMILY.toSorted(byPlace).map((id) => [id, 'skipped']));
    expect((await factsOf(copy, 'trip')).length).toBe(4);
    expect(await factsOf(copy, 'again')).toEqual(await factsOf(store, 'again'));
  });

  it('names every journal whose id is in use, before it writes anything', async () => {
    const lines = await backup(await family(), FAMILY);
    const copy = await given([{ text: 'mine' }], 'again');
    await openJournal(copy, 'trip:alt').append([{ type: 'note_added', text: 'mine too' }]);
    await expect(imported(copy, lines)).rejects.toMatchObject({ code: 'journal-exists' });
    expect(await ids(copy)).toEqual(['again', 'trip:alt']);
  });

  it('skips those on request, and lists the forks it has to leave out', async () => {
    const lines = await backup(await family(), FAMILY);
    const copy = await given([{ text: 'mine' }], 'trip:alt');
    await expect(imported(copy, lines, { skipExisting: true })).rejects.toMatchObject({
      code: 'journal-exists',
      summary: expect.stringContaining('again'),
    });
    expect(await ids(copy)).toEqual(['trip', 'trip:alt']);
    expect(await factsOf(copy, 'trip:alt')).toMatchObject([{ text: 'mine' }]);
  });

  it('still forks a journal that differs only after the fork point', async () => {
    const store = await family();
    const lines = await backup(store, FAMILY);
    const copy = memoryStore();
    await copy.restore('trip', storedFacts(store, 2), '2026-11-15T08:00:00.000Z');
    await openJournal(copy, 'trip').append([{ type: 'note_added', text: 'mine' }]);
    expect(await imported(copy, lines, { skipExisting: true })).toEqual([
      ['trip', 'skipped'],
      ['trip:alt', 'imported'],
      ['again', 'imported'],
    ]);
    expect(await factsOf(copy, 'again')).toEqual(await factsOf(store, 'again'));
  });

  it('adds missing attachments to a journal that was imported without them', async () => {
    const store = await two();
    const { sha256: picture } = await openJournal(store, 'one').attachments.put(new Uint8Array([1, 2]));
    await openJournal(store, 'one', { clock }).append([{ type: 'picture_added', picture }]);
    const copy = memoryStore();
    const without = await collected(exportJournals(store, ['one', 'two'], { clock, attachments: false }));
    await imported(copy, without);
    expect(await copy.getAttachment(picture)).toBeUndefined();
    await imported(copy, await backup(store, ['one', 'two']));
    expect(await copy.getAttachment(picture)).toEqual(new Uint8Array([1, 2]));
  });

  it('reads everything again, and reports what the store did not keep', async () => {
    const lines = await backup(await two(), ['one', 'two']);
    const forgetful: FactStore = Object.assign(memoryStore(), {
      restore: async (_: string, facts: AsyncIterable<unknown>) => {
        for await (const _ of facts);
      },
    });
    await expect(imported(forgetful, lines)).rejects.toMatchObject({ code: 'store-corrupt' });
  });

  it('leaves every journal complete or absent, wherever the file is cut off', async () => {
    const store = await family();
    const lines = await backup(store, FAMILY);
    for (let cut = 0; cut < lines.length; cut++) {
      const copy = memoryStore();
      await expect(imported(copy, lines.slice(0, cut))).rejects.toMatchObject({ code: 'import-invalid' });
      for (const id of await ids(copy)) expect(await factsOf(copy, id)).toEqual(await factsOf(store, id));
      await imported(copy, lines);
      expect(await ids(copy)).toEqual(FAMILY);
    }
  });

  it('refuses a line with any changed byte, or reads the same facts from it', async () => {
    const store = await family();
    const lines = await backup(store, FAMILY);
    const change = fc.record({ line: fc.nat(lines.length - 1), at: fc.nat(), byte: fc.nat(255) });
    await fc.assert(
      fc.asyncProperty(change, async ({ line, at, byte }) => {
        const bytes = new TextEncoder().encode(lines[line]);
        bytes[at % bytes.length] = byte;
        const changed = lines.with(line, new TextDecoder().decode(bytes));
        const copy = memoryStore();
        await imported(copy, changed).catch((error) =>
          expect(error).toMatchObject({ code: 'import-invalid' }),
        );
        for (const id of await ids(copy)) expect(await factsOf(copy, id)).toEqual(await factsOf(store, id));
      }),
      { numRuns: 1000 },
    );
  });

  it.each([
    ['another number of facts', { facts: 7 }, '7 facts before it'],
    ['another number of journals', { journals: 4 }, '4 journals before it'],
    ['another number of attachments', { attachments: 1 }, '1 attachments before it'],
    ['another head', { heads: { trip: 'f'.repeat(64) } }, 'trip to end in hash ffff'],
  ])('refuses an end with %s', async (_, change, expected) => {
    const lines = await backup(await family(), FAMILY);
    const end = edited(lines.at(-1), ({ end }) => ({ end: { ...Object(end), ...change } }));
    await expect(imported(memoryStore(), lines.with(-1, end))).rejects.toMatchObject({
      code: 'import-invalid',
      expected: expect.stringContaining(expected),
    });
  });

  it('refuses lines after the end', async () => {
    const lines = await backup(await two(), ['one', 'two']);
    await expect(imported(memoryStore(), [...lines, ...lines])).rejects.toMatchObject({
      code: 'import-invalid',
    });
  });
});

function byPlace(a: string, b: string): number {
  const order = ['trip', 'trip:alt', 'again'];
  return order.indexOf(a) - order.indexOf(b);
}

async function* storedFacts(store: FactStore, to: number) {
  yield* await store.read('trip', { from: 1, to, limit: to });
}
