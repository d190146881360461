import { describe, expect, it } from 'vitest';
import { type HalfScore, scoresOf, totalOf } from '../bench/tasks/texts.ts';

/** What was reached: less is a step back. The goals are in the benchmark. Where more is reached, raise these. */
const REACHED: Readonly<Record<'open' | 'held', HalfScore>> = {
  open: {
    texts: 91,
    tasks: 91,
    rules: 91,
    order: 91,
    background: 91,
    acceptance: 91,
    objective: 89,
    repeated: 0,
    falseSuccess: 0,
  },
  held: {
    texts: 91,
    tasks: 59,
    rules: 84,
    order: 73,
    background: 85,
    acceptance: 89,
    objective: 89,
    repeated: 2,
    falseSuccess: 0,
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
