import { describe, expect, it } from 'vitest';
import { planAfter } from '../planning-tools.ts';
import { isAbove, isStepId, keptPlan, Plan, stepIdOf, stepNumber } from './plan.ts';
import { changedPlan, numberOf } from './plan-number.ts';

const step = { stepId: 'S001', title: 'Build', details: null, status: 'pending', notes: [] };
const kept = (...steps: object[]) => ({ objective: 'Ship it', status: 'active', steps });

describe('a saved plan', () => {
  it('is trimmed and validated by the rules of the tools, and its step ids may have gaps', () => {
    const steps = [
      { ...step, stepId: 'S002', title: ' Build ', details: ' ', notes: [' a\n\tb '] },
      { ...step, stepId: 'S1000', details: ' on CI\n\ttwice ', status: 'done' },
    ];
    expect(Plan.parse({ ...kept(...steps), objective: ' Ship it ' })).toEqual({
      objective: 'Ship it',
      status: 'active',
      steps: [
        { stepId: 'S002', title: 'Build', details: null, status: 'pending', notes: ['a\n\tb'] },
        { stepId: 'S1000', title: 'Build', details: 'on CI\n\ttwice', status: 'done', notes: [] },
      ],
    });
  });

  it('cannot be changed', () => {
    const plan = Plan.parse(kept({ ...step, notes: ['a'] }));
    for (const part of [plan, plan.steps, plan.steps[0], plan.steps[0]?.notes]) {
      expect(Object.isFrozen(part)).toBe(true);
    }
  });

  it('keeps its number through changes, if it has one', () => {
    const numbered = Plan.parse({ ...kept(step), number: 7 });
    expect(numbered).toEqual(kept(step));
    expect(numberOf(numbered)).toBe(7);
    const changed = changedPlan(numbered, { status: 'completed' });
    expect(keptPlan(changed)).toEqual({ ...kept(step), status: 'completed', number: 7 });
    expect(Object.isFrozen(keptPlan(changed))).toBe(true);
    expect(Plan.parse(keptPlan(changed))).toEqual(changed);

    const without = Plan.parse(kept(step));
    expect(numberOf(without)).toBeUndefined();
    expect(keptPlan(without)).toBe(without);
    expect(numberOf(undefined)).toBeUndefined();
  });

  it.each([
    ['S1', [], '"S1"'],
    ['S01', [], '"S01"'],
    ['s001', [], '"s001"'],
    ['xS001', [], '"xS001"'],
    ['S001x', [], '"S001x"'],
    ['S000', [], '"S000"'],
    ['S9007199254740992', [], '"S9007199254740992"'],
    ['S001', ['S001'], '"S001"'],
    ['S0001', ['S001'], '"S0001"'],
    ['S003', ['S001', 'S003', 'S002'], '"S003"'],
  ])('is refused with the id %s after %j', (stepId, before, actual) => {
    const field = `steps[${before.length}].stepId`;
    const steps = [...before, stepId].map((each) => ({ ...step, stepId: each }));
    expect(() => Plan.parse(kept(...steps))).toThrow(
      expect.objectContaining({
        code: 'invalid-tool-input',
        field,
        actual,
      }),
    );
  });

  it.each([
    [{ ...kept(), objective: 'x'.repeat(241) }, 'objective', 'Objective must be <= 240 characters.'],
    [
      kept(step, { ...step, stepId: 'S002', title: 'x'.repeat(161) }),
      'steps[1].title',
      'Title must be <= 160 characters.',
    ],
    [kept({ ...step, details: 'x'.repeat(513) }), 'steps[0].details', 'Details must be <= 512 characters.'],
    [
      kept({ ...step, notes: ['a', 'x'.repeat(513)] }),
      'steps[0].notes[1]',
      'Note must be <= 512 characters.',
    ],
    [kept({ ...step, notes: [' '] }), 'steps[0].notes[0]', 'Note must not be empty.'],
    [{ ...kept(), status: 'paused' }, 'status', 'Status must be one of active, completed, abandoned.'],
    [{ ...kept(), number: 0 }, 'number', expect.stringMatching(/^Number must /)],
    [{ ...kept(), number: 1.5 }, 'number', expect.stringMatching(/^Number must /)],
    [{ ...kept(), number: 2 ** 53 }, 'number', 'Number is not valid.'],
    [{ ...kept(), owner: 'Ada' }, 'owner', 'Unknown field owner.'],
  ])('is refused when it breaks a rule: %#', (json, field, message) => {
    expect(() => Plan.parse(json)).toThrow(
      expect.objectContaining({ code: 'invalid-tool-input', field, message }),
    );
  });
});

describe('the id of a step', () => {
  it.each([
    [1, 'S001'],
    [10, 'S010'],
    [999, 'S999'],
    [1000, 'S1000'],
  ])('of number %i is %s', (number, stepId) => {
    expect(stepIdOf(number)).toBe(stepId);
    expect(stepNumber({ stepId })).toBe(number);
    expect(isStepId(stepId)).toBe(true);
  });

  it('can follow a lower one or none, but not itself', () => {
    expect(isAbove('S1000', 'S999')).toBe(true);
    expect(isAbove('S001', undefined)).toBe(true);
    expect(isAbove('S002', 'S002')).toBe(false);
    expect(isAbove('S001', 'S002')).toBe(false);
  });
});

describe('recorded ids', () => {
  const invoked = (tool: string, params: Record<string, unknown>, assigned: string[]) =>
    ({ type: 'ToolInvoked', tool: `planning_${tool}`, params, success: true, assigned }) as const;
  const two = [{ title: 'a' }, { title: 'b' }];

  it('are reused unchanged, including gaps', () => {
    const begun = planAfter(
      undefined,
      invoked('setup_plan', { objective: 'o', initial_steps: two }, ['S002', 'S005']),
    );
    expect(begun?.steps.map(({ stepId }) => stepId)).toEqual(['S002', 'S005']);
    const added = planAfter(begun, invoked('add_step', { steps: two }, ['S006', 'S1000']));
    expect(added?.steps.map(({ stepId }) => stepId)).toEqual(['S002', 'S005', 'S006', 'S1000']);
  });

  it.each([
    [[], ''],
    [['S001'], 'S001'],
    [['S001', 'S002', 'S003'], 'S001, S002, S003'],
    [['S002', 'S002'], 'S002, S002'],
    [['S002', 'S001'], 'S002, S001'],
    [['S001', 'two'], 'S001, two'],
    [['one', 'S002'], 'one, S002'],
  ])('that no tool can have assigned are refused: %j', (assigned, ids) => {
    const event = invoked('setup_plan', { objective: 'o', initial_steps: two }, assigned);
    expect(() => planAfter(undefined, event)).toThrow(
      expect.objectContaining({
        code: 'invalid-tool-input',
        field: 'assigned',
        summary: expect.stringContaining(ids),
      }),
    );
  });
});
