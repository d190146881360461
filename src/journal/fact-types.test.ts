import type { StandardSchemaV1 } from '@standard-schema/spec';
import { describe, expect, expectTypeOf, it } from 'vitest';
import { z } from 'zod';
import { checkPayload, type FactTypes, upcast } from './fact-types.ts';
import { openJournal } from './journal.ts';
import { memoryStore } from './memory-store.ts';

/** What any validator can be, written by hand. */
const handWritten: StandardSchemaV1<{ size: string }, { size: number }> = {
  '~standard': {
    version: 1,
    vendor: 'by-hand',
    validate: (value) => {
      const size = Number((value as { size?: unknown }).size);
      return Number.isNaN(size)
        ? { issues: [{ message: 'no number', path: ['size', { key: 'inner' }] }] }
        : { value: { size } };
    },
  },
};

const slow: StandardSchemaV1<{ text: string }> = {
  '~standard': {
    version: 1,
    vendor: 'slow',
    validate: async (value) => ({ value: value as { text: string } }),
  },
};

const types = {
  note_added: z.strictObject({ text: z.string().trim(), tags: z.array(z.string()).default([]) }),
  sized: handWritten,
  slow_added: slow,
  moved: {
    v: 3,
    schema: z.object({ to: z.object({ city: z.string(), country: z.string() }) }),
    upcast: {
      1: ({ place }) => ({ city: place }),
      2: ({ city }) => ({ to: { city, country: 'unknown' } }),
    },
  },
} as const satisfies FactTypes;

const open = () => openJournal(memoryStore(), 'j', { facts: types });
const fact = (type: string, v: number, payload: object) => ({
  ...payload,
  seq: 4,
  id: 'f-4',
  ts: '2026-01-01T00:00:00.000Z',
  type,
  v,
});

describe('a journal with fact types', () => {
  it('writes the parsed output of the schema', async () => {
    const journal = open();
    await journal.append([
      { type: 'note_added', text: '  hi ' },
      { type: 'sized', size: '12' },
    ]);
    await journal.append([{ type: 'slow_added', text: 'x' }]);
    expect(await journal.facts()).toMatchObject([
      { text: 'hi', tags: [], v: 1 },
      { size: 12 },
      { text: 'x' },
    ]);
  });

  it('types appended and read facts', async () => {
    const [first] = await open().facts();
    if (first?.type === 'sized') expectTypeOf(first.size).toEqualTypeOf<number>();
    if (first?.type === 'redacted') expectTypeOf(first.redactedType).toEqualTypeOf<string>();
    // @ts-expect-error a number where the schema takes a text
    const refused = open().append([{ type: 'note_added', text: 1 }]);
    await expect(refused).rejects.toMatchObject({ code: 'invalid-payload' });
  });

  it('refuses a bad payload, says where, and writes nothing', async () => {
    const journal = open();
    const hostile = JSON.parse('[{"type":"note_added","text":"ok"},{"type":"note_added","text":5,"more":1}]');
    await expect(journal.append(hostile)).rejects.toMatchObject({
      code: 'invalid-payload',
      summary: expect.stringMatching(/facts\[1\] \(note_added\).*text: .*; .*more/),
    });
    await expect(journal.append([{ type: 'sized', size: 'much' }])).rejects.toMatchObject({
      summary: expect.stringContaining('size.inner: no number'),
    });
    expect(await journal.head()).toBe(0);
  });

  it.each(['unknown', 'constructor', 'toString', 'hasOwnProperty', '__proto__x'])(
    'refuses %s, a type it does not know',
    async (type) => {
      const refused = open().append(JSON.parse(JSON.stringify([{ type }])));
      await expect(refused).rejects.toMatchObject({
        code: type.startsWith('_') ? 'invalid-fact' : 'unknown-fact-type',
      });
    },
  );

  it('accepts a declared type of any name', async () => {
    const journal = openJournal(memoryStore(), 'j', { facts: { constructor: z.object({ a: z.number() }) } });
    await journal.append([{ type: 'constructor', a: 1 }]);
    expect(await journal.facts()).toMatchObject([{ type: 'constructor', a: 1 }]);
  });

  it('refuses a version other than the current one', async () => {
    const old = JSON.parse('[{"type":"moved","v":1,"place":"Rome"}]');
    await expect(open().append(old)).rejects.toMatchObject({ code: 'invalid-payload', actual: 'version 1' });
    const current = { type: 'moved', v: 3, to: { city: 'Rome', country: 'IT' } } as const;
    expect((await open().append([current])).ok).toBe(true);
  });

  it('refuses a schema whose output is no object', async () => {
    const list = { listed: z.object({}).transform(() => 'text') };
    await expect(checkPayload(list, { type: 'listed', v: undefined, payload: {} }, 0)).rejects.toMatchObject({
      code: 'invalid-payload',
    });
  });

  it('refuses a schema whose output is an array, and writes nothing', async () => {
    const listed = z.object({ n: z.int() }).transform(({ n }) => [n]);
    const journal = openJournal(memoryStore(), 'a', { facts: { listed } });
    await expect(journal.append([{ type: 'listed', n: 1 }])).rejects.toMatchObject({ code: 'invalid-fact' });
    expect(await journal.head()).toBe(0);
  });

  it('lists the known types in the error, but not a hundred of them', async () => {
    const many = Object.fromEntries(Array.from({ length: 20 }, (_, i) => [`t${i}`, z.object({})]));
    const check = (declared: Parameters<typeof checkPayload>[0]) =>
      checkPayload(declared, { type: 'x', v: undefined, payload: {} }, 0);
    await expect(check(many)).rejects.toMatchObject({ expected: expect.stringContaining('t11 and 8 more') });
    await expect(check({})).rejects.toMatchObject({ code: 'unknown-fact-type' });
  });
});

