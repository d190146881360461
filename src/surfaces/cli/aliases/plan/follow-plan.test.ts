import { expect, it } from 'vitest';
import { eventually } from '../../../../../test/eventually.ts';
import { memoryStore } from '../../../../journal/index.ts';
import { openPlan } from '../../../../plan-tools/open-plan.ts';
import { followPlan, type PlanMoment } from './follow-plan.ts';

it('shows a plan from its beginning again when a fact of it was erased', async () => {
  const store = memoryStore();
  const { journal, section } = openPlan(store, 'default');
  const add = (title: string) => section.tool('planning_add_step').call({ steps: [{ title }] });
  await section.tool('planning_setup_plan').call({ objective: 'Ship it' });
  await add('Secret');
  const ended = new AbortController();
  const moments: PlanMoment[] = [];
  const following = followPlan(store, {
    planId: 'default',
    signal: ended.signal,
    onMoment: (moment) => void moments.push(moment),
    onTrouble: () => undefined,
  }).catch(() => undefined);
  await add('Build');
  await eventually(() => moments.at(-1)?.plan?.steps.length).toBe(2);

  await journal.redact(2);
  await add('Test');
  await eventually(() => moments.at(-1)?.plan?.steps.map(({ title }) => title)).toEqual(['Build', 'Test']);
  const last = moments.findLast(({ isFirst }) => isFirst);
  expect(JSON.stringify(last)).not.toContain('Secret');
  expect(last).not.toBe(moments[0]);
  ended.abort();
  await following;
});
