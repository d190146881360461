import { describe, expect, it } from 'vitest';
import { taskPlanInvariants } from './invariants.ts';
import { DEFAULT_STEP_LIMITS, type TaskStep } from './task-plan.ts';

function step(id: string, dependsOn: readonly string[] = [], more: Partial<TaskStep> = {}): TaskStep {
  return { id, title: `Do ${id}`, dependsOn, ...more };
}

function found(rule: string, steps: readonly TaskStep[], limits = DEFAULT_STEP_LIMITS) {
  return taskPlanInvariants(limits)
    .filter(({ name }) => name === rule)
    .flatMap(({ check }) => check({ steps }));
}

describe('the rules of a plan of tasks', () => {
  it('are four, with the one that hides others first', () => {
    expect(taskPlanInvariants(DEFAULT_STEP_LIMITS).map(({ name }) => name)).toEqual([
      'INV-DEPENDENCY-KNOWN',
      'INV-NO-CYCLE',
      'INV-STEP-CONNECTED',
      'INV-STEP-SIZE',
    ]);
  });
});

describe('INV-DEPENDENCY-KNOWN', () => {
  it('names the step and its missing dependency, once per missing name', () => {
    expect(found('INV-DEPENDENCY-KNOWN', [step('a'), step('b', ['x"y', 'a', 'x"y'])])).toEqual([
      {
        type: 'UNKNOWN_DEPENDENCY',
        target: { stepId: 'b', dependency: 'x"y' },
        key: 'b>x"y',
        evidence: 'x"y',
        description: expect.any(String),
        position: 1,
      },
    ]);
  });
});

describe('INV-NO-CYCLE', () => {
  it('names the steps that wait for each other, and counts the dependencies between them', () => {
    const steps = [step('z', ['b', 'c']), step('b', ['c', 'z2']), step('c', ['b']), step('z2')];
    expect(found('INV-NO-CYCLE', steps)).toEqual([
      {
        type: 'CYCLE',
        target: { stepId: 'b', stepIds: ['b', 'c'] },
        key: 'b>c/2',
        evidence: 'b,c',
        description: expect.any(String),
        position: 1,
      },
    ]);
  });

  it('finds a step that waits for itself', () => {
    expect(found('INV-NO-CYCLE', [step('a'), step('b', ['a']), step('c', ['c'])])).toMatchObject([
      { key: 'c/1', evidence: 'c', description: expect.any(String), position: 2 },
    ]);
  });
});

describe('INV-STEP-CONNECTED', () => {
  it('names the unconnected step and its position', () => {
    expect(found('INV-STEP-CONNECTED', [step('a'), step('b', ['a']), step('c')])).toEqual([
      {
        type: 'ORPHAN_STEP',
        target: { stepId: 'c' },
        key: 'c',
        evidence: 'Do c',
        description: expect.any(String),
        position: 2,
      },
    ]);
  });

  it('treats a plan without any dependencies as a list', () => {
    expect(found('INV-STEP-CONNECTED', [step('a'), step('b'), step('c')])).toEqual([]);
  });
});

describe('INV-STEP-SIZE', () => {
  const limits = { characters: 10, minutes: 30 };

  it.each([
    ['as many characters as may be', { title: '12345', details: '67890' }, undefined],
    ['one character more', { title: '12345', details: '678901' }, '11 characters, and 10 may be'],
    ['a title that is too long by itself', { title: '12345678901' }, '11 characters, and 10 may be'],
    ['as many minutes as may be', { title: 'a', minutes: 30 }, undefined],
    ['one minute more', { title: 'a', minutes: 31 }, '31 minutes, and 30 may be'],
    [
      'too much of both, of which it tells the first',
      { title: '12345678901', minutes: 31 },
      '11 characters, and 10 may be',
    ],
  ])('judges %s', (_, more, why) => {
    const steps = [step('a', [], { title: 'a' }), step('b', ['a'], more)];
    expect(found('INV-STEP-SIZE', steps, limits)).toEqual(
      why === undefined
        ? []
        : [
            {
              type: 'STEP_TOO_LONG',
              target: { stepId: 'b' },
              key: 'b',
              evidence: why,
              description: expect.any(String),
              position: 1,
            },
          ],
    );
  });
});
