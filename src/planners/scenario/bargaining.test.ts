import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { nextMove } from './bargaining.ts';
import { bargain, type Line } from './offline-bargaining.ts';
import { isNumberTerm, type Offer, offerText, readOffer, type Term, worthOf } from './terms.ts';

const buyer: readonly Term[] = [
  { name: 'price', label: 'price', unit: 'euros a tonne', opening: 560, limit: 600 },
  { name: 'rhythm', label: 'deliveries', prefers: ['weekly', 'every second week'] },
];
const seller: readonly Term[] = [
  { name: 'price', label: 'price', unit: 'euros a tonne', opening: 625, limit: 572 },
  { name: 'rhythm', label: 'deliveries', prefers: ['every second week', 'weekly'] },
];

const other = (text: string): Line => ({ from: 'other', text });
const me = (text: string): Line => ({ from: 'me', text });

describe('an offer in words', () => {
  it('is read as it was written', () => {
    const offer = { price: 571.5, rhythm: 'every second week' };
    expect(readOffer(buyer, `Our offer: ${offerText(buyer, offer)}.`)).toEqual(offer);
  });

  it('is read from what people write', () => {
    expect(readOffer(buyer, 'We could do 1,580 euros a tonne and deliver weekly')).toEqual({
      price: 1580,
      rhythm: 'weekly',
    });
    expect(readOffer(buyer, 'A price of 590, deliveries: monthly.')).toEqual({
      price: 590,
      rhythm: 'monthly',
    });
    expect(readOffer(buyer, 'What do you offer?')).toEqual({});
  });
});

describe('bargaining', () => {
  it('begins with the opening, gives way, and never says the limit', () => {
    const heard = { price: 999, rhythm: 'weekly' };
    const prices = [0, 1, 2, 3, 4, 5, 6, 7].map((offers) => {
      const move = nextMove(buyer, { offers, heard });
      return move.type === 'offer' ? Number(move.offer.price) : Number.NaN;
    });
    expect(prices[0]).toBe(560);
    expect(prices).toEqual(prices.toSorted((a, b) => a - b));
    expect(Math.max(...prices)).toBeLessThan(600);
    expect(nextMove(buyer, { offers: 8, heard })).toEqual({ type: 'break-off' });
  });

  it('takes what is better than it would offer itself, and nothing beyond a limit', () => {
    expect(nextMove(buyer, { offers: 0, heard: { price: 550, rhythm: 'weekly' } })).toMatchObject({
      type: 'accept',
      offer: { price: 550 },
    });
    expect(nextMove(buyer, { offers: 7, heard: { price: 600, rhythm: 'weekly' } }).type).toBe('accept');
    expect(nextMove(buyer, { offers: 7, heard: { price: 601, rhythm: 'weekly' } }).type).toBe('offer');
    expect(nextMove(buyer, { offers: 7, heard: { price: 560, rhythm: 'monthly' } }).type).toBe('offer');
  });

  it('agrees within both limits, or breaks off, whatever they are', () => {
    const number = fc.integer({ min: 1, max: 100_000 });
    fc.assert(
      fc.property(number, number, number, number, (a, b, c, d) => {
        const terms = (opening: number, limit: number): readonly Term[] => [
          { name: 'price', label: 'price', unit: 'euros', opening, limit },
        ];
        const sides = [terms(Math.min(a, b), Math.max(a, b)), terms(Math.max(c, d), Math.min(c, d))] as const;
        const heard: [Offer | undefined, Offer | undefined] = [undefined, undefined];
        for (let turn = 0; turn < 40; turn++) {
          const at = (turn % 2) as 0 | 1;
          const move = nextMove(sides[at], { offers: Math.floor(turn / 2), heard: heard[at] });
          if (move.type === 'break-off') return;
          for (const term of move.type === 'accept' ? [...sides[0], ...sides[1]] : sides[at])
            expect(worthOf(term, move.offer.price)).toBeGreaterThanOrEqual(0);
          if (move.type === 'accept') return;
          const [own] = sides[at];
          const isLimit =
            own && isNumberTerm(own) && own.opening !== own.limit && move.offer.price === own.limit;
          if (isLimit) expect(heard[at]?.price).toBe(move.offer.price);
          heard[1 - at] = move.offer;
        }
        expect.unreachable();
      }),
    );
  });
});

describe('the offline model at the table', () => {
  it('signs its own offer when the other side accepts it', () => {
    const first = bargain(seller, [other('What would it cost?')]);
    if (first.type !== 'offer') throw new Error(first.type);
    expect(bargain(seller, [other('What would it cost?'), me(first.text), other('We accept.')])).toEqual({
      type: 'accept',
      offer: { price: 625, rhythm: 'every second week' },
    });
  });

  it('keeps to what a person says in private, and does not repeat it', () => {
    const lines = [
      other('Our offer: price: 640 euros a tonne; deliveries: weekly.'),
      { from: 'principal', guidance: 'At most 570 euros, the board insists' },
    ];
    const moves = Array.from({ length: 5 }, (_, at) =>
      bargain(buyer, [
        ...lines.slice(0, 1),
        ...Array.from({ length: at }, () => me('Our offer: price: 1')),
        ...lines,
      ]),
    );
    for (const move of moves) {
      const text = move.type === 'offer' ? move.text : '';
      expect(text).not.toMatch(/board|insists|At most/);
      expect(Number(readOffer(buyer, text).price)).toBeLessThan(570);
    }
  });

  it('offers what a person wants offered', () => {
    const move = bargain(buyer, [
      other('Our offer: price: 640 euros a tonne; deliveries: weekly.'),
      { from: 'principal', guidance: 'Offer them 580 euros' },
    ]);
    expect(move.type === 'offer' && readOffer(buyer, move.text).price).toBe(580);
  });
});
