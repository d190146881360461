import { describe, expect, it } from 'vitest';
import { storeWith } from '../../../test/store-with.ts';
import {
  clock,
  collected,
  edited,
  factsOf,
  given,
  linesOf,
  refusal,
} from '../../../test/transfer-fixture.ts';
import { placeAfter } from '../append.ts';
import { EMPTY_TIP } from '../integrity/chain.ts';
import { sha256 } from '../integrity/sha256.ts';
import { openJournal } from '../journal.ts';
import { memoryStore } from '../memory-store.ts';
import type { FactStore } from '../store.ts';
import { exportJournals } from './backup.ts';
import { importJournals } from './backup-import.ts';
import { importJournal } from './transfer-import.ts';
import { writeFact, writeHeader } from './transfer-line.ts';

const TS = '2026-01-01T00:00:00.000Z';

/** A file as versions without salts and records wrote it. */
function fileOfFormat1(texts: readonly string[], erased: readonly number[]): string[] {
  const facts = placeAfter(EMPTY_TIP, {
    ts: TS,
    facts: texts.map((text, i) => {
      const payload = JSON.stringify({ text });
      return { id: `f-${i}`, type: 'note_added', v: 1, payload, digest: sha256(payload) };
    }),
  });
  const { seq, hash } = facts.at(-1) ?? EMPTY_TIP;
  const header = writeHeader({ id: 'trip', head: seq, hash, exportedAt: TS });
  return [
    header.replace('"format":2', '"format":1'),
    ...facts.map((fact) =>
      writeFact(erased.includes(fact.seq) ? { ...fact, payload: null, redactedAt: TS } : fact),
    ),
  ];
}

async function backup(store: FactStore, ids: readonly string[]): Promise<string[]> {
  return await collected(exportJournals(store, ids, { clock }));
}

describe('an erased fact in an export', () => {
  it('is restored as erased, with its record and kept fields', async () => {
    const store = await given([{ text: 'a' }, { text: 'b', mode: 'auto' }]);
    await openJournal(store, 'trip', { clock }).redact(2, { keep: ['mode'], by: 'ann' });
    const copy = memoryStore();
    expect(await importJournal(copy, await linesOf(store))).toEqual({ id: 'trip', head: 3 });
    expect(await factsOf(copy)).toEqual(await factsOf(store));
    expect(await openJournal(copy, 'trip').verify()).toEqual({ ok: true, head: 3 });
  });

  it('is refused without its record', async () => {
    const lines = await linesOf(await given([{ text: 'a' }, { text: 'b' }]));
    const forged = edited(lines[1], ({ salt: _, fact, ...json }) => {
      const { text, ...envelope } = fact as Record<string, unknown>;
      return { ...json, fact: envelope, redacted: String(text && TS) };
    });
    expect(await refusal(lines.with(1, forged))).toMatchObject({ code: 'import-invalid', exitCode: 5 });
  });

  it('is refused without its record, even in a file that claims to be of format 1', async () => {
    const lines = await linesOf(await given([{ text: 'a' }, { text: 'b' }]));
    const header = edited(lines[0], (json) => ({ ...json, format: 1 }));
    const forged = edited(lines[1], ({ salt: _, fact, ...json }) => {
      const { text: __, ...envelope } = fact as Record<string, unknown>;
      return { ...json, fact: envelope, redacted: TS };
    });
    expect(await refusal(lines.with(0, header))).toMatchObject({ code: 'import-invalid' });
    expect(await refusal(lines.with(0, header).with(1, forged))).toMatchObject({ code: 'import-invalid' });
  });

  it('is refused when its record says something else', async () => {
    const store = await given([{ text: 'a', mode: 'auto' }]);
    await openJournal(store, 'trip', { clock }).redact(1, { keep: ['mode'] });
    const lines = await linesOf(store);
    for (const kept of [{ mode: 'approve' }, undefined]) {
      const forged = edited(lines[1], (json) => ({ ...json, kept }));
      expect(await refusal(lines.with(1, forged))).toMatchObject({ code: 'import-invalid' });
    }
  });

  it('of a version without records gets a record after the last fact', async () => {
    const copy = memoryStore();
    const lines = fileOfFormat1(['a', 'b', 'c'], [1, 3]);
    expect(await importJournal(copy, lines)).toEqual({ id: 'trip', head: 5 });
    expect(await factsOf(copy)).toMatchObject([
      { redactedType: 'note_added' },
      { text: 'b' },
      { redactedType: 'note_added' },
      { type: 'fact_erased', erasedSeq: 1, erasedAt: TS },
      { type: 'fact_erased', erasedSeq: 3 },
    ]);
    expect(await openJournal(copy, 'trip').verify()).toEqual({ ok: true, head: 5 });
    expect(await collected(importJournals(copy, lines))).toMatchObject([{ id: 'trip', skipped: true }]);
  });
});

