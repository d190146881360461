import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { LlmMessage } from '../llm.ts';
import { compactThread, countThreadTokens, MIN_THREAD_TOKENS } from './compact-thread.ts';

const user = (text: string): LlmMessage => ({ role: 'user', text });
const assistant = (text: string): LlmMessage => ({ role: 'assistant', text });

const CODE = `\`\`\`ts\n${Array.from({ length: 40 }, (_, at) => `const line${at} = ${at};`).join('\n')}\n\`\`\``;
const WORDS = 'and so on with many words that nobody needs to read again '.repeat(12);

const thread = [
  user('Build a planner for trips to Portugal.'),
  assistant(`Here is a start:\n${CODE}`),
  user(`Use SQLite, please. ${WORDS}`),
  assistant(`Decision: SQLite in WAL mode.\n- [x] schema\n- [ ] migrations\n${WORDS}`),
  user(`What about tests? ${WORDS}`),
  assistant(`Status: 12 tests pass. ${WORDS}`),
  assistant('I will write the migrations next.'),
  user('Yes, and keep the file small.'),
];

const anyThread = fc.array(
  fc.record({
    role: fc.constantFrom('user' as const, 'assistant' as const),
    text: fc.oneof(
      fc.string({ unit: 'binary', maxLength: 300 }),
      fc.constantFrom(CODE, WORDS, 'Status: fine', '', ' '.repeat(3000), '🧭'.repeat(100)),
    ),
  }),
  { maxLength: 12 },
);

it('shortens code blocks before it leaves anything out', () => {
  const short = compactThread(thread, { maxTokens: countThreadTokens(thread) - 50 });
  expect(short).toHaveLength(thread.length);
  expect(short[1]?.text).toContain('… 34 lines left out …');
  expect(short.filter((_, at) => at !== 1)).toEqual(thread.filter((_, at) => at !== 1));
});

it('keeps the first and last intent, the latest messages, and a summary of the rest', () => {
  const short = compactThread(thread, { maxTokens: 160 });
  expect(short[0]).toEqual(thread[0]);
  expect(short.slice(-2)).toEqual(thread.slice(-2));
  const note = short.find(({ text }) => text.includes('left out]'));
  expect(note?.text).toMatch(/^\[\d messages left out\]/);
  expect(note?.text).toContain('Status: 12 tests pass.');
});

it('is never over the limit', () => {
  fc.assert(
    fc.property(anyThread, fc.nat(400), (messages, maxTokens) => {
      expect(countThreadTokens(compactThread(messages, { maxTokens }))).toBeLessThanOrEqual(maxTokens);
    }),
    { numRuns: 500 },
  );
});

it('returns a thread that fits unchanged', () => {
  fc.assert(
    fc.property(anyThread, fc.nat(100), (messages, more) => {
      expect(compactThread(messages, { maxTokens: countThreadTokens(messages) + more })).toBe(messages);
    }),
  );
});

it('keeps the user’s first and last message, or their beginnings, even with a small limit', () => {
  fc.assert(
    fc.property(anyThread, fc.integer({ min: MIN_THREAD_TOKENS, max: 400 }), (between, maxTokens) => {
      const messages = [user('Find the north-west passage.'), ...between, user('Turn around at once.')];
      const texts = compactThread(messages, { maxTokens }).map(({ text }) => text);
      expect(texts).toContain('Find the north-west passage.');
      expect(texts.at(-1)).toBe('Turn around at once.');
    }),
    { numRuns: 300 },
  );
});

it('keeps the order of messages', () => {
  const numbered = Array.from({ length: 30 }, (_, at) =>
    (at % 2 ? assistant : user)(`message ${at} ${WORDS}`),
  );
  const kept = compactThread(numbered, { maxTokens: 900 }).flatMap(
    ({ text }) => /^message (\d+)/.exec(text)?.[1] ?? [],
  );
  expect(kept.map(Number)).toEqual(kept.map(Number).toSorted((a, b) => a - b));
  expect(kept.at(-1)).toBe('29');
});
