import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { testSchema } from '../../../test/postgres-schema.ts';
import { openJournal } from '../journal.ts';
import { memoryStore } from '../memory-store.ts';
import { postgresStore } from '../postgres/postgres-store.ts';
import { sqliteStore } from '../sqlite/sqlite-store.ts';
import type { FactStore } from '../store.ts';
import { exportJournal } from './transfer-export.ts';
import { importJournal } from './transfer-import.ts';

describe.each(['sqlite', 'postgres'] as const)('between memory and %s', (kind) => {
  let store: FactStore;
  let remove: () => Promise<void>;

  beforeEach(async () => {
    if (kind === 'postgres') {
      const schema = testSchema();
      store = postgresStore(schema.url);
      remove = schema.drop;
    } else {
      const directory = await mkdtemp(join(tmpdir(), 'wayfold-transfer-'));
      store = sqliteStore(join(directory, 'wayfold.db'));
      remove = () => rm(directory, { recursive: true });
    }
  });

  afterEach(async () => {
    await store.close();
    await remove();
  });

  async function exported(from: FactStore): Promise<string[]> {
    const lines: string[] = [];
    const clock = { now: () => 0 };
    for await (const line of exportJournal(from, 'trip', { clock })) lines.push(line);
    return lines;
  }

  /** Longer than one chunk of any store, with an attachment and an erased fact. */
  async function source(): Promise<FactStore> {
    const memory = memoryStore();
    const journal = openJournal(memory, 'trip');
    const { sha256 } = await journal.attachments.put(new Uint8Array([1, 2, 3]));
    await journal.append([{ type: 'picture_added', sha256 }]);
    for (let i = 0; i < 3; i++) {
      await journal.append(
        Array.from({ length: 1000 }, (_, n) => ({ type: 'counted', n, text: 'grün \u2028' })),
      );
    }
    await journal.redact(2);
    return memory;
  }

  it('a journal makes a round trip unchanged', async () => {
    const lines = await exported(await source());
    expect(await importJournal(store, lines)).toEqual({ id: 'trip', head: 3002 });
    expect(await openJournal(store, 'trip').verify()).toEqual({ ok: true, head: 3002 });
    expect(await exported(store)).toEqual(lines);
  });

  it('a file that is damaged at its end leaves no journal behind and its id free', async () => {
    const lines = await exported(await source());
    await expect(importJournal(store, lines.slice(0, -1))).rejects.toMatchObject({ code: 'import-invalid' });
    expect(await store.describe('trip')).toBeUndefined();
    expect(await store.usage()).toMatchObject({ journals: 0, facts: 0 });
    expect(await importJournal(store, lines)).toMatchObject({ head: 3002 });
  });
});
