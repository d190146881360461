import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  BAR_PX,
  densityByColumn,
  inBars,
  type KindRun,
  seqAfterKey,
  seqAtX,
  seqsAtX,
  seqsDrawnAtX,
  xOfSeq,
} from './timeline-scale.ts';

const scale = fc.record({
  width: fc.integer({ min: 1, max: 3000 }),
  head: fc.integer({ min: 1, max: 100_000 }),
});

describe('the line of facts', () => {
  it('leads from the middle of a fact back to it', () => {
    fc.assert(
      fc.property(scale, fc.double({ min: 0, max: 1, noNaN: true }), (line, part) => {
        const seq = 1 + Math.floor(part * (line.head - 1));
        expect(seqAtX(xOfSeq(seq, line), line)).toBe(seq);
      }),
    );
  });

  it('has the first fact at its left end and the last at its right, also beyond them', () => {
    fc.assert(
      fc.property(scale, (line) => {
        expect([seqAtX(-50, line), seqAtX(0, line)]).toEqual([1, 1]);
        expect([seqAtX(line.width, line), seqAtX(line.width + 50, line)]).toEqual([line.head, line.head]);
      }),
    );
  });

  it('has every fact in a column', () => {
    fc.assert(
      fc.property(
        fc.record({ width: fc.integer({ min: 1, max: 60 }), head: fc.integer({ min: 1, max: 300 }) }),
        (line) => {
          const found = new Set<number>();
          for (let column = 0; column < line.width; column++) {
            const [first, last] = seqsAtX(column, line);
            for (let seq = first; seq <= last; seq++) found.add(seq);
          }
          expect(found.size).toBe(line.head);
        },
      ),
    );
  });

  it('never hides a failure, however many facts share a column', () => {
    fc.assert(
      fc.property(scale, fc.nat({ max: 99_999 }), (line, place) => {
        const seq = 1 + (place % line.head);
        const runs: KindRun[] = [
          [1, line.head, 0],
          [seq, seq, 9],
        ];
        const columns = densityByColumn(runs, [], line).map(({ kind }) => kind);
        expect(columns).toContain(9);
        expect(columns).not.toContain(-1);
        expect(columns[Math.min(line.width - 1, Math.floor(xOfSeq(seq, line)))]).toBe(9);
      }),
    );
  });

  it('finds a failure wherever the pointer is on its bar', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 8, max: 3000 }),
        fc.integer({ min: 6000, max: 100_000 }),
        fc.nat({ max: 99_999 }),
        (width, head, place) => {
          const failed = 1 + (place % head);
          const runs: KindRun[] = [
            [1, head, 0],
            [failed, failed, 9],
          ];
          const bars = densityByColumn(runs, [], inBars({ width, head }));
          const bar = bars.findIndex(({ kind }) => kind === 9);
          for (let x = bar * BAR_PX; x < Math.min(width, (bar + 1) * BAR_PX); x++) {
            const [first, last] = seqsDrawnAtX(x, { width, head });
            expect(first <= failed && failed <= last).toBe(true);
          }
        },
      ),
    );
  });

  it('is as high as much happened, whatever the kinds', () => {
    const runs: KindRun[] = [
      [1, 50, 4],
      [51, 100, 4],
    ];
    const [quiet, busy] = densityByColumn(runs, [0.1, 0.9], { width: 2, head: 100 });
    expect(busy?.weight).toBeGreaterThan(quiet?.weight ?? 1);
  });

  it('has nothing in it when there are no facts', () => {
    expect(seqAtX(5, { width: 10, head: 0 })).toBe(0);
    expect(densityByColumn([], [], { width: 2, head: 0 }).map(({ kind }) => kind)).toEqual([-1, -1]);
  });
});

describe('the keys', () => {
  it.each([
    ['ArrowLeft', 50, 49],
    ['ArrowUp', 50, 51],
    ['ArrowRight', 100, 100],
    ['ArrowDown', 1, 1],
    ['PageUp', 50, 60],
    ['PageDown', 5, 1],
    ['Home', 50, 1],
    ['End', 50, 100],
    ['a', 50, undefined],
  ])('%s at %i of 100 leads to %s', (key, seq, next) => {
    expect(seqAfterKey(key, seq, 100)).toBe(next);
  });
});
