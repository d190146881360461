import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { JournalError } from './error.ts';
import { canonicalJson } from './integrity/canonical-json.ts';
import { openJournal } from './journal.ts';
import { memoryStore } from './memory-store.ts';

test('a batch with a hole is refused and nothing is written', async () => {
  const journal = openJournal(memoryStore(), 'a');
  const holes: { type: string }[] = [];
  holes[1] = { type: 'noted' };
  await expect(journal.append(holes)).rejects.toMatchObject({ code: 'invalid-fact' });
  expect(await journal.head()).toBe(0);
});

test.each([undefined, null, 'noted', { type: 'noted' }, 7])(
  '%j in place of a batch is refused',
  async (batch) => {
    const journal = openJournal(memoryStore(), 'a');
    // @ts-expect-error callers without types can pass anything
    await expect(journal.append(batch)).rejects.toMatchObject({ code: 'invalid-fact' });
  },
);

test('a fact type without fields can be appended and read with its types', async () => {
  const journal = openJournal(memoryStore(), 'a', {
    facts: { started: z.strictObject({}), noted: z.object({ n: z.int() }) },
  });
  const result = await journal.append([{ type: 'started' }, { type: 'noted', n: 1 }]);
  expect(result.ok && result.facts.map(({ type }) => type)).toEqual(['started', 'noted']);
});

test('later mutations by the caller do not change the fact', async () => {
  const journal = openJournal(memoryStore(), 'a');
  const fact = { type: 'noted', list: [1] };
  await journal.append([fact]);
  fact.list.push(2);
  expect(await journal.facts()).toMatchObject([{ list: [1] }]);
});

test('changing a fact that was read does not change the journal', async () => {
  const journal = openJournal(memoryStore(), 'a');
  await journal.append([{ type: 'noted', list: [1] }]);
  for (const fact of await journal.facts()) if (Array.isArray(fact.list)) fact.list.push(2);
  expect(await journal.facts()).toMatchObject([{ list: [1] }]);
});

test('an append returns the same facts that a reader gets', async () => {
  const payload = fc.dictionary(
    fc.string().filter((key) => !['__proto__', 'seq', 'id', 'ts', 'type', 'v'].includes(key)),
    fc.jsonValue({ stringUnit: 'binary' }),
  );
  await fc.assert(
    fc.asyncProperty(payload, async (fields) => {
      fc.pre(!JSON.stringify(fields).includes('"__proto__"'));
      const journal = openJournal(memoryStore(), 'a');
      const result = await journal.append([{ ...fields, type: 'noted', left: undefined, zero: -0 }]);
      const read = await journal.facts();
      expect(result).toStrictEqual({ ok: true, head: 1, facts: read });
      expect(JSON.stringify(result)).toBe(JSON.stringify({ ok: true, head: 1, facts: read }));
    }),
  );
});

test("a fact that an append returned is the caller's own", async () => {
  const journal = openJournal(memoryStore(), 'a');
  const fact = { type: 'noted', list: [1] };
  const append = () => journal.append([fact], { key: 'once' });
  for (const result of [await append(), await append()]) {
    const facts = result.ok ? result.facts : [];
    expect(facts).toMatchObject([{ list: [1] }]);
    for (const { list } of facts) if (Array.isArray(list)) list.push(2);
  }
  expect(fact.list).toEqual([1]);
  expect(await journal.facts()).toMatchObject([{ list: [1] }]);
});

test('a repeated append whose fact was erased returns its placeholder', async () => {
  const journal = openJournal(memoryStore(), 'a');
  await journal.append([{ type: 'noted', text: 'secret' }], { key: 'once' });
  await journal.redact(1);
  const again = await journal.append([{ type: 'noted', text: 'secret' }], { key: 'once' });
  expect(again).toMatchObject({ ok: true, facts: [{ type: 'redacted', redactedType: 'noted' }] });
  expect(JSON.stringify(again)).not.toContain('secret');
});

test('objects with endlessly shared children are refused quickly', () => {
  let node: unknown = 'leaf';
  for (let level = 0; level < 100; level++) node = { a: node, b: node };
  expect(() => canonicalJson(node)).toThrow(expect.objectContaining({ code: 'fact-too-large' }));
});

test.each(['', '-a', '.a', 'a b', 'a/b', '../a', 'ä', 'a\n', 'a'.repeat(129), 7, null, undefined])(
  '%j cannot be the id of a journal',
  (id) => {
    // @ts-expect-error callers without types can pass anything
    expect(() => openJournal(memoryStore(), id)).toThrow(
      expect.objectContaining({ code: 'invalid-journal-id' }),
    );
  },
);

