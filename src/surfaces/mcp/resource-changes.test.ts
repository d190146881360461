import { expect, it } from 'vitest';
import { memoryStore } from '../../journal/index.ts';
import { openPlan } from '../../plan-tools/plan/open-plan.ts';
import { ReopeningStore } from '../http/store/reopening-store.ts';
import { planToolSet } from './aliases/plan/plan-tool-set.ts';
import { type ResourceChange, ResourceChanges } from './resource-changes.ts';

async function watched() {
  const store = memoryStore();
  const { journal, section } = openPlan(store, 'default');
  await section
    .tool('planning_setup_plan')
    .call({ objective: 'Ship it', initial_steps: [{ title: 'Build' }] });
  await section.tool('planning_add_step').call({ steps: [{ title: 'Secret' }] });
  await section.tool('planning_mark_step').call({ step_id: 'S001', status: 'done' });
  const place = new ReopeningStore({ open: async () => store });
  const onError = (error: unknown) => {
    throw error;
  };
  const planners = () => Promise.reject(new Error('a server of plans knows no planner'));
  const { resources } = planToolSet({ place, planners, onError });
  const changes = new ResourceChanges(place, [resources], onError);
  const reported: ResourceChange[] = [];
  changes.watch((change) => reported.push(change));
  await changes.settled();
  const refuse = async () => {
    await section
      .tool('planning_setup_plan')
      .call({ objective: '' })
      .catch(() => undefined);
    await changes.settled();
  };
  return { journal, section, reported, refuse };
}

it('tells nothing of calls that were refused', async () => {
  const { section, reported, refuse } = await watched();
  await section.tool('planning_mark_step').call({ step_id: 'S001', status: 'pending' });
  await refuse();
  await refuse();
  expect(reported).toEqual([{ uri: 'plan://default', listed: false }]);
});

it('tells that a plan lost what was erased, though its version is the same', async () => {
  const { journal, section, reported, refuse } = await watched();
  await section.tool('planning_mark_step').call({ step_id: 'S001', status: 'pending' });
  await refuse();
  reported.length = 0;
  await journal.redact(2);
  await refuse();
  await refuse();
  expect(reported).toEqual([{ uri: 'plan://default', listed: false }]);
});
