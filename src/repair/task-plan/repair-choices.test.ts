import { describe, expect, it } from 'vitest';
import { createTaskPlanEngine, repairTaskPlan } from './repair-task-plan.ts';
import type { TaskStep } from './task-plan.ts';

function step(id: string, dependsOn: readonly string[] = [], more: Partial<TaskStep> = {}): TaskStep {
  return { id, title: `Do ${id}`, dependsOn, ...more };
}

const twoDays = step('b', ['a'], { minutes: 960 });
const unpartable = step('b', ['a'], { details: 'x'.repeat(1300) });

/** What a person is shown: a choice that is not there makes the engine suggest instead of mend. */
function suggested(steps: readonly TaskStep[]) {
  const { action, state } = createTaskPlanEngine().turn(
    { choose: 'nothing' },
    { subject: { steps }, issues: [], history: [] },
  );
  if (action.type !== 'SUGGEST_REPAIR') throw new Error(`expected a suggestion, got ${action.type}`);
  return { ...action, issues: state.issues };
}

function choices(steps: readonly TaskStep[]): [string, string][] {
  return suggested(steps).options.map(({ id, label }) => [id, label]);
}

describe('what a person may choose', () => {
  it.each<[string, TaskStep[], [string, string][]]>([
    [
      'a dependency that names nothing',
      [step('a'), step('b', ['a', 'x'])],
      [
        ['UNKNOWN_DEPENDENCY:b>x/DROP_DEPENDENCY:b>x', 'Remove the dependency of step b on x'],
        ['UNKNOWN_DEPENDENCY:b>x/keep', 'Keep it as it is'],
      ],
    ],
    [
      'a dependency that nearly names a step',
      [step('a'), step('b', ['A!'])],
      [
        ['UNKNOWN_DEPENDENCY:b>A!/RENAME_DEPENDENCY:b>A!', 'Let step b wait for a'],
        ['UNKNOWN_DEPENDENCY:b>A!/keep', 'Keep it as it is'],
      ],
    ],
    [
      'a step that is too long',
      [step('a'), twoDays],
      [
        ['STEP_TOO_LONG:b/SPLIT_STEP', 'Split step b into 2 steps'],
        ['STEP_TOO_LONG:b/keep', 'Keep it as it is'],
      ],
    ],
    [
      'a step that is too long and cannot be parted',
      [step('a'), unpartable],
      [['STEP_TOO_LONG:b/keep', 'Keep it as it is']],
    ],
    [
      'a step that is connected with nothing',
      [step('a'), step('b', ['a']), step('c')],
      [
        ['ORPHAN_STEP:c/attach', 'Let step c wait for b'],
        ['ORPHAN_STEP:c/remove', 'Remove step c'],
        ['ORPHAN_STEP:c/keep', 'Keep it as it is'],
      ],
    ],
    [
      'a first step that is connected with nothing, which has no step before it',
      [step('c'), step('a'), step('b', ['a'])],
      [
        ['ORPHAN_STEP:c/remove', 'Remove step c'],
        ['ORPHAN_STEP:c/keep', 'Keep it as it is'],
      ],
    ],
  ])('for %s', (_, steps, expected) => {
    expect(choices(steps)).toEqual(expected);
  });

  it('comes with the issue as its reason', () => {
    const { reason, issues } = suggested([step('a'), step('b', ['a']), step('c')]);
    expect(reason).toBe(issues[0]?.description);
  });

  it('removes the step when that is chosen', () => {
    const steps = [step('a'), step('b', ['a']), step('c')];
    const { state, action, applied } = createTaskPlanEngine().turn(
      { choose: 'ORPHAN_STEP:c/remove' },
      { subject: { steps }, issues: [], history: [] },
    );
    expect(state.subject.steps).toEqual(steps.slice(0, 2));
    expect(action).toEqual({ type: 'CONTINUE_PLAN' });
    expect(applied).toEqual([
      {
        change: { op: 'REMOVE_STEP', stepId: 'c' },
        by: 'choice',
        issueId: 'ORPHAN_STEP:c',
        why: 'Remove step c',
      },
    ]);
  });
});

describe('the removable dependencies of a cycle', () => {
  it.each<[string, TaskStep[], string[]]>([
    [
      'the one that looks farthest ahead first',
      [
        step('s0', ['s1']),
        step('s1', ['s3']),
        step('s2', ['s0', 's4']),
        step('s3', ['s0', 's4']),
        step('s4'),
      ],
      ['s1>s3', 's0>s1', 's3>s0'],
    ],
    [
      'by how far they look ahead, not by where they lead',
      [step('s0', ['s2']), step('s1', ['s0']), step('s2', ['s3']), step('s3', ['s0'])],
      ['s0>s2', 's2>s3', 's3>s0'],
    ],
    [
      'none of a locked step',
      [step('s0', ['s1'], { locked: true }), step('s1', ['s2']), step('s2', ['s0'])],
      ['s1>s2', 's2>s0'],
    ],
  ])('are offered: %s', (_, steps, edges) => {
    const ids = suggested(steps).options.map(({ id }) => id.slice(id.indexOf('/', id.indexOf('/') + 1) + 1));
    expect(ids).toEqual([...edges.map((edge) => `DROP_DEPENDENCY:${edge}`), 'keep']);
  });

  it('are 64 at most', () => {
    const ids = Array.from({ length: 9 }, (_, at) => `s${at}`);
    const steps = ids.map((id) =>
      step(
        id,
        ids.filter((other) => other !== id),
      ),
    );
    expect(suggested(steps).options).toHaveLength(64 + 1);
  });
});

