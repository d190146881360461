import { expect, it, onTestFinished } from 'vitest';
import { answered, answerOf, Project, WAYS } from './mcp-client.ts';
import { expectPlainSchemas, outputCheck, toolAnnotations } from './mcp-tools.ts';

it.each(WAYS)('offers the graph of steps over $over with protocol $protocol', async (way) => {
  const project = await Project.create();
  onTestFinished(() => project.end());
  const client = await project.connectWith('plan,graph', way);
  const check = await outputCheck(client);

  expect((await toolAnnotations(client)).slice(5)).toEqual([
    ['planning_read_plan', true, false, true, false],
    ['planning_ready', true, false, true, false],
    ['planning_claim', false, false, false, false],
    ['planning_link', false, false, false, false],
  ]);
  await expectPlainSchemas(client);

  const initial_steps = [{ title: 'Build' }, { title: 'Test' }, { title: 'Ship' }];
  await answered(client, 'planning_setup_plan', { objective: 'Release', initial_steps });
  const linked = await answered(client, 'planning_link', {
    links: [{ from: 'S001', type: 'blocks', to: 'S002' }],
  });
  check('planning_link', linked);
  expect(linked).toMatchObject({ steps: [{ step_id: 'S002', blocked_by: ['S001'] }] });
  const { answer: cycle } = await answerOf(client, 'planning_link', {
    links: [{ from: 'S002', type: 'blocks', to: 'S001' }],
  });
  expect(cycle).toMatchObject({ code: 'step-cycle', field: 'links' });

  const claimed = await answered(client, 'planning_claim', {});
  check('planning_claim', claimed);
  expect(claimed).toMatchObject({ step: { step_id: 'S001', claim: { agent: expect.any(String) } } });
  const { answer: held } = await answerOf(client, 'planning_claim', { step_id: 'S001', agent: 'another' });
  expect(held).toMatchObject({ code: 'step-claimed' });

  await answered(client, 'planning_claim', { step_id: 'S003', agent: 'reviewer' });
  const own = await answered(client, 'planning_mark_step', { step_id: 'S003', status: 'pending' });
  expect(own).toMatchObject({ step: { status: 'pending' } });
  await answered(client, 'planning_claim', { step_id: 'S003', agent: 'reviewer', release: true });
  const other = await project.connectWith('plan,graph', way);
  const { answer: refused } = await answerOf(other, 'planning_mark_step', {
    step_id: 'S001',
    status: 'done',
  });
  expect(refused).toMatchObject({ code: 'step-claimed' });
  await answered(client, 'planning_mark_step', { step_id: 'S001', status: 'blocked' });
  const takenOver = await answered(other, 'planning_claim', { step_id: 'S001', take_over: true });
  check('planning_claim', takenOver);

  const ready = await answered(client, 'planning_ready', {});
  check('planning_ready', ready);
  expect(ready).toMatchObject({ ready: [{ step_id: 'S003' }], ready_count: 1 });
});
