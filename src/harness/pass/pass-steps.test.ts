import { expect, it } from 'vitest';
import { memoryStore, openJournal } from '../../journal/index.ts';
import { userInputFamily } from '../family.ts';
import { createHarness } from '../harness.ts';
import type { Planner } from '../planner.ts';

const family = userInputFamily({ closing: ['finished'] });

function harnessOf(plan: Planner['plan']) {
  const journal = openJournal(memoryStore(), 'j');
  const planner: Planner = { id: 'p', name: 'P', plan };
  return { journal, harness: createHarness({ journal, planner, options: { family } }) };
}

it('shows the steps of a turn before its end', async () => {
  const seen: string[][] = [];
  const { journal, harness } = harnessOf(async (_, { commit }) => {
    await commit?.([{ type: 'looked_up', at: 1 }]);
    seen.push((await journal.facts()).map(({ type }) => type));
    await commit?.([{ type: 'looked_up', at: 2 }]);
    return [{ type: 'finished' }];
  });
  await journal.append([{ type: 'user_input', text: 'go' }]);
  const { outcome } = await harness.runPlanningPass();
  expect(outcome).toBe('committed');
  expect(seen).toEqual([['user_input', 'claimed', 'looked_up', 'pass_step_committed']]);
  const types = (await journal.facts()).map(({ type }) => type);
  expect(types.filter((type) => type === 'looked_up')).toHaveLength(2);
  expect(types.at(-1)).toBe('pass_settled');
  await harness.close();
});

it('asks the planner again, with its steps, when something comes in between', async () => {
  let calls = 0;
  const { journal, harness } = harnessOf(async ({ facts }, { commit }) => {
    calls += 1;
    if (calls === 1) {
      await commit?.([{ type: 'looked_up' }]);
      await journal.append([{ type: 'user_input', text: 'wait' }]);
      await commit?.([{ type: 'never' }]);
    }
    return [{ type: 'finished', steps: facts.filter(({ type }) => type === 'looked_up').length }];
  });
  await journal.append([{ type: 'user_input', text: 'go' }]);
  await harness.runPlanningPass();
  await harness.idle();
  const facts = await journal.facts();
  expect(facts.some(({ type }) => type === 'never')).toBe(false);
  expect(facts.filter(({ type }) => type === 'finished')).toMatchObject([{ steps: 1 }]);
  await harness.close();
});

it('refuses a step that planners may not propose, and nothing of it is appended', async () => {
  const { journal, harness } = harnessOf(async (_, { commit }) => {
    await expect(commit?.([{ type: 'user_input', text: 'me' }])).rejects.toThrow(TypeError);
    return [{ type: 'finished' }];
  });
  await journal.append([{ type: 'user_input', text: 'go' }]);
  expect((await harness.runPlanningPass()).outcome).toBe('committed');
  expect((await journal.facts()).filter(({ type }) => type === 'user_input')).toHaveLength(1);
  await harness.close();
});

it('hides the steps of a pass after a rewind, as all that passes committed', async () => {
  const shown: string[][] = [];
  const { journal, harness } = harnessOf(async ({ facts }, { commit }) => {
    shown.push(facts.map(({ type }) => type));
    if (shown.length === 1) await commit?.([{ type: 'looked_up' }]);
    return [{ type: 'finished' }];
  });
  await journal.append([{ type: 'user_input', text: 'go' }]);
  await harness.runPlanningPass();
  await journal.append([{ type: 'rewound', toSeq: 1 }]);
  await harness.runPlanningPass();
  expect(shown.at(-1)).toEqual(['user_input']);
  await harness.close();
});
