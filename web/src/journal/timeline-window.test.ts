import fc from 'fast-check';
import { expect, it } from 'vitest';
import { centred, followed, runsWithin, windowBetween, zoomed } from './timeline-window.ts';

const head = fc.integer({ min: 50, max: 100_000 });
const share = fc.double({ min: 0, max: 1, noNaN: true });
const seqOf = (part: number, all: number) => 1 + Math.floor(part * (all - 1));

it('is always a part of the line, however it is dragged, zoomed and moved', () => {
  fc.assert(
    fc.property(head, share, share, share, fc.constantFrom(0.5, 2), (all, a, b, c, factor) => {
      const window = windowBetween(seqOf(a, all), seqOf(b, all), all);
      const at = seqOf(c, all);
      for (const each of [window, zoomed(window, { at, factor, head: all }), centred(window, at, all)]) {
        if (each === undefined) continue;
        expect(each.from).toBeGreaterThanOrEqual(1);
        expect(each.to).toBeLessThanOrEqual(all);
        expect(each.to - each.from + 1).toBeGreaterThanOrEqual(20);
      }
    }),
  );
});

it('is the whole line again where there is nothing more to show', () => {
  expect(zoomed({ from: 1, to: 60 }, { at: 30, factor: 2, head: 100 })).toBeUndefined();
});

it('goes along with the end of the line, and stays elsewhere', () => {
  expect(followed({ from: 51, to: 100 }, 100, 110)).toEqual({ from: 61, to: 110 });
  expect(followed({ from: 21, to: 70 }, 100, 110)).toEqual({ from: 21, to: 70 });
});

it('cuts runs at its ends and counts from its beginning', () => {
  const runs = [
    [1, 10, 0],
    [11, 30, 4],
    [31, 90, 7],
  ] as const;
  expect(runsWithin(runs, { from: 20, to: 40 })).toEqual([
    [1, 11, 4],
    [12, 21, 7],
  ]);
});
