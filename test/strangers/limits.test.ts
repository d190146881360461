import { expect, it } from 'vitest';
import { z } from 'zod';
import { bargain, type Line } from '../../src/planners/scenario/bargaining/offline-bargaining.ts';
import { linesOf } from './lines.ts';

const Side = z.object({ private: z.string() });
const Case = z.object({
  sideA: Side,
  sideB: Side,
  dealPossible: z.boolean(),
  unit: z.string(),
  aLimit: z.number(),
  bLimit: z.number(),
  aWants: z.enum(['low', 'high']),
});

/** One side of a negotiation, whose term would allow much more than the person does. */
function sideOf(
  limit: number,
  { wantsLow, unit, words }: { wantsLow: boolean; unit: string; words: string },
) {
  const rounded = (value: number) => Math.round(value * 100) / 100;
  const term = {
    name: 'amount',
    label: 'amount',
    unit,
    opening: rounded(limit * (wantsLow ? 0.8 : 1.25)),
    limit: rounded(limit * (wantsLow ? 1.6 : 0.6)),
    step: limit < 20 ? 0.05 : 0.01,
  };
  const lines: Line[] = [{ guidance: words }];
  return { terms: [term], lines, isWithin: (value: number) => (wantsLow ? value <= limit : value >= limit) };
}

it.each(linesOf('limits', Case))(
  'sides respect private limits in free text, and keep them private: $sideA.private / $sideB.private',
  ({ sideA, sideB, dealPossible, unit, aLimit, bLimit, aWants }) => {
    const wantsLow = aWants === 'low';
    const sides = [
      { ...sideOf(aLimit, { wantsLow, unit, words: sideA.private }), limit: aLimit },
      { ...sideOf(bLimit, { wantsLow: !wantsLow, unit, words: sideB.private }), limit: bLimit },
    ] as const;
    let deal: unknown;
    for (let turn = 0; turn < 40; turn++) {
      const [me, other] = turn % 2 === 0 ? sides : sides.toReversed();
      const move = me === undefined ? undefined : bargain(me.terms, me.lines);
      if (move?.type !== 'offer') {
        deal = move?.type === 'accept' ? move.offer.amount : undefined;
        break;
      }
      const received = other?.lines.filter(({ from }) => from === 'me').map(({ text }) => text);
      const numbers = (text = '') => [...text.matchAll(/\d+(?:\.\d+)?/g)].map(Number);
      if (!received?.some((text) => numbers(text).includes(me?.limit ?? 0)))
        expect(numbers(move.text)).not.toContain(me?.limit);
      me?.lines.push({ from: 'me', text: move.text });
      other?.lines.push({ from: 'other', text: move.text });
    }
    if (typeof deal === 'number')
      expect(sides.map(({ isWithin }) => isWithin(Number(deal)))).toEqual([true, true]);
    // Nobody says their limit, so that two who have the same one do not meet.
    expect(deal !== undefined).toBe(dealPossible && aLimit !== bLimit);
  },
);
