import { expect, test } from 'vitest';
import { z } from 'zod';
import { canonicalJson } from './canonical-json.ts';
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

test('what the caller changes afterwards does not change the fact', async () => {
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

test('objects that share children without end are refused in short time', () => {
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

test('a long text may stand deep inside', () => {
  let node: unknown = 'x'.repeat(600_000);
  for (let level = 0; level < 120; level++) node = [node];
  expect(canonicalJson(node)).toHaveLength(600_000 + 2 + 240);
});
