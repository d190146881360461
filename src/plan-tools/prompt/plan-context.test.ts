import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Plan, type StepStatus, stepIdOf } from '../plan/plan.ts';
import { estimatedTokens, planContext } from './plan-context.ts';

interface StepPart {
  readonly title?: string;
  readonly details?: string | null;
  readonly status?: StepStatus;
  readonly notes?: readonly string[];
}

function planOf(steps: readonly StepPart[], status = 'active', objective = 'Ship 1.0'): Plan {
  return Plan.parse({
    objective,
    status,
    steps: steps.map((step, i) => ({
      stepId: stepIdOf(i + 1),
      title: `Step ${i + 1}`,
      details: null,
      status: 'pending',
      notes: [],
      ...step,
    })),
  });
}

describe('a plan for a model’s context', () => {
  it('has the objective, open steps with details, notes and finished steps', () => {
    const plan = planOf([
      { title: 'Measure', status: 'done', notes: ['p99 is 40 ms.', 'SQLite\nstays.'] },
      { title: 'Fix it', status: 'in_progress', details: 'Only the\nread path.' },
      { title: 'Tag it' },
    ]);
    expect(planContext(plan)).toBe(
      [
        'Active plan, 1 of 3 steps done: Ship 1.0',
        '',
        'Open steps:',
        '- [~] S002: Fix it (Only the read path.)',
        '- [ ] S003: Tag it',
        '',
        'Latest notes:',
        '- S001: p99 is 40 ms.',
        '- S001: SQLite stays.',
        '',
        'Done:',
        '- S001: Measure',
      ].join('\n'),
    );
  });

  it('names the plan if there are several', () => {
    expect(planContext(planOf([{}]), { planId: 'release' })).toMatch(/^Active plan "release", /);
  });

  it('is empty when there is no active plan', () => {
    expect(planContext(undefined)).toBe('');
    expect(planContext(planOf([], 'abandoned'))).toBe('');
    expect(planContext(planOf([{ status: 'done' }], 'completed'))).toBe('');
  });

  it('prefers steps in progress, then pending ones, then recent notes if space is short', () => {
    const many = Array.from({ length: 400 }, (_, i): StepPart => {
      if (i === 399) return { status: 'in_progress', title: 'Now' };
      return i < 100 ? { status: 'done', notes: [`Decided ${i + 1}.`] } : {};
    });
    const text = planContext(planOf(many), { mostTokens: 250 });
    expect(text.length).toBeLessThanOrEqual(1000);
    expect(text).toContain('S400: Now');
    expect(text).toContain('S101: Step 101');
    expect(text).not.toContain('S399');
    expect(text).toContain('Decided 100.');
    expect(text).not.toContain('Decided 1.');
    expect(text).toContain('planning_read_plan');
  });

  it('never exceeds its limit, in any script', () => {
    const text = fc.string({
      unit: fc.constantFrom('a', ' ', '-', 'é', 'ж', '字', '🙂'),
      minLength: 1,
      maxLength: 160,
    });
    const part = fc.record({
      title: text.filter((title) => title.trim() !== ''),
      status: fc.constantFrom<StepStatus>('pending', 'in_progress', 'blocked', 'done'),
      notes: fc.array(text.filter((note) => note.trim() !== '')),
    });
    fc.assert(
      fc.property(fc.array(part), fc.integer({ min: 0, max: 750 }), (steps, mostTokens) => {
        expect(estimatedTokens(planContext(planOf(steps), { mostTokens }))).toBeLessThanOrEqual(mostTokens);
      }),
    );
  });
});
