import { describe, expect, test } from 'vitest';
import { Plan } from '../../plan-tools/plan/plan.ts';
import { changeText } from './plan-change.ts';

const step = (stepId: string, more: object = {}) => ({
  stepId,
  title: 'Tag it',
  details: null,
  status: 'pending',
  notes: [],
  ...more,
});
const plan = (steps: readonly object[], status = 'active') =>
  Plan.parse({ objective: 'Ship 1.0', status, steps });

describe('the description of a change', () => {
  const one = plan([step('S001')]);
  const two = plan([step('S001'), step('S002')]);

  test.each([
    ['planning_setup_plan', undefined, one, 'New plan with 1 step: Ship 1.0'],
    ['planning_add_step', plan([]), one, 'S001 added: Tag it'],
    ['planning_add_step', plan([]), plan([step('S001'), step('S002')]), '2 steps added: S001 to S002'],
    ['planning_update_step', one, plan([step('S001', { title: 'Sign it' })]), 'S001 renamed: Sign it'],
    ['planning_update_step', one, plan([step('S001', { details: 'v1' })]), 'S001 has new details'],
    [
      'planning_mark_step',
      one,
      plan([step('S001', { status: 'in_progress', notes: ['a\nb'] })]),
      'S001 in progress: a b',
    ],
    [
      'planning_mark_step',
      one,
      plan([step('S001', { status: 'done' })], 'completed'),
      'S001 done - the plan is completed',
    ],
    [
      'planning_mark_step',
      plan([step('S001'), step('S002')]),
      plan([
        step('S001', { status: 'done', evidence: [{ command: 'make', exitCode: 0 }] }),
        step('S002', { status: 'in_progress' }),
      ]),
      'S001 done: make exited with 0, S002 in progress',
    ],
    ['planning_update_step', two, { ...two, steps: two.steps.slice(0, 1) }, 'S002 removed: Tag it'],
    ['planning_update_step', two, { ...two, steps: two.steps.toReversed() }, 'S001 moved: Tag it'],
    ['planning_clear_plan', one, plan([], 'abandoned'), 'The plan was abandoned'],
    [undefined, plan([]), one, 'The plan was restored to an earlier moment'],
    [undefined, one, undefined, 'The plan was undone'],
    ['planning_read_plan', one, one, undefined],
  ])('%s', (tool, before, after, text) => {
    expect(changeText(tool, { before, after })).toBe(text);
  });
});
