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

  it("is read from people's texts", () => {
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

  it('uses singular units, and puts currency signs before the number', () => {
    const terms: readonly Term[] = [
      { name: 'price', label: 'price', unit: '£', opening: 10, limit: 20 },
      { name: 'months', label: 'length', unit: 'months of rent', opening: 1, limit: 3 },
    ];
    const offer = { price: 12, months: 1 };
    expect(offerText(terms, offer)).toBe('price: £12; length: 1 month of rent');
    expect(readOffer(terms, offerText(terms, offer))).toEqual(offer);
  });

  const hall: readonly Term[] = [
    { name: 'tuesday', label: 'Tuesday', prefers: ['choir', 'every other week', 'judo'] },
    { name: 'thursday', label: 'Thursday for judo', prefers: ['free', 'every other week', 'rent-free'] },
  ];

  it.each([
    ['Can you come closer on Thursday for judo?', {}],
    ['Every other week would do.', {}],
    ['Take it rent-free.', { thursday: 'rent-free' }],
    [
      'Tuesday: every other week; Thursday for judo: free.',
      { tuesday: 'every other week', thursday: 'free' },
    ],
  ])('is read from %j without guessing', (text, offer) => {
    expect(readOffer(hall, text)).toEqual(offer);
  });
});

describe('bargaining', () => {
  it('starts with the opening, concedes, and never reveals the limit', () => {
    const offered = { price: 999, rhythm: 'weekly' };
    const prices = [0, 1, 2, 3, 4, 5, 6, 7].map((offers) => {
      const move = nextMove(buyer, { offers, theirs: offered });
      return move.type === 'offer' ? Number(move.offer.price) : Number.NaN;
    });
    expect(prices[0]).toBe(560);
    expect(prices).toEqual(prices.toSorted((a, b) => a - b));
    expect(Math.max(...prices)).toBeLessThan(600);
    expect(nextMove(buyer, { offers: 8, theirs: offered })).toEqual({ type: 'break-off' });
  });

  it('accepts what is better than its own next offer, and nothing beyond a limit', () => {
    expect(nextMove(buyer, { offers: 0, theirs: { price: 550, rhythm: 'weekly' } })).toMatchObject({
      type: 'accept',
      offer: { price: 550 },
    });
    expect(nextMove(buyer, { offers: 7, theirs: { price: 600, rhythm: 'weekly' } }).type).toBe('accept');
    expect(nextMove(buyer, { offers: 7, theirs: { price: 601, rhythm: 'weekly' } }).type).toBe('offer');
    expect(nextMove(buyer, { offers: 7, theirs: { price: 560, rhythm: 'monthly' } }).type).toBe('offer');
  });

  it('accepts anything within its limits when both repeat themselves, and leaves a side that never offers anything', () => {
    const offered = { price: 595, rhythm: 'weekly' };
    expect(nextMove(buyer, { offers: 1, theirs: offered }).type).toBe('offer');
    expect(nextMove(buyer, { offers: 1, theirs: offered, isStuck: true })).toEqual({
      type: 'accept',
      offer: offered,
    });
    expect(nextMove(buyer, { offers: 2, theirs: { ...offered, price: 605 }, isStuck: true }).type).toBe(
      'offer',
    );
    expect(nextMove(buyer, { offers: 9, theirs: undefined }).type).toBe('offer');
    expect(nextMove(buyer, { offers: 99, theirs: undefined }).type).toBe('break-off');
  });

  it('agrees within both limits, or breaks off, whatever they are', () => {
    const number = fc.integer({ min: 1, max: 100_000 });
    fc.assert(
      fc.property(number, number, number, number, (a, b, c, d) => {
        const terms = (opening: number, limit: number): readonly Term[] => [
          { name: 'price', label: 'price', unit: 'euros', opening, limit },
        ];
        const sides = [terms(Math.min(a, b), Math.max(a, b)), terms(Math.max(c, d), Math.min(c, d))] as const;
        const offered: [Offer | undefined, Offer | undefined] = [undefined, undefined];
        for (let turn = 0; turn < 40; turn++) {
          const at = (turn % 2) as 0 | 1;
          const move = nextMove(sides[at], { offers: Math.floor(turn / 2), theirs: offered[at] });
          if (move.type === 'break-off') return;
          for (const term of move.type === 'accept' ? [...sides[0], ...sides[1]] : sides[at])
            expect(worthOf(term, move.offer.price)).toBeGreaterThanOrEqual(0);
          if (move.type === 'accept') return;
          const [own] = sides[at];
          const isLimit =
            own && isNumberTerm(own) && own.opening !== own.limit && move.offer.price === own.limit;
          if (isLimit) expect(offered[at]?.price).toBe(move.offer.price);
          offered[1 - at] = move.offer;
        }
        expect.unreachable();
      }),
    );
  });
});

