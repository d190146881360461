import { describe, expect, it } from 'vitest';
import type { ToolInvoked } from '../kernel/session/facts.ts';
import type { Plan } from './plan/plan.ts';
import { numberOf } from './plan/plan-number.ts';
import { planAfter } from './planning-tools.ts';

const invoked = (
  tool: string,
  params: Record<string, unknown> = {},
  record: Partial<ToolInvoked> = {},
): ToolInvoked => ({ type: 'ToolInvoked', tool: `planning_${tool}`, params, success: true, ...record });
const folded = (...events: ToolInvoked[]) =>
  events.reduce<Plan | undefined>((plan, event) => planAfter(plan, event), undefined);

const setup = (record: Partial<ToolInvoked> = {}) =>
  invoked('setup_plan', { objective: 'o', initial_steps: [{ title: 'a' }] }, record);
const add = (record: Partial<ToolInvoked> = {}) => invoked('add_step', { steps: [{ title: 'b' }] }, record);
const mark = (record: Partial<ToolInvoked> = {}) =>
  invoked('mark_step', { step_id: 'S001', status: 'done' }, record);
const update = (record: Partial<ToolInvoked> = {}) =>
  invoked('update_step', { step_id: 'S001', title: 'c' }, record);

const ERASED = { objective: '[erased]', status: 'active', steps: [] };

describe('a recorded call', () => {
  it('starts the plan with its number, which later changes keep', () => {
    const plan = folded(setup({ plan: 4 }), add({ plan: 4 }), update({ plan: 4 }), mark({ plan: 4 }));
    expect(numberOf(plan)).toBe(4);
    expect(plan).toMatchObject({
      objective: 'o',
      status: 'active',
      steps: [
        { stepId: 'S001', title: 'c', status: 'done' },
        { stepId: 'S002', title: 'b' },
      ],
    });
  });

  it.each([
    ['a mark', mark({ plan: 9 }), ERASED],
    ['an update', update({ plan: 9 }), ERASED],
    ['a read', invoked('read_plan', {}, { plan: 9 }), ERASED],
    ['a clearing', invoked('clear_plan', {}, { plan: 9 }), { ...ERASED, status: 'abandoned' }],
    [
      'an addition',
      add({ plan: 9, assigned: ['S007'] }),
      { ...ERASED, steps: [{ stepId: 'S007', title: 'b' }] },
    ],
  ])('of another plan shows that its setup was erased: %s', (_, event, expected) => {
    for (const before of [[], [setup()], [setup({ plan: 4 })]]) {
      const plan = folded(...before, event);
      expect(plan).toMatchObject(expected);
      expect(plan?.steps).toHaveLength(expected.steps.length);
      expect(numberOf(plan)).toBe(9);
    }
  });

  it('without a number belongs to the current plan, if any', () => {
    expect(folded(setup({ plan: 4 }), mark())).toMatchObject({ objective: 'o', status: 'completed' });
    expect(folded(mark())).toEqual(ERASED);
    expect(folded(update())).toEqual(ERASED);
    expect(folded(invoked('read_plan'))).toEqual(ERASED);
    expect(folded(add())).toMatchObject({ ...ERASED, steps: [{ stepId: 'S001' }] });
  });

  it.each([mark(), update(), add()])('after an abandoned plan belongs to an erased one: $tool', (event) => {
    expect(folded(setup(), invoked('clear_plan'), event)?.objective).toBe('[erased]');
  });

  it('only reads an abandoned plan', () => {
    const cleared = folded(setup(), invoked('clear_plan'));
    expect(planAfter(cleared, invoked('read_plan'))).toBe(cleared);
    expect(cleared).toEqual({ objective: 'o', status: 'abandoned', steps: [] });
  });

  it('with ids that the plan has already belongs to an erased one', () => {
    expect(folded(setup(), add({ assigned: ['S001'] }))).toMatchObject({
      objective: '[erased]',
      steps: [{ stepId: 'S001', title: 'b' }],
    });
    expect(folded(setup(), add({ assigned: ['S002'] }))?.objective).toBe('o');
  });

  it('that adds to or updates a completed plan was made before the completing step was erased', () => {
    expect(folded(setup(), mark(), add())).toMatchObject({
      objective: 'o',
      status: 'active',
      steps: { length: 2 },
    });
    expect(folded(setup(), mark(), update())).toMatchObject({
      objective: 'o',
      status: 'active',
      steps: [{ title: 'c', status: 'done' }],
    });
    expect(folded(setup(), mark(), mark())?.status).toBe('completed');
    expect(folded(setup(), mark(), invoked('read_plan'))?.status).toBe('completed');
  });

  it('changes nothing when it failed or another tool was called', () => {
    const plan = folded(setup());
    expect(planAfter(plan, mark({ success: false }))).toBe(plan);
    expect(planAfter(plan, { ...mark(), tool: 'mark_step' })).toBe(plan);
    expect(planAfter(undefined, setup({ success: false }))).toBeUndefined();
  });

  it('for a missing step is refused, because no tool would have made it', () => {
    const begun = folded(setup());
    const other = invoked('mark_step', { step_id: 'S002', status: 'done' });
    expect(() => planAfter(begun, other)).toThrow(expect.objectContaining({ code: 'step-not-found' }));
  });
});

describe('a plan whose objective reads like that of an erased one', () => {
  it('is changed like any other while it has steps', () => {
    const setup = invoked('setup_plan', { objective: '[erased]', initial_steps: [{ title: 'a' }] });
    expect(folded(setup, mark())).toMatchObject({ status: 'completed', steps: [{ status: 'done' }] });
  });
});
