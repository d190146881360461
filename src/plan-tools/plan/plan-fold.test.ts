import { describe, expect, it } from 'vitest';
import type { SessionEvent } from '../../kernel/session/facts.ts';
import { Plan } from './plan.ts';
import { planAfterEvent } from './plan-fold.ts';

const invoked = (tool: string, params: Record<string, unknown>, success = true): SessionEvent => ({
  type: 'ToolInvoked',
  tool: `planning_${tool}`,
  params,
  success,
});
const rolledBack = (slices: Record<string, unknown[]>): SessionEvent => ({
  type: 'SessionRolledBack',
  slices,
});

const setup = invoked('setup_plan', { objective: 'Ship it', initial_steps: [{ title: 'Build' }] });
const shipping = () => planAfterEvent(undefined, setup);
const resting = { objective: 'Rest', status: 'active', steps: [] };

describe('a plan that is folded event by event', () => {
  it('starts with its setup call, and follows later changes', () => {
    expect(planAfterEvent(undefined, setup)).toEqual({
      objective: 'Ship it',
      status: 'active',
      steps: [{ stepId: 'S001', title: 'Build', details: null, status: 'pending', notes: [] }],
    });
    const marked = planAfterEvent(shipping(), invoked('mark_step', { step_id: 'S001', status: 'done' }));
    expect(marked).toMatchObject({ status: 'completed', steps: [{ status: 'done' }] });
  });

  it('is the one that the session rolled back to, if any', () => {
    expect(planAfterEvent(shipping(), rolledBack({ Plan: [resting] }))).toEqual(resting);
    expect(planAfterEvent(undefined, rolledBack({ Plan: [resting] }))).toEqual(resting);
    expect(planAfterEvent(shipping(), rolledBack({ Plan: [] }))).toBeUndefined();
  });

  it.each([
    ['a call that failed', invoked('clear_plan', {}, false)],
    ['another tool', { ...invoked('', {}), tool: 'web_search' }],
    ['a call that no plan allows', invoked('mark_step', { step_id: 'S009', status: 'done' })],
    ['a call with an input that is none', invoked('setup_plan', { objective: '' })],
    ['a way back of other slices', rolledBack({ Notes: [resting] })],
    ['a way back to two plans', rolledBack({ Plan: [resting, resting] })],
    ['a way back to what is no plan', rolledBack({ Plan: [{ objective: 'Rest' }] })],
  ])('stays as it is at %s', (_, event) => {
    const plan = shipping();
    expect(planAfterEvent(plan, event)).toBe(plan);
  });

  it('ignores inherited slices', () => {
    const slices = Object.create({ [Plan.name]: [resting] });
    const plan = shipping();
    expect(planAfterEvent(plan, { type: 'SessionRolledBack', slices })).toBe(plan);
  });
});
