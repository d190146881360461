import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { wholeOf, wordsOf } from './diff-words.ts';

describe('a value that differs', () => {
  it.each([
    ['Running', 'Running'],
    [3, '3'],
    [null, 'nothing'],
    [[], 'nothing'],
    [['a', 'b'], 'a, b'],
    [{ type: 'CONTINUE_PLAN' }, 'type: CONTINUE_PLAN'],
    [{ type: 'user_guidance', text: 'Hello' }, 'text: Hello'],
    [{ id: 'x', v: 1, text: 'Hello', approvedBy: null, files: [] }, 'text: Hello'],
    [
      { title: 'Rome', stops: [{ a: 1 }], tags: ['x', 'y'], at: { lat: 1 } },
      'title: Rome · stops: 1 of them · tags: x, y · at: …',
    ],
  ])('%j is told as %j', (value, words) => {
    expect(wordsOf(value)).toBe(words);
  });

  it('is whole when all of it is asked for', () => {
    fc.assert(
      fc.property(fc.dictionary(fc.string(), fc.jsonValue()), (value) => {
        expect(JSON.parse(wholeOf(value))).toEqual(JSON.parse(JSON.stringify(value)));
      }),
    );
  });
});
