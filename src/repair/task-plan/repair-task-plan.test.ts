import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createTaskPlanEngine, repairTaskPlan } from './repair-task-plan.ts';
import type { TaskPlan, TaskStep } from './task-plan.ts';

function step(id: string, dependsOn: readonly string[] = [], more: Partial<TaskStep> = {}): TaskStep {
  return { id, title: `Do ${id}`, dependsOn, ...more };
}

function issuesOf(steps: readonly TaskStep[]): string[] {
  return createTaskPlanEngine()
    .evaluate({ subject: { steps }, issues: [], history: [] })
    .map(({ id }) => id);
}

describe('a plan of tasks', () => {
  it('has no issues when every step can be reached in order', () => {
    expect(issuesOf([step('a'), step('b', ['a']), step('c', ['a', 'b'])])).toEqual([]);
    expect(issuesOf([step('a'), step('b')])).toEqual([]);
    expect(issuesOf([])).toEqual([]);
  });

  it('finds a dependency on a missing step', () => {
    expect(issuesOf([step('a'), step('b', ['a', 'x'])])).toEqual(['UNKNOWN_DEPENDENCY:b>x']);
  });

  it('finds steps that wait for each other, and one that waits for itself', () => {
    expect(issuesOf([step('a', ['c']), step('b', ['a']), step('c', ['b'])])).toEqual(['CYCLE:a>b>c/3']);
    expect(issuesOf([step('a', ['a'])])).toEqual(['CYCLE:a/1']);
    expect(issuesOf([step('a', ['b']), step('b', ['a']), step('c', ['d']), step('d', ['c'])])).toEqual([
      'CYCLE:a>b/2',
      'CYCLE:c>d/2',
    ]);
  });

  it('finds an unconnected step', () => {
    expect(issuesOf([step('a'), step('b', ['a']), step('c')])).toEqual(['ORPHAN_STEP:c']);
  });

  it('finds a step that is too long, in characters or in minutes', () => {
    expect(issuesOf([step('a', [], { details: 'x'.repeat(1300) })])).toEqual(['STEP_TOO_LONG:a']);
    expect(issuesOf([step('a', [], { minutes: 481 })])).toEqual(['STEP_TOO_LONG:a']);
    expect(issuesOf([step('a', [], { minutes: 480, details: 'x'.repeat(1190) })])).toEqual([]);
  });

  it('is asked for when it has no steps', () => {
    const engine = createTaskPlanEngine();
    expect(engine.turn({}, { subject: { steps: [] }, issues: [], history: [] }).action).toEqual({
      type: 'ASK_USER',
      question: expect.any(String),
      reason: expect.any(String),
    });
  });
});

