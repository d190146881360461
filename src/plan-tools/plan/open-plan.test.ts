import { expect, it } from 'vitest';
import { memoryStore } from '../../journal/index.ts';
import { selectLatest } from '../../kernel/session/session.ts';
import { openPlan } from './open-plan.ts';
import { Plan } from './plan.ts';

it('a plan is opened by its id, with the tools that change it and the journal that keeps it', async () => {
  const store = memoryStore();
  const { journal, session, section } = openPlan(store, 'release');
  expect(journal.id).toBe('plan:release');
  expect(section.session).toBe(session);
  await section.tool('planning_setup_plan').call({ objective: 'Ship it' });
  expect(await journal.head()).toBe(1);

  const [again, other] = [openPlan(store, 'release'), openPlan(store, 'other')];
  expect(await selectLatest(again.session, Plan)).toEqual({
    objective: 'Ship it',
    status: 'active',
    steps: [],
  });
  expect(await selectLatest(other.session, Plan)).toBeUndefined();
});
