import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { wordDiff } from './word-diff.ts';

const textOf = (before: string, after: string, kinds: readonly string[]) =>
  wordDiff(before, after)
    .filter(({ kind }) => kinds.includes(kind))
    .map(({ text }) => text)
    .join('');

describe('what changed in a text', () => {
  it('is told word by word', () => {
    expect(wordDiff('We come on Monday at ten.', 'We come on Friday at ten.')).toEqual([
      { kind: 'same', text: 'We come on ' },
      { kind: 'removed', text: 'Monday ' },
      { kind: 'added', text: 'Friday ' },
      { kind: 'same', text: 'at ten.' },
    ]);
  });

  it('leaves the new text whole, whatever the old one was', () => {
    const text = fc.array(fc.constantFrom('a', 'b', 'c', ' ', '\n')).map((parts) => parts.join(''));
    fc.assert(
      fc.property(text, text, (before, after) => {
        expect(textOf(before, after, ['same', 'added'])).toBe(after);
        expect(textOf(before, before, ['added', 'removed'])).toBe('');
      }),
    );
  });

  it('is the whole of it where there is too much to compare', () => {
    const long = 'word '.repeat(3000);
    expect(wordDiff(long, `${long}end`).map(({ kind }) => kind)).toEqual(['removed', 'added']);
  });
});