describe('what repairTaskPlan did', () => {
  it.each<[string, TaskStep[], unknown]>([
    [
      'a dependency that named nothing',
      [step('a'), step('b', ['a', 'x"'])],
      {
        change: { op: 'DROP_DEPENDENCY', stepId: 'b', dependency: 'x"' },
        by: 'auto-fix',
        issueId: 'UNKNOWN_DEPENDENCY:b>x"',
        why: 'No step is called "x\\"".',
      },
    ],
    [
      'a dependency that was nearly right',
      [step('S-1'), step('b', ['s1'])],
      {
        change: { op: 'RENAME_DEPENDENCY', stepId: 'b', dependency: 's1', to: 'S-1' },
        by: 'auto-fix',
        issueId: 'UNKNOWN_DEPENDENCY:b>s1',
        why: '"s1" is step S-1.',
      },
    ],
    [
      'a cycle',
      [step('a', ['b']), step('b', ['a'])],
      {
        change: { op: 'DROP_DEPENDENCY', stepId: 'a', dependency: 'b' },
        by: 'auto-fix',
        issueId: 'CYCLE:a>b/2',
        why: 'Step a no longer waits for b: they waited for each other.',
      },
    ],
    [
      'a step that was too long',
      [step('a'), twoDays],
      {
        change: {
          op: 'SPLIT_STEP',
          stepId: 'b',
          into: [
            { id: 'b.1', title: 'Do b (1 of 2)', dependsOn: ['a'], minutes: 480 },
            { id: 'b', title: 'Do b (2 of 2)', dependsOn: ['b.1'], minutes: 480 },
          ],
        },
        by: 'auto-fix',
        issueId: 'STEP_TOO_LONG:b',
        why: 'Step b became 2 steps that follow each other.',
      },
    ],
  ])('is told with its reason for %s', (_, steps, change) => {
    const { applied, issues } = repairTaskPlan({ steps });
    expect(applied).toEqual([change]);
    expect(issues).toEqual([]);
  });

  it('leaves what it cannot fix as an issue dated with the given time', () => {
    const plan = { steps: [step('a'), unpartable] };
    const issue = {
      id: 'STEP_TOO_LONG:b',
      type: 'STEP_TOO_LONG',
      severity: 'LOCAL',
      target: { stepId: 'b' },
      description: expect.stringMatching(/1304.*1200/),
    };
    expect(repairTaskPlan(plan)).toEqual({
      plan,
      applied: [],
      issues: [{ ...issue, detectedAt: '1970-01-01T00:00:00.000Z' }],
    });
    expect(repairTaskPlan(plan, { now: () => '2026-01-02T03:04:05.000Z' }).issues).toEqual([
      { ...issue, detectedAt: '2026-01-02T03:04:05.000Z' },
    ]);
  });

  it('respects the given limits', () => {
    const { plan } = repairTaskPlan(
      { steps: [twoDays, step('a')] },
      { limits: { characters: 99, minutes: 320 } },
    );
    expect(plan.steps.map(({ minutes }) => minutes)).toEqual([320, 320, 320, undefined]);
  });

  it('gives no part of a step the id of another step', () => {
    const { plan } = repairTaskPlan({ steps: [step('a'), twoDays, step('b.1', ['b'])] });
    expect(plan.steps.map(({ id }) => id)).toEqual(['a', 'b.1-2', 'b', 'b.1']);
  });
});

describe('the step that a wrong name stands for', () => {
  function repairedBy(steps: readonly TaskStep[]) {
    return repairTaskPlan({ steps }).applied.map(({ change }) => change);
  }

  const dropped = (dependency: string) => [{ op: 'DROP_DEPENDENCY', stepId: 'b', dependency }];

  it('is the one that has it as its title', () => {
    const steps = [step('a', [], { title: 'Buy the paint' }), step('b', ['buy-the-paint'])];
    expect(repairedBy(steps)).toEqual([
      { op: 'RENAME_DEPENDENCY', stepId: 'b', dependency: 'buy-the-paint', to: 'a' },
    ]);
  });

  it.each<[string, TaskStep[], string]>([
    [
      'two steps could be meant',
      [step('a'), step('x-1', ['a']), step('X 1', ['a']), step('b', ['a', 'x1'])],
      'x1',
    ],
    ['it is like the step that waits', [step('a'), step('b', ['a', 'B.'])], 'B.'],
    [
      'it has no letter or number',
      [step('a'), step('c', ['a'], { title: '???' }), step('b', ['a', '!'])],
      '!',
    ],
    ['no step is like it', [step('a'), step('c', ['a']), step('b', ['a', 'd'])], 'd'],
  ])('is none when %s', (_, steps, dependency) => {
    expect(repairedBy(steps)).toEqual(dropped(dependency));
  });
});