describe('repairTaskPlan', () => {
  it('resolves a dependency to the step with a similar name', () => {
    const { plan } = repairTaskPlan({ steps: [step('S-1'), step('S-2', ['s 1'])] });
    expect(plan.steps[1]?.dependsOn).toEqual(['S-1']);
  });

  it('drops a dependency that names nothing', () => {
    const { plan } = repairTaskPlan({ steps: [step('a'), step('b', ['a', 'x'])] });
    expect(plan.steps[1]?.dependsOn).toEqual(['a']);
  });

  it('breaks two cycles that share a dependency by dropping just that one', () => {
    const steps = [step('a', ['b']), step('b', ['c', 'd']), step('c', ['a']), step('d', ['a'])];
    const { plan, applied, issues } = repairTaskPlan({ steps });
    expect(applied).toMatchObject([{ change: { op: 'DROP_DEPENDENCY', stepId: 'a', dependency: 'b' } }]);
    expect(plan.steps.slice(1)).toEqual(steps.slice(1));
    expect(issues).toEqual([]);
  });

  it('splits a long step, and leaves the steps that wait for it unchanged', () => {
    const long = step('b', ['a'], { details: `${'First this. '.repeat(60)}${'Then that. '.repeat(60)}` });
    const { plan, issues } = repairTaskPlan({ steps: [step('a'), long, step('c', ['b'])] });
    expect(issues).toEqual([]);
    expect(plan.steps.map(({ id, dependsOn }) => [id, dependsOn])).toEqual([
      ['a', []],
      ['b.1', ['a']],
      ['b', ['b.1']],
      ['c', ['b']],
    ]);
  });

  it('splits long work into days', () => {
    const { plan } = repairTaskPlan({ steps: [step('a', [], { minutes: 1000 })] });
    expect(plan.steps.map(({ minutes }) => minutes)).toEqual([333, 333, 334]);
  });

  it('leaves what it cannot decide to others, and fixes the rest', () => {
    const { plan, issues } = repairTaskPlan({ steps: [step('x'), step('a'), step('b', ['a', 'nope'])] });
    expect(plan.steps[2]?.dependsOn).toEqual(['a']);
    expect(issues.map(({ id }) => id)).toEqual(['ORPHAN_STEP:x']);
  });

  it('never changes a locked step', () => {
    const locked = step('a', ['b', 'x'], { locked: true });
    const { plan } = repairTaskPlan({ steps: [locked, step('b', ['a'])] });
    expect(plan.steps[0]).toBe(locked);
    expect(plan.steps[1]?.dependsOn).toEqual([]);
  });

  it('offers to attach, remove or keep an orphan', () => {
    const engine = createTaskPlanEngine();
    const state = {
      subject: { steps: [step('a'), step('b', ['a']), step('c')] },
      issues: [],
      history: [],
    };
    const { action } = engine.turn({}, state);
    expect(action.type === 'SUGGEST_REPAIR' && action.options.map(({ id }) => id)).toEqual([
      'ORPHAN_STEP:c/attach',
      'ORPHAN_STEP:c/remove',
      'ORPHAN_STEP:c/keep',
    ]);
    const after = engine.turn({ choose: 'ORPHAN_STEP:c/attach' }, state);
    expect(after.state.subject.steps[2]?.dependsOn).toEqual(['b']);
  });

  it('ends for a chain of a hundred thousand steps', { timeout: 60_000 }, () => {
    const steps = Array.from({ length: 100_000 }, (_, at) => step(`${at}`, at === 0 ? [] : [`${at - 1}`]));
    expect(issuesOf(steps)).toEqual([]);
  });
});

const ids = ['a', 'b', 'c', 'd', 'e', 'f'];
const anyPlan: fc.Arbitrary<TaskPlan> = fc
  .uniqueArray(fc.constantFrom(...ids), { minLength: 1 })
  .chain((chosen) =>
    fc.tuple(
      ...chosen.map((id) =>
        fc.record({
          id: fc.constant(id),
          title: fc.string({ maxLength: 12 }),
          dependsOn: fc.uniqueArray(fc.constantFrom(...ids, 'ghost'), { maxLength: 4 }),
          locked: fc.boolean(),
        }),
      ),
    ),
  )
  .map((steps) => ({ steps }));

describe('for every plan of tasks', () => {
  it('repairing leaves no cycle or unknown dependency on a step that may change, and locked steps as they are', () => {
    fc.assert(
      fc.property(anyPlan, (plan) => {
        const repaired = repairTaskPlan(plan);
        for (const given of plan.steps.filter(({ locked }) => locked))
          expect(repaired.plan.steps).toContain(given);
        if (plan.steps.some(({ locked }) => locked)) return;
        expect(repaired.issues.filter(({ type }) => type !== 'ORPHAN_STEP')).toEqual([]);
      }),
    );
  });

  it('no option raises the number of issues', () => {
    const engine = createTaskPlanEngine();
    fc.assert(
      fc.property(anyPlan, (subject) => {
        const first = engine.turn({ choose: 'nothing' }, { subject, issues: [], history: [] });
        if (first.action.type !== 'SUGGEST_REPAIR') return;
        for (const { id } of first.action.options) {
          const { state } = engine.turn({ choose: id }, first.state);
          expect(engine.evaluate(state).length).toBeLessThanOrEqual(first.state.issues.length);
        }
      }),
    );
  });

  it('every sequence of empty turns reaches a stable action', () => {
    const engine = createTaskPlanEngine();
    fc.assert(
      fc.property(anyPlan, (subject) => {
        let state: Parameters<typeof engine.turn>[1] = { subject, issues: [], history: [] };
        let last: unknown;
        for (let turns = 0; turns < 50; turns++) {
          const turn = engine.turn({}, state);
          state = turn.state;
          last = turn.action;
        }
        expect(engine.turn({}, state).action).toEqual(last);
      }),
    );
  });
});
