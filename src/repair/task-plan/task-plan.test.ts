import { describe, expect, it } from 'vitest';
import { applyTaskPlanChange, type TaskPlan, type TaskPlanChange } from './task-plan.ts';

const plan: TaskPlan = {
  steps: [
    { id: 'a', title: 'A', dependsOn: [] },
    { id: 'b', title: 'B', dependsOn: ['a', 'x', 'y'], minutes: 5 },
    { id: 'c', title: 'C', dependsOn: ['b'], locked: true },
  ],
};
const [a, b, c] = plan.steps;

describe('applyTaskPlanChange', () => {
  it.each<[string, TaskPlanChange, readonly unknown[]]>([
    [
      'drops one dependency and keeps the others',
      { op: 'DROP_DEPENDENCY', stepId: 'b', dependency: 'x' },
      [a, { ...b, dependsOn: ['a', 'y'] }, c],
    ],
    [
      'renames one dependency in its place',
      { op: 'RENAME_DEPENDENCY', stepId: 'b', dependency: 'x', to: 'z' },
      [a, { ...b, dependsOn: ['a', 'z', 'y'] }, c],
    ],
    [
      'makes one of two dependencies that come to the same step',
      { op: 'RENAME_DEPENDENCY', stepId: 'b', dependency: 'x', to: 'a' },
      [a, { ...b, dependsOn: ['a', 'y'] }, c],
    ],
    [
      'adds a dependency behind the others',
      { op: 'ADD_DEPENDENCY', stepId: 'b', dependency: 'z' },
      [a, { ...b, dependsOn: ['a', 'x', 'y', 'z'] }, c],
    ],
    [
      'puts several steps in the place of one',
      {
        op: 'SPLIT_STEP',
        stepId: 'a',
        into: [
          { id: 'a.1', title: 'A1', dependsOn: [] },
          { id: 'a', title: 'A2', dependsOn: ['a.1'] },
        ],
      },
      [{ id: 'a.1', title: 'A1', dependsOn: [] }, { id: 'a', title: 'A2', dependsOn: ['a.1'] }, b, c],
    ],
    ['removes a step', { op: 'REMOVE_STEP', stepId: 'b' }, [a, c]],
  ])('%s', (_, change, steps) => {
    expect(applyTaskPlanChange(change, plan)).toEqual({ steps });
  });

  it.each<[string, TaskPlanChange]>([
    ['nothing is to change', { op: 'KEEP', stepId: 'b' }],
    ['there is no such step', { op: 'REMOVE_STEP', stepId: 'ghost' }],
    ['the step is locked', { op: 'DROP_DEPENDENCY', stepId: 'c', dependency: 'b' }],
    ['the step does not wait for what is dropped', { op: 'DROP_DEPENDENCY', stepId: 'a', dependency: 'x' }],
    [
      'the step does not wait for what is renamed',
      { op: 'RENAME_DEPENDENCY', stepId: 'a', dependency: 'x', to: 'b' },
    ],
    ['the step waits for what is added already', { op: 'ADD_DEPENDENCY', stepId: 'b', dependency: 'x' }],
  ])('gives back the very same plan when %s', (_, change) => {
    expect(applyTaskPlanChange(change, plan)).toBe(plan);
  });
});
