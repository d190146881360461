import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type Range, rollup } from './rollup.ts';

const shapes = fc.record({
  steps: fc.nat(120),
  depth: fc.nat(40),
  blockSize: fc.integer({ min: 1, max: 12 }),
  maxRawSteps: fc.nat(15),
  maxChunks: fc.nat(6),
});

const stepsOf = ({ from, to }: Range) => Array.from({ length: to - from }, (_, i) => from + i);

describe('worked examples, with blocks of 4 and 3 raw steps', () => {
  const sizes = { blockSize: 4, maxRawSteps: 3, maxChunks: 2 };

  test('a short path is entirely recent', () => {
    expect(rollup({ ...sizes, steps: 3, depth: 0 })).toEqual({
      earliest: { from: 0, to: 0 },
      chunks: [],
      recent: { from: 0, to: 3 },
      omitted: 0,
      newestOmitted: false,
    });
  });

  test('recent starts at the first step of its block', () => {
    // Steps 17, 18, 19 of 20; the block of step 17 begins at 16.
    expect(rollup({ ...sizes, steps: 20, depth: 0 }).recent).toEqual({ from: 16, to: 20 });
  });

  test('a path that starts on a block boundary shows its first two steps', () => {
    expect(rollup({ ...sizes, steps: 20, depth: 0 }).earliest).toEqual({ from: 0, to: 2 });
  });

  test('a path that starts inside a block shows the rest of that block', () => {
    expect(rollup({ ...sizes, steps: 20, depth: 3 }).earliest).toEqual({ from: 0, to: 1 });
    expect(rollup({ ...sizes, steps: 20, depth: 5 }).earliest).toEqual({ from: 0, to: 3 });
  });

  test('of the full blocks the oldest and the newest are summarized, and the rest is omitted', () => {
    expect(rollup({ ...sizes, steps: 20, depth: 0 })).toMatchObject({
      chunks: [
        { from: 0, to: 4 },
        { from: 12, to: 16 },
      ],
      omitted: 8,
    });
  });

  test('a single chunk is the oldest', () => {
    expect(rollup({ ...sizes, steps: 20, depth: 0, maxChunks: 1 }).chunks).toEqual([{ from: 0, to: 4 }]);
  });

  test('a block whose steps are all shown is skipped, and the next one counts as the oldest', () => {
    expect(rollup({ steps: 20, depth: 0, blockSize: 2, maxRawSteps: 4, maxChunks: 2 })).toMatchObject({
      earliest: { from: 0, to: 2 },
      chunks: [
        { from: 2, to: 4 },
        { from: 14, to: 16 },
      ],
      recent: { from: 16, to: 20 },
      omitted: 10,
    });
  });

  test('without raw steps the newest may be omitted, which is not labelled older', () => {
    expect(rollup({ steps: 10, depth: 0, blockSize: 4, maxRawSteps: 0, maxChunks: 3 })).toMatchObject({
      chunks: [
        { from: 0, to: 4 },
        { from: 4, to: 8 },
      ],
      recent: { from: 10, to: 10 },
      omitted: 2,
      newestOmitted: true,
    });
  });
});

describe('rules of every rollup', () => {
  test('the shown and the omitted steps are the whole path', () => {
    fc.assert(
      fc.property(shapes, (shape) => {
        const { earliest, chunks, recent, omitted } = rollup(shape);
        const shown = new Set([earliest, ...chunks, recent].flatMap(stepsOf));
        expect([...shown].every((step) => step >= 0 && step < shape.steps)).toBe(true);
        expect(shown.size + omitted).toBe(shape.steps);
      }),
    );
  });

  test('no step is shown twice, and no chunk overlaps recent', () => {
    fc.assert(
      fc.property(shapes, (shape) => {
        const { earliest, chunks, recent } = rollup(shape);
        expect(earliest.to).toBeLessThanOrEqual(recent.from);
        for (const chunk of chunks) expect(chunk.to).toBeLessThanOrEqual(recent.from);
      }),
    );
  });

  test('recent contains the last R steps, and at most R + B - 1', () => {
    fc.assert(
      fc.property(shapes, (shape) => {
        const { recent } = rollup(shape);
        const shown = recent.to - recent.from;
        expect(recent.to).toBe(shape.steps);
        expect(shown).toBeGreaterThanOrEqual(Math.min(shape.steps, shape.maxRawSteps));
        expect(shown).toBeLessThanOrEqual(Math.max(0, shape.maxRawSteps + shape.blockSize - 1));
      }),
    );
  });

  test('earliest contains at most R steps', () => {
    fc.assert(
      fc.property(shapes, (shape) => {
        expect(rollup(shape).earliest.to).toBeLessThanOrEqual(shape.maxRawSteps);
      }),
    );
  });

  test('chunks are full blocks, in order, at most C, each with a step that is not shown raw', () => {
    fc.assert(
      fc.property(shapes, (shape) => {
        const { earliest, chunks } = rollup(shape);
        expect(chunks.length).toBeLessThanOrEqual(shape.maxChunks);
        for (const [i, { from, to }] of chunks.entries()) {
          expect((shape.depth + from) % shape.blockSize).toBe(0);
          expect(to - from).toBe(shape.blockSize);
          expect(from).toBeGreaterThanOrEqual(chunks[i - 1]?.to ?? 0);
          expect(to).toBeGreaterThan(earliest.to);
        }
      }),
    );
  });

  test('a block has no summary only if C are used', () => {
    fc.assert(
      fc.property(shapes, (shape) => {
        const { earliest, chunks, recent } = rollup(shape);
        const blocks = stepsOf({ from: 0, to: shape.steps }).filter(
          (from) =>
            (shape.depth + from) % shape.blockSize === 0 &&
            from + shape.blockSize <= recent.from &&
            from + shape.blockSize > earliest.to,
        );
        const oldestFirst = blocks.slice(0, 1);
        const newestBackwards = blocks.slice(1).reverse();
        const expected = [...oldestFirst, ...newestBackwards].slice(0, shape.maxChunks).sort((a, b) => a - b);
        expect(chunks.map(({ from }) => from)).toEqual(expected);
      }),
    );
  });
});
