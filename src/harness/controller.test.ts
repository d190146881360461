import { describe, expect, it } from 'vitest';
import {
  answering,
  asleep,
  guidance,
  inputRequired,
  type Plan,
  received,
  talk,
} from '../../test/conversation-fixture.ts';
import { eventually } from '../../test/eventually.ts';
import { storeWith } from '../../test/store-with.ts';
import { memoryStore } from '../journal/index.ts';
import { startPlannerController } from './controller.ts';
import { userInputFamily } from './family.ts';
import type { Planner } from './planner.ts';
import { createPlannerSetup, type PlannerSetup } from './setup/planner-setup.ts';

const plannerOf = (plan: Plan): Planner => ({ id: 'test', name: 'Test', plan: plan as Planner['plan'] });

function controlled(initial?: PlannerSetup) {
  const talking = talk();
  const { clock, newId } = talking;
  const setup = createPlannerSetup(initial);
  const errors: unknown[] = [];
  const controller = startPlannerController({
    journal: talking.open(),
    setup,
    hooks: { onError: (error) => errors.push(error) },
    options: { clock, timer: clock, newId },
  });
  return { ...talking, setup, controller, errors };
}

describe('a controller', () => {
  it('plans at the start, and whenever the journal grows', async () => {
    const { plan, inputs } = answering([asleep]);
    const { append, story, controller } = controlled({ planner: plannerOf(plan), config: 1, ready: true });
    await controller.idle();
    await append(inputRequired);
    await eventually(() => inputs.length).toBe(1);
    await append(received('m1'));
    await eventually(() => inputs.length).toBe(2);
    await controller.idle();
    expect(await story()).toEqual(['status_changed', 'sleep', 'remote_received', 'sleep']);
    await controller.close();
    await append(guidance('g1'));
    expect(inputs).toHaveLength(2);
  });

  it('waits until the planner is ready', async () => {
    const { plan, inputs } = answering([asleep]);
    const planner = plannerOf(plan);
    const { append, setup, controller } = controlled({ planner, config: 1, ready: false });
    await append(inputRequired);
    await controller.idle();
    expect(inputs).toEqual([]);
    setup.apply({ planner, config: 1, ready: true });
    await controller.idle();
    expect(inputs).toHaveLength(1);
    await controller.close();
  });

  it('passes the new config to the planner, and ends the pass of the old one at once', async () => {
    const configs: unknown[] = [];
    const planner = plannerOf((_, { config }) => {
      configs.push(config);
      return config === 'old' ? new Promise(() => {}) : [asleep];
    });
    const { append, setup, controller, story } = controlled({ planner, config: 'old', ready: true });
    await append(inputRequired);
    await eventually(() => configs.length).toBe(1);
    setup.apply({ planner, config: 'new', ready: true });
    await controller.idle();
    expect(configs).toEqual(['old', 'new']);
    expect(await story()).toEqual(['status_changed', 'sleep']);
    await controller.close();
  });

  it('does not restart when nothing changed', async () => {
    const { plan, inputs } = answering(new Promise(() => {}));
    const now = { planner: plannerOf(plan), config: 1, ready: true };
    const { append, setup, controller } = controlled(now);
    await append(inputRequired);
    await eventually(() => inputs.length).toBe(1);
    setup.apply({ ...now });
    await append();
    expect(inputs).toHaveLength(1);
    await controller.close();
  });

  it('changes the family with the planner', async () => {
    const { plan, inputs } = answering([asleep]);
    const family = userInputFamily({ closing: [] });
    const { append, setup, controller } = controlled();
    await append({ type: 'user_input', text: 'Lisbon' });
    setup.apply({ planner: plannerOf(plan), config: 1, ready: true });
    await controller.idle();
    expect(inputs).toEqual([]);
    setup.apply({ planner: plannerOf(plan), config: 1, ready: true, family });
    await controller.idle();
    expect(inputs).toHaveLength(1);
    await controller.close();
  });

  it('has seen every fact when it is idle, however late notifications arrive', async () => {
    const store = storeWith(memoryStore(), { watch: () => () => {} });
    const { append, open, clock } = talk({ store });
    const { plan, inputs } = answering([asleep]);
    const controller = startPlannerController({
      journal: open(),
      setup: createPlannerSetup({ planner: plannerOf(plan), config: 1, ready: true }),
      options: { clock, timer: clock },
    });
    await controller.idle();
    await append(inputRequired);
    await controller.idle();
    expect(inputs).toHaveLength(1);
    await controller.close();
  });

  it('continues with a recreated journal', async () => {
    const { plan, inputs } = answering([asleep]);
    const { append, controller, store } = controlled({ planner: plannerOf(plan), config: 1, ready: true });
    await append(received('m1'), received('m2'), inputRequired);
    await eventually(() => inputs.length).toBe(1);
    await controller.idle();
    await store.delete('talk');
    await append(inputRequired);
    await eventually(() => inputs.length).toBe(2);
    await append(received('m1'));
    await eventually(() => inputs.length).toBe(3);
    await controller.close();
  });

  it('starts as soon as an initially unreadable store can be read', async () => {
    const base = memoryStore();
    let broken = true;
    const describe = (id: string) => (broken ? Promise.reject(new Error('not yet')) : base.describe(id));
    const { append, open, clock } = talk({ store: storeWith(base, { describe }) });
    const { plan, inputs } = answering([asleep]);
    const errors: unknown[] = [];
    const controller = startPlannerController({
      journal: open(),
      setup: createPlannerSetup({ planner: plannerOf(plan), config: 1, ready: true }),
      hooks: { onError: (error) => errors.push(error) },
      options: { clock, timer: clock },
    });
    await eventually(() => errors.length).toBeGreaterThan(0);
    broken = false;
    clock.advance(30_000);
    await append(inputRequired);
    await eventually(() => inputs.length).toBe(1);
    await controller.close();
  });
});