test.each(['a', '7', 'trip:lisbon', 'A.b_c-d', 'a'.repeat(128)])('%j can be the id of a journal', (id) => {
  expect(openJournal(memoryStore(), id).id).toBe(id);
});

test('a long text may be deeply nested', () => {
  let node: unknown = 'x'.repeat(600_000);
  for (let level = 0; level < 120; level++) node = [node];
  expect(canonicalJson(node)).toHaveLength(600_000 + 2 + 240);
});

describe('what a caller without types may pass', () => {
  let reads = 0;
  class Instance {
    readonly type = 'noted';
  }
  const revoked = Proxy.revocable({ type: 'noted' }, {});
  revoked.revoke();
  const hostile: [string, unknown][] = [
    [
      'a type that changes while it is read',
      Object.defineProperty({ n: 1 }, 'type', {
        enumerable: true,
        get: () => (reads++ < 1 ? 'ok' : 'evil"'),
      }),
    ],
    [
      'a getter that throws',
      Object.defineProperty({ type: 'noted' }, 'n', {
        enumerable: true,
        get: () => {
          throw new Error('no');
        },
      }),
    ],
    [
      'a proxy that throws',
      new Proxy(
        { type: 'noted' },
        {
          ownKeys: () => {
            throw new Error('no');
          },
        },
      ),
    ],
    ['a revoked proxy', revoked.proxy],
    ['an instance of a class', new Instance()],
    ['a Map', new Map([['type', 'noted']])],
    ['a symbol as key', { type: 'noted', [Symbol('s')]: 1 }],
    ['an array with properties', { type: 'noted', list: Object.assign([1], { extra: 2 }) }],
    [
      'a text beyond what can be written',
      { type: 'noted', text: 'x'.repeat(2 ** 28), more: 'x'.repeat(2 ** 28) },
    ],
  ];
  test.each(hostile)('%s: refused with a typed error, or kept as first read', async (_, fact) => {
    const journal = openJournal(memoryStore(), 'a');
    // @ts-expect-error that is the point
    const result = await journal.append([fact]).catch((error: unknown) => error);
    if (result instanceof Error) expect(result).toBeInstanceOf(JournalError);
    const facts = await journal.facts();
    expect(facts).toHaveLength(await journal.head());
    expect(facts.every(({ type }) => type === 'ok')).toBe(true);
  });

  test('null options count as none', async () => {
    // @ts-expect-error callers without types do that
    expect(await openJournal(memoryStore(), 'a').append([{ type: 'noted' }], null)).toMatchObject({
      ok: true,
    });
  });

  test.each([
    { name: '', version: 1 },
    { name: 'a\u0000b', version: 1 },
    { name: 'a', version: Number.NaN },
    { name: 'a', version: 1.5 },
  ])('%j cannot name a snapshot', async (fold) => {
    const journal = openJournal(memoryStore(), 'a');
    await journal.append([{ type: 'noted' }]);
    await expect(journal.saveSnapshot({ ...fold, seq: 1, state: 1 })).rejects.toMatchObject({
      code: 'invalid-payload',
    });
    await expect(journal.loadSnapshot(fold)).rejects.toMatchObject({ code: 'invalid-payload' });
  });

  test('a state that is not JSON is refused', async () => {
    const journal = openJournal(memoryStore(), 'a');
    await journal.append([{ type: 'noted' }]);
    const cycle: Record<string, unknown> = {};
    cycle.self = cycle;
    for (const state of [cycle, 1n, undefined]) {
      await expect(journal.saveSnapshot({ name: 'a', version: 1, seq: 1, state })).rejects.toMatchObject({
        code: 'invalid-payload',
      });
    }
  });

  test('only bytes can be attached', async () => {
    const { attachments } = openJournal(memoryStore(), 'a');
    for (const bytes of ['hello', new Uint16Array(3), [1, 2], null]) {
      // @ts-expect-error callers without types can pass anything
      await expect(attachments.put(bytes)).rejects.toMatchObject({ code: 'invalid-attachment' });
    }
    // @ts-expect-error callers without types can pass anything
    await expect(attachments.get(['x'])).rejects.toMatchObject({ code: 'attachment-not-found' });
  });
});

test('verify reports a journal deleted meanwhile as not found, not as damaged', async () => {
  const store = memoryStore();
  const journal = openJournal(store, 'a');
  await journal.append(Array.from({ length: 10 }, () => ({ type: 'noted' })));
  const verifying = journal.verify();
  await store.delete('a');
  await expect(verifying).rejects.toMatchObject({ code: 'journal-not-found' });
});
