import { expect, it } from 'vitest';
import { atTerminal } from '../../../../../test/invocation-fixture.ts';
import { set } from './change.ts';
import { claim, graph, link, ready } from './graph.ts';

it('links, claims and draws the steps of a plan', async () => {
  const { invocation, seen } = atTerminal();
  await set(invocation, 'Release', ['Build', 'Test', 'Ship'], {});
  await link(invocation, 'S001', 'blocks', 'S002', {});
  await claim(invocation, undefined, { agent: 'ann' });
  await expect(claim(invocation, 'S001', { agent: 'bob' })).rejects.toMatchObject({ code: 'step-claimed' });
  await claim(invocation, 'S001', { agent: 'bob', takeOver: true });
  await claim(invocation, 'S001', { agent: 'ann', takeOver: true });
  await expect(link(invocation, 'S002', 'blocks', 'S001', {})).rejects.toMatchObject({ code: 'step-cycle' });
  seen.out = '';
  await ready(invocation, undefined);
  await graph(invocation, undefined, { format: 'text' });
  expect(seen.out.split('\n')).toEqual([
    'S003  Ship',
    '[~] S001 Build  (claimed by ann)',
    '[ ] S002 Test  (after S001)',
    '[ ] S003 Ship  (ready)',
    '',
  ]);
});

it('answers programs with the graph as data', async () => {
  const { invocation, seen } = atTerminal({ json: true });
  await set(invocation, 'Release', ['Build', 'Test'], {});
  await link(invocation, 'S001', 'parent', 'S002', {});
  seen.out = '';
  await graph(invocation, undefined, { format: 'text' });
  expect(JSON.parse(seen.out)).toMatchObject({
    plan_id: 'default',
    steps: [
      { step_id: 'S001', ready: false },
      { step_id: 'S002', ready: true },
    ],
    links: [{ from: 'S001', type: 'parent', to: 'S002' }],
  });
});
