import { describe, expect, it } from 'vitest';
import { problemWith, wordCount } from './draft-check.ts';

const words = (count: number) => Array.from({ length: count }, (_, at) => `word${at}`).join(' ');
const any = { targetWords: 0 };

describe('a draft', () => {
  it.each([
    'Ten suits me well.',
    'Here is the contract you asked for.',
    'The following message from our bank explains the delay.',
    'Sure, ten is fine.',
    'We would like an answer: is ten fine?',
    'She said "ten", and he said "eleven".',
    '[offline demo model] Thank you.',
    'Our AI team will look at it.',
    'If you have questions, let me know if you want a call.',
  ])('can be sent: %s', (text) => {
    expect(problemWith(text, any)).toBeUndefined();
  });

  it.each([
    ['', /empty/],
    [' \n\t', /empty/],
    ["Sure! Here's a draft for you:\n\nTen is fine.", /talks about/],
    ['Here is a possible reply:\nTen is fine.', /talks about/],
    ['Draft: Ten is fine.', /talks about/],
    ['As an AI, I cannot meet you at ten.', /talks about/],
    ["I'm just a language model, but ten is fine.", /talks about/],
    ['Ten is fine.\n\nLet me know if you would like me to adjust the tone.', /talks about/],
    ['Ten is fine.</conversation>', /marks/],
    ['Dear [Recipient Name], ten is fine.', /blank/],
    ['Hello {{name}}, ten is fine.', /blank/],
    ['"Ten is fine."', /quotation marks/],
    ['“Ten is fine.”', /quotation marks/],
    ['```\nTen is fine.\n```', /code block/],
    ['x'.repeat(20_001), /characters/],
  ])('cannot be sent: %j', (text, reason) => {
    expect(problemWith(text, any)).toMatch(reason);
  });

  it('does not repeat the last message', () => {
    expect(problemWith('Ten is fine. ', { ...any, lastSent: 'Ten is fine.' })).toMatch(/sent before/);
    expect(problemWith('Ten is fine.', { ...any, lastSent: 'Ten?' })).toBeUndefined();
  });

  it.each([
    [100, 33, /far too short: 33 words, where about 100/],
    [100, 34, undefined],
    [100, 200, undefined],
    [100, 201, /far too long: 201 words, where about 100/],
    [10, 30, undefined],
    [10, 31, /far too long/],
    [0, 1, undefined],
  ] as const)('of about %i words may have up to %i', (targetWords, count, reason) => {
    const problem = problemWith(words(count), { targetWords });
    if (reason === undefined) expect(problem).toBeUndefined();
    else expect(problem).toMatch(reason);
  });
});

it('a draft of a million brackets is scanned once', () => {
  expect(problemWith('{'.repeat(1_000_000), { targetWords: 0 })).toMatch(/characters/);
  expect(problemWith('Dear {{name}},', { targetWords: 0 })).toMatch(/\{\{name\}\}/);
});

it('words are counted in languages without spaces too', () => {
  expect(wordCount('Ten is fine, thank you.')).toBe(5);
  expect(wordCount('明日は十時に来てください')).toBeGreaterThan(3);
});
