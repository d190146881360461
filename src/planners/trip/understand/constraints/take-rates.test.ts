import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { DayRate } from '../../requirements/constraints.ts';
import { inEnglish } from '../languages/languages.ts';
import { WorkingText } from '../text/working-text.ts';
import { takeRates } from './take-rates.ts';

const ratesIn = (text: string) => takeRates(new WorkingText(inEnglish(text))).perDay;
const museum = (rate: Omit<DayRate, 'what'>) => [{ what: 'museum', ...rate }];

describe('things a day', () => {
  it.each<[string, DayRate[]]>([
    ['5 days in Lisbon with my kids, one museum a day', museum({ least: 1, most: 1 })],
    ['one sight a day', [{ least: 1, most: 1 }]],
    ['2 musems a day', museum({ least: 2, most: 2 })],
    ['zwei Museen am Tag sind auch ok', museum({ most: 2 })],
    ['un musée par jour, pas plus', museum({ most: 1 })],
    ['Sevilla 4 días, una iglesia al día como mucho', [{ what: 'church', most: 1 }]],
    ['London, pro Tag maximal zwei Sachen', [{ most: 2 }]],
    ['at most two sights per day', [{ most: 2 }]],
    ['max 3 activities a day', [{ most: 3 }]],
    ['no more than one museum each day', museum({ most: 1 })],
    ['two temples a day max', [{ what: 'temple', most: 2 }]],
    ['one or two museums per day', museum({ least: 1, most: 2 })],
    ['1-2 sights a day', [{ least: 1, most: 2 }]],
    ['never two museums on the same day', museum({ most: 1 })],
    ['two museums in one day is too much for the kids', museum({ most: 1 })],
    ['no day with more than two sights', [{ most: 2 }]],
    ['we like museums but only one a day', museum({ most: 1 })],
    ['museums: max two a day', museum({ most: 2 })],
    ['per day at most two sights', [{ most: 2 }]],
    ['less than three sights a day', [{ most: 2 }]],
    ['at least two sights per day', [{ least: 2 }]],
    ['two museums a day is fine', museum({ most: 2 })],
    ['3 sights/day', [{ least: 3, most: 3 }]],
    [
      'one museum and one beach a day',
      [...museum({ least: 1, most: 1 }), { what: 'beach', least: 1, most: 1 }],
    ],
    ["5 jours à Lisbonne, pas plus d'une visite par jour", [{ most: 1 }]],
    ['un seul musée par jour', museum({ most: 1 })],
    ['5 Tage Rom, höchstens zwei Sehenswürdigkeiten am Tag', [{ most: 2 }]],
    ['5 Tage in Wien, pro Tag ein Museum', museum({ least: 1, most: 1 })],
    ['maximal 2 Programmpunkte pro Tag', [{ most: 2 }]],
    ['eine Wanderung am Tag', [{ what: 'hike', least: 1, most: 1 }]],
    ['5 días en Madrid, un museo al día', museum({ least: 1, most: 1 })],
    ['Madrid 4 días, como máximo dos visitas al día', [{ most: 2 }]],
  ])('%s', (text, rates) => {
    expect(ratesIn(text)).toEqual(rates);
  });

  it.each(['a museum, a day in Sintra', 'two museums and a day trip', '3 days, a museum', 'a day more'])(
    'are not in "%s"',
    (text) => {
      expect(ratesIn(text)).toBeUndefined();
    },
  );

  it('change the only kind that was spoken of before', () => {
    const known = museum({ most: 1 });
    const changed = (text: string) => takeRates(new WorkingText(text), { known }).perDay;
    expect(changed('actually 3 a day is ok')).toEqual(museum({ most: 3 }));
    expect(changed('250 a day')).toBeUndefined();
    expect(
      takeRates(new WorkingText('fewer museums'), { known: museum({ least: 3, most: 3 }) }).perDay,
    ).toEqual(museum({ most: 2 }));
  });

  it('are read with every number and kind', () => {
    const words = ['one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine', 'ten'];
    const count = fc.integer({ min: 1, max: 10 });
    const kind = fc.constantFrom('museum', 'church', 'temple', 'beach', 'hike', 'castle', 'market');
    const day = fc.constantFrom('a day', 'per day', 'each day', 'every day', 'daily');
    fc.assert(
      fc.property(count, fc.boolean(), kind, day, (most, isWord, what, often) => {
        const number = isWord ? words[most - 1] : most;
        const [rate] =
          ratesIn(`Rome, at most ${number} ${what}${/ch$/.test(what) ? 'es' : 's'} ${often}`) ?? [];
        expect(rate).toEqual({ what, most });
      }),
    );
  });
});
