import { describe, expect, it } from 'vitest';
import {
  answering,
  asleep,
  guidance,
  inputRequired,
  received,
  talk,
} from '../../../test/conversation-fixture.ts';
import { createHarness } from '../harness.ts';
import type { PlanInput, Planner } from '../planner.ts';
import { reconfigurePlanner } from '../setup/reconfigure.ts';
import type { PlannerState } from './planner-state.ts';

const rewinding = { planner: { id: 'test' }, config: {}, ready: true, rewind: true };

/** The types of the facts it has seen. */
const types: PlannerState<readonly string[]> = {
  initial: [],
  apply: (seen, { type }) => [...seen, type],
};

function setting(state: PlannerState<readonly string[]> = types) {
  const { plan, inputs } = answering([asleep]);
  const planner = { id: 'test', name: 'Test', state, plan: plan as Planner['plan'] };
  const talking = talk();
  const { clock, newId, open } = talking;
  const harness = createHarness({ journal: open(), planner, options: { clock, timer: clock, newId } });
  return { ...talking, harness, inputs };
}

const shown = ({ state, facts }: Partial<PlanInput> = {}) => [state, facts?.map(({ type }) => type)];

describe('the state of a planner', () => {
  it('is folded from the facts it sees, pass after pass, without bookkeeping', async () => {
    const { harness, append, inputs } = setting();
    await append(inputRequired, received('m1'));
    await harness.runPlanningPass();
    await append(guidance('g1'));
    await harness.runPlanningPass();
    expect(inputs.map(({ state }) => state)).toEqual([
      ['status_changed', 'remote_received'],
      ['status_changed', 'remote_received', 'sleep', 'user_guidance'],
    ]);
  });

  it('is folded again from what is left after a rewind', async () => {
    const { harness, append, inputs, journal } = setting();
    await append(inputRequired);
    await harness.runPlanningPass();
    await append(guidance('g1'));
    await reconfigurePlanner(journal, rewinding);
    await harness.runPlanningPass();
    const [state, facts] = shown(inputs[1]);
    expect(state).toEqual(['status_changed', 'user_guidance', 'planner_configured']);
    expect(state).toEqual(facts);
  });

  it('sees erased facts as erased', async () => {
    const { harness, append, inputs, journal } = setting();
    await append(received('m1'), inputRequired);
    await harness.runPlanningPass();
    await journal.redact(1);
    await append(guidance('g1'));
    await harness.runPlanningPass();
    expect(inputs[1]?.state).toEqual(['redacted', 'status_changed', 'sleep', 'user_guidance']);
  });

  it('whose fold throws is a fault of the planner, and of nobody else', async () => {
    const { harness, append, inputs, facts } = setting({
      initial: [],
      apply: () => {
        throw new RangeError('no such move');
      },
    });
    await append(inputRequired);
    expect(await harness.runPlanningPass()).toMatchObject({ outcome: 'error' });
    expect(inputs).toEqual([]);
    expect((await facts()).find(({ type }) => type === 'planner_error')).toMatchObject({ stage: 'plan' });
  });

  it('is missing for a planner that keeps none', async () => {
    const { append, harness: harnessOf } = talk();
    const { plan, inputs } = answering([asleep]);
    await append(inputRequired);
    await harnessOf(plan).runPlanningPass();
    expect(inputs[0]).not.toHaveProperty('state');
  });
});