describe('reading old facts', () => {
  it('upcasts each version to the current one', async () => {
    const store = memoryStore();
    const plain = openJournal(store, 'j');
    await plain.append([
      { type: 'moved', v: 1, place: 'Rome' },
      { type: 'moved', v: 2, city: 'Oslo' },
      { type: 'moved', v: 3, to: { city: 'Lima', country: 'PE' } },
    ]);
    expect(await openJournal(store, 'j', { facts: types }).facts()).toEqual([
      expect.objectContaining({ seq: 1, v: 3, to: { city: 'Rome', country: 'unknown' } }),
      expect.objectContaining({ seq: 2, v: 3, to: { city: 'Oslo', country: 'unknown' } }),
      expect.objectContaining({ seq: 3, v: 3, to: { city: 'Lima', country: 'PE' } }),
    ]);
  });

  it('drops what an upcaster leaves out and keeps the envelope', () => {
    const hostile = {
      ...types.moved,
      upcast: { ...types.moved.upcast, 1: () => ({ city: 'x', seq: 99, id: 'forged' }) },
    };
    const lifted = upcast({ moved: hostile }, fact('moved', 1, { place: 'Rome' }));
    expect(lifted).toEqual(fact('moved', 3, { to: { city: 'x', country: 'unknown' } }));
  });

  it('refuses a version from the future', () => {
    expect(() => upcast(types, fact('moved', 4, {}))).toThrow(
      expect.objectContaining({ code: 'fact-too-new', summary: expect.stringContaining('version 4') }),
    );
    expect(() => upcast(types, fact('note_added', 2, {}))).toThrow(
      expect.objectContaining({ code: 'fact-too-new' }),
    );
  });

  it('refuses a version without an upcaster', () => {
    const { 2: _, ...gap } = types.moved.upcast;
    expect(() => upcast({ moved: { ...types.moved, upcast: gap } }, fact('moved', 1, {}))).toThrow(
      expect.objectContaining({
        code: 'invalid-fact',
        summary: expect.stringContaining('from version 2 to 3'),
      }),
    );
  });

  it.each(['elsewhere', 'constructor', 'hasOwnProperty', 'toString'])(
    'leaves %s, a type it does not know, as it is',
    (type) => {
      const unknown = fact(type, 9, { a: 1 });
      expect(upcast(types, unknown)).toBe(unknown);
    },
  );
});
