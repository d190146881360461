import { describe, expect, it } from 'vitest';
import { type HalfScore, scoresOf, totalOf } from '../bench/tasks/texts.ts';

/** What was reached: less is a step back. The goals are in the benchmark. Where more is reached, raise these. */
const REACHED: Readonly<Record<'open' | 'held', HalfScore>> = {
  open: {
    texts: 208,
    tasks: 150,
    rules: 192,
    order: 174,
    background: 198,
    acceptance: 206,
    objective: 206,
    repeated: 1,
    falseSuccess: 3,
  },
  held: {
    texts: 208,
    tasks: 112,
    rules: 185,
    order: 161,
    background: 189,
    acceptance: 204,
    objective: 206,
    repeated: 3,
    falseSuccess: 7,
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
