import { describe, expect, it } from 'vitest';
import { describedTerms, numbersOf } from './terms-in-text.ts';

const read = (systemPrompt: string, names: readonly string[] = ['price']) =>
  describedTerms({ systemPrompt, goals: [] }, names).map((term) => ({
    name: term.name,
    ...('limit' in term && { opening: term.opening, limit: term.limit }),
  }));

describe("limits in an agent's text", () => {
  it.each([
    ['Start at a price of 110. Your floor for the price is 85.', 110, 85],
    ['A price of at most 95. Begin with a price of 80.', 80, 95],
    ['Never go below a price of 500.', 600, 500],
    ["Don't accept a price above $48k.", 38_400, 48_000],
    ['A price under 6600 is not worth the trouble.', 7920, 6600],
    ['A price of 60 would be nice, 30 is fine.', 60, 30],
  ])('are read from %j', (words, opening, limit) => {
    expect(read(words)).toEqual([{ name: 'price', opening, limit }]);
  });

  it('belong to the number that the words name', () => {
    const words = 'At least 85 euros an hour and payment within 30 days.';
    expect(read(words, ['hourlyRate', 'paymentDays'])).toMatchObject([
      { name: 'hourlyRate', limit: 85 },
      { name: 'paymentDays', limit: 30 },
    ]);
  });

  it.each(['Be polite.', 'The price was 80 last year.', 'A price of at least 10 and a price of at most 20.'])(
    'are absent in %j',
    (words) => {
      expect(read(words)).toEqual([]);
    },
  );

  it('count only if there is one for every number of the agreement', () => {
    expect(read('A price of at most 95.', ['price', 'months'])).toEqual([]);
  });

  it('cover the numbers that a call needs', () => {
    const number = { type: 'number' };
    expect(
      numbersOf({ properties: { a: number, b: { type: 'string' }, c: number }, required: ['a', 'b'] }),
    ).toEqual(['a']);
    expect(numbersOf({})).toEqual([]);
  });
});