describe('the offline model in a negotiation', () => {
  it('gives each reason once, and none that reveals a limit', () => {
    const because = 'Wheat has become cheaper';
    const terms = buyer.map((term) => ({ ...term, because: term.name === 'price' ? because : 'We pay 600' }));
    const offered = other('Our offer: price: 640 euros a tonne; deliveries: every second week.');
    const first = bargain(terms, [offered]);
    const text = first.type === 'offer' ? first.text : '';
    expect(text).toContain(because);
    const next = bargain(terms, [offered, me(text), offered]);
    expect(JSON.stringify(next)).not.toMatch(/Wheat|600/);
  });

  it('signs its own offer when the other side accepts it', () => {
    const first = bargain(seller, [other('What would it cost?')]);
    if (first.type !== 'offer') throw new Error(first.type);
    expect(bargain(seller, [other('What would it cost?'), me(first.text), other('We accept.')])).toEqual({
      type: 'accept',
      offer: { price: 625, rhythm: 'every second week' },
    });
  });

  const opening = bargain(buyer, []);
  const offered = me(opening.type === 'offer' ? opening.text : '');

  it.each([
    'A price of 560 is far too low for us, deliveries: weekly.',
    'You offer price: 560 euros a tonne; deliveries: weekly; that is impossible for us.',
    'A price of 560, deliveries: weekly? Far too low.',
    'We paid a price of 500 to the farmers last year, and got it weekly.',
    'We could not do 560 euros a tonne with weekly deliveries.',
    'Somewhere between 550 euros a tonne and 560 euros a tonne, weekly.',
    'We offer price: 550 euros a tonne; deliveries: weekly, if you pay in advance.',
    'Our offer: price: 550 euros a tonne; deliveries: weekly. This holds only for cash.',
    'Only if you sign for 36 months do we accept.',
    "If you double the quantity, it's a deal.",
    'I accept if you carry the freight.',
    'We accept. But the price must be 590.',
    'We accept everything except the price.',
    'I doubt we accept anything like that.',
    'We do not think so, deal?',
    'We accept a price of 590 euros a tonne.',
    'We accept the price of 560 euros a tonne.',
    'We accept the price.',
    'We want a better deal.',
    'That is a deal breaker.',
    'Nothing is agreed.',
    'Once it is agreed, we send the papers.',
    'Hello, who are you?',
  ])('signs nothing on %j', (text) => {
    expect(bargain(buyer, [offered, other(text)]).type).toBe('offer');
  });

  it.each([
    'We accept.',
    'We accept: price: 560 euros a tonne; deliveries: weekly.',
    'Thank you. It is a deal!',
    'Okay, deal.',
    'We agree.',
    'I accept your last offer, thank you.',
    'We accept your offer. Let us know if you have questions.',
  ])('treats %j as an agreement', (text) => {
    expect(bargain(buyer, [offered, other(text)])).toEqual({
      type: 'accept',
      offer: { price: 560, rhythm: 'weekly' },
    });
  });

  it('signs no term that the other side has not mentioned', () => {
    const move = bargain(buyer, [offered, other('We offer a price of 555 euros a tonne.')]);
    expect(move.type === 'offer' && readOffer(buyer, move.text)).toEqual({ price: 555, rhythm: 'weekly' });
    expect(bargain(buyer, [other('We offer 550 euros a tonne, weekly. Let me know if that works.')])).toEqual(
      {
        type: 'accept',
        offer: { price: 550, rhythm: 'weekly' },
      },
    );
  });

  it('ignores a withdrawn offer, and signs what a person has offered manually', () => {
    const lines = [other('We offer price: 550 euros a tonne; deliveries: weekly.')];
    expect(bargain(buyer, [...lines, other('We withdraw that.')]).type).toBe('offer');
    expect(
      bargain(buyer, [offered, other('No.'), me('We can do 575 euros a tonne.'), other('We accept.')]),
    ).toEqual({ type: 'accept', offer: { price: 575, rhythm: 'weekly' } });
  });

  it.each([
    'Say nothing about our limit of 585 euros a tonne',
    'Tell them nothing about 585 euros',
    'Say nothing of the 585 euros a tonne',
    'Ask no more than 585 euros a tonne',
    'Say 560, but never go above 585',
  ])('never reveals the number of %j', (guidance) => {
    const heardOffer = other('Our offer: price: 640 euros a tonne; deliveries: weekly.');
    for (let rounds = 0; rounds < 8; rounds++) {
      const before = Array.from({ length: rounds }, () => [offered, heardOffer]).flat();
      const move = bargain(buyer, [heardOffer, ...before, { from: 'principal', guidance }]);
      expect(JSON.stringify(move)).not.toContain('585');
    }
  });

  it('respects private limits of a person, and does not repeat them', () => {
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
