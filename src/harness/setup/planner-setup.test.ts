import { describe, expect, it } from 'vitest';
import { conversationFamily } from '../family.ts';
import type { Planner } from '../planner.ts';
import { createPlannerSetup, type PlannerSetup, sameSetup } from './planner-setup.ts';

const planner: Planner = { id: 'test', name: 'Test', plan: () => [] };
const setup: PlannerSetup = { planner, config: 1, ready: true };

describe('two setups are the same', () => {
  it('when all of them is, or when there is none', () => {
    expect([sameSetup(setup, { ...setup }), sameSetup(undefined, undefined)]).toEqual([true, true]);
  });

  it.each<[string, PlannerSetup | undefined]>([
    ['planner', { ...setup, planner: { ...planner } }],
    ['config', { ...setup, config: 2 }],
    ['readiness', { ...setup, ready: false }],
    ['mode', { ...setup, mode: 'auto' }],
    ['family', { ...setup, family: conversationFamily }],
    ['place in the journal', { ...setup, seq: 1 }],
    ['existence', undefined],
  ])('not with another %s', (_, other) => {
    expect([sameSetup(setup, other), sameSetup(other, setup)]).toEqual([false, false]);
  });
});

describe('a setup that is kept in memory', () => {
  it('is what was applied last', () => {
    const store = createPlannerSetup(setup);
    expect(store.current()).toBe(setup);
    store.apply(undefined);
    expect(store.current()).toBeUndefined();
    expect(createPlannerSetup().current()).toBeUndefined();
  });

  it('tells everybody of a change who has not ended it, also who listens twice', () => {
    const store = createPlannerSetup();
    const reported: unknown[] = [];
    const listener = () => reported.push(store.current());
    const [end] = [store.subscribe(listener), store.subscribe(listener)];
    store.apply(setup);
    end();
    store.apply(undefined);
    expect(reported).toEqual([setup, setup, undefined]);
  });
});
