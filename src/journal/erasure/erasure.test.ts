import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { storeWith } from '../../../test/store-with.ts';
import { openJournal } from '../journal.ts';
import { memoryStore } from '../memory-store.ts';

const types = {
  configured: {
    schema: z.object({
      mode: z.string(),
      limits: z.object({ euros: z.number(), note: z.string() }),
      name: z.string(),
    }),
    v: 1,
    keeps: ['mode', 'limits.euros'],
  },
  noted: z.object({ text: z.string() }),
} as const;

const configured = {
  type: 'configured',
  mode: 'approve',
  limits: { euros: 5, note: 'private' },
  name: 'Ann',
} as const;

describe('the kept fields of an erased fact', () => {
  it('are those that its type declares', async () => {
    const journal = openJournal(memoryStore(), 'j', { facts: types });
    await journal.append([configured, { type: 'noted', text: 'a' }]);
    for (const seq of [1, 2]) await journal.redact(seq);
    const [mark, other] = await journal.facts();
    expect(mark).toMatchObject({ kept: { mode: 'approve', limits: { euros: 5 } } });
    expect(other).not.toHaveProperty('kept');
    expect(await journal.verify()).toEqual({ ok: true, head: 4 });
  });

  it('are those that the caller names, or none', async () => {
    const journal = openJournal(memoryStore(), 'j', { facts: types });
    await journal.append([configured, configured]);
    await journal.redact(1, { keep: [] });
    await journal.redact(2, { keep: ['name'] });
    const [first, second] = await journal.facts();
    expect(first).not.toHaveProperty('kept');
    expect(second).toMatchObject({ kept: { name: 'Ann' } });
  });

  it('have a size limit', async () => {
    const journal = openJournal(memoryStore(), 'j');
    await journal.append([{ type: 'noted', text: 'x'.repeat(5000) }]);
    await expect(journal.redact(1, { keep: ['text'] })).rejects.toMatchObject({ code: 'fact-too-large' });
    expect(await journal.head()).toBe(1);
  });
});

it.each([
  ['by', { by: 'x'.repeat(201) }],
  ['reason', { reason: 'x'.repeat(1001) }],
  ['keep', { keep: 'mode' as unknown as string[] }],
])('a record cannot have any %s', async (_, options) => {
  const journal = openJournal(memoryStore(), 'j');
  await journal.append([{ type: 'noted' }]);
  await expect(journal.redact(1, options)).rejects.toMatchObject({ code: 'invalid-payload' });
  expect(await journal.head()).toBe(1);
});

it('a fork created during an erasure has its record', async () => {
  const store = memoryStore();
  const journal = openJournal(store, 'j');
  await journal.append([{ type: 'noted' }, { type: 'noted' }]);
  let times = 0;
  const erasing = storeWith(store, {
    fork: async (request) => {
      times += 1;
      if (times === 1) await journal.redact(1);
      await store.fork(request);
    },
  });
  const fork = await openJournal(erasing, 'j').fork(2, 'f');
  expect(times).toBe(2);
  expect(await fork.verify()).toEqual({ ok: true, head: 3 });
});

it('an erasure during verification does not count as damage', async () => {
  const store = memoryStore();
  const journal = openJournal(store, 'j');
  await journal.append([{ type: 'noted' }, { type: 'noted' }]);
  const erasing = storeWith(store, {
    read: async (id, range) => {
      await journal.redact(1);
      return await store.read(id, range);
    },
  });
  expect(await openJournal(erasing, 'j').verify()).toEqual({ ok: true, head: 3 });
});

it('every fact gets a new salt, and salts can be injected', async () => {
  const store = memoryStore();
  await openJournal(store, 'j').append([{ type: 'noted' }, { type: 'noted' }]);
  await openJournal(store, 'j', { newSalt: () => 'ab'.repeat(16) }).append([{ type: 'noted' }]);
  const facts = await store.read('j', { from: 1, to: 3, limit: 3 });
  const salts = facts.map(({ salt }) => salt);
  expect(new Set(salts).size).toBe(3);
  expect(salts[2]).toBe('ab'.repeat(16));
});