describe('a fork in a backup, with shared facts that were erased', () => {
  async function family(): Promise<FactStore> {
    const store = await given([{ text: '1' }, { text: '2' }]);
    const fork = await openJournal(store, 'trip', { clock }).fork(2, 'fork');
    await fork.append([{ type: 'note_added', text: 'own' }]);
    return store;
  }

  it('is restored completely, and so is a fork created between the fact and its record', async () => {
    const store = await family();
    await openJournal(store, 'trip').redact(1);
    await openJournal(store, 'trip').fork(2, 'late');
    const ids = ['trip', 'fork', 'late'];
    const copy = memoryStore();
    await collected(importJournals(copy, await backup(store, ids)));
    for (const id of ids) {
      expect(await factsOf(copy, id)).toEqual(await factsOf(store, id));
      expect(await openJournal(copy, id).verify()).toMatchObject({ ok: true });
    }
  });

  it('gets records of erasures made here after the backup', async () => {
    const store = await family();
    const lines = await backup(store, ['trip', 'fork']);
    await store.delete('fork');
    await openJournal(store, 'trip').redact(1);
    await collected(importJournals(store, lines));
    expect(await factsOf(store, 'fork')).toMatchObject([
      { type: 'redacted' },
      { text: '2' },
      { text: 'own' },
      { type: 'fact_erased', erasedSeq: 1 },
    ]);
    expect(await openJournal(store, 'fork').verify()).toEqual({ ok: true, head: 4 });
  });

  it('is left out where the facts it shares are not erased', async () => {
    const store = await family();
    const here = memoryStore();
    await collected(importJournals(here, await backup(store, ['trip'])));
    await openJournal(here, 'trip').append([{ type: 'note_added', text: 'another way' }]);
    await openJournal(store, 'trip').redact(1);
    const lines = await backup(store, ['trip', 'fork']);
    await expect(collected(importJournals(here, lines, { skipExisting: true }))).rejects.toMatchObject({
      code: 'journal-exists',
    });
    expect(await here.describe('fork')).toBeUndefined();
  });
});

it('a backup does not restore an attachment that only an erased fact named', async () => {
  const store = memoryStore();
  const journal = openJournal(store, 'trip', { clock });
  const put = async (byte: number) => (await journal.attachments.put(new Uint8Array([byte]))).sha256;
  const [erased, kept] = [await put(1), await put(2)];
  await journal.append([
    { type: 'file_added', hash: erased },
    { type: 'file_added', hash: kept },
  ]);
  const lines = await backup(store, ['trip']);
  await journal.redact(1);
  await store.collectAttachments('9999-01-01T00:00:00.000Z');
  for (const file of [lines, await backup(store, ['trip'])]) await collected(importJournals(store, file));
  expect(await store.getAttachment(erased)).toBeUndefined();
  expect(await store.getAttachment(kept)).toBeDefined();
});

it('an export fails with erased-meanwhile if something is erased during it', async () => {
  const store = await given([{ text: 'a' }, { text: 'b' }]);
  const erasing = storeWith(store, {
    read: async (id, range) => {
      await openJournal(store, 'trip').redact(1);
      return await store.read(id, range);
    },
  });
  await expect(linesOf(erasing)).rejects.toMatchObject({ code: 'erased-meanwhile' });
  expect(await linesOf(store)).toHaveLength(4);
});

it('an export of an attachment with other bytes is refused', async () => {
  const store = memoryStore();
  const journal = openJournal(store, 'trip');
  const { sha256: hash } = await journal.attachments.put(new Uint8Array([1]));
  await journal.append([{ type: 'file_added', hash }]);
  const damaged = storeWith(store, { getAttachment: async () => new Uint8Array([2]) });
  await expect(linesOf(damaged)).rejects.toMatchObject({ code: 'store-corrupt', exitCode: 5 });
  expect(await openJournal(damaged, 'trip').verify()).toMatchObject({
    ok: false,
    damage: [expect.stringContaining(hash)],
  });
});
