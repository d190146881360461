import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { columnWidth } from '../../terminal/column-width.ts';
import { paintedLine } from '../../terminal/paint.ts';
import { timeOf, type WatchedPlan, watchFrame } from './watch-frame.ts';

const text = fc.string({ unit: fc.constantFrom(...'abc de-.'), maxLength: 158 }).map((words) => `a${words}b`);

const watched: fc.Arbitrary<WatchedPlan> = fc
  .record({
    objective: text,
    status: fc.constantFrom('active', 'completed', 'abandoned'),
    steps: fc.array(
      fc.record({
        title: text,
        details: fc.option(text),
        status: fc.constantFrom('pending', 'in_progress', 'blocked', 'done'),
        notes: fc.array(text, { maxLength: 8 }),
      }),
      { maxLength: 60 },
    ),
    changes: fc.integer({ min: 0, max: 20 }),
  })
  .map(({ objective, status, steps, changes }) => {
    const numbered = steps.map((step, i) => ({ ...step, stepId: `S${String(i + 1).padStart(3, '0')}` }));
    const plan = { objective, status, steps: numbered };
    const change = { version: 1, ts: '2026-11-15T08:00:00.000Z', tool: undefined, plan, summary: 'Changed' };
    return {
      planId: 'default',
      plan,
      version: 1,
      changes: Array.from({ length: changes }, () => change),
      hints: [],
    };
  });

describe('the screen of plan watch', () => {
  it('is never larger than the terminal, and always has the current step in it', () => {
    const size = { columns: fc.integer({ min: 20, max: 200 }), rows: fc.integer({ min: 6, max: 60 }) };
    fc.assert(
      fc.property(watched, fc.record(size), fc.boolean(), (plan, { columns, rows }, unicode) => {
        const terminal = { width: columns, colors: false, unicode };
        const frame = watchFrame(plan, { ...terminal, rows, now: 0 }).map((line) =>
          paintedLine(line, terminal),
        );
        expect(frame.length).toBeLessThanOrEqual(rows);
        for (const line of frame) expect(columnWidth(line)).toBeLessThanOrEqual(columns);
        const steps = plan.plan?.steps ?? [];
        const first = (wanted: string) => steps.find(({ status }) => status === wanted);
        const current = first('in_progress') ?? first('pending') ?? first('blocked');
        if (current) expect(frame.join('\n')).toMatch(new RegExp(` ${current.stepId}(?:  |$)`, 'm'));
      }),
    );
  });

  it('tells the time of today, and the date of another day', () => {
    const morning = new Date(2026, 10, 15, 8, 5, 9);
    expect(timeOf(morning.toISOString(), morning.getTime() + 3_600_000)).toBe('08:05:09');
    expect(timeOf(morning.toISOString(), morning.getTime() + 48 * 3_600_000)).toBe('2026-11-15');
  });
});
