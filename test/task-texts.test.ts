import { describe, expect, it } from 'vitest';
import { type HalfScore, totalOf } from '../bench/tasks/halves.ts';
import { readHalf } from '../bench/tasks/read-texts.ts';
import { scoresOf } from '../bench/tasks/texts.ts';

/** What was reached: less is a step back. The goals are in the benchmark. Where more is reached, raise these. */
const REACHED: Readonly<Record<'open' | 'held', HalfScore>> = {
  open: {
    texts: 398,
    tasks: 356,
    rules: 390,
    order: 370,
    background: 386,
    acceptance: 396,
    objective: 396,
    repeated: 0,
    falseSuccess: 0,
  },
  held: {
    texts: 368,
    tasks: 236,
    rules: 342,
    order: 305,
    background: 339,
    acceptance: 364,
    objective: 366,
    repeated: 1,
    falseSuccess: 1,
  },
};

describe.each(['open', 'held'] as const)('the texts of the %s half', (half) => {
  // Only sums are compared, so that a failure shows no text of the held half.
  const total = totalOf(scoresOf(half));
  const reached = REACHED[half];

  it.each(['tasks', 'rules', 'order', 'background', 'acceptance', 'objective'] as const)(
    'are read with as many %s right as before',
    (what) => {
      expect(total[what]).toBeGreaterThanOrEqual(reached[what]);
      expect(total.texts).toBe(reached.texts);
    },
  );

  it('have no more done items carried out again, and no more false successes', () => {
    expect(total.repeated).toBeLessThanOrEqual(reached.repeated);
    expect(total.falseSuccess).toBeLessThanOrEqual(reached.falseSuccess);
  });
});

describe('the texts of the held half, read by a language model whose answers were recorded', () => {
  it('keep the goals, checked and mended as the product does', async () => {
    const total = totalOf((await readHalf('held')).map(({ score }) => score));
    for (const what of ['tasks', 'rules', 'order'] as const)
      expect(total[what] / total.texts, what).toBeGreaterThanOrEqual(0.95);
    expect(total).toMatchObject({ texts: 368, repeated: 0, falseSuccess: 0 });
  });
});
