import { expect, it } from 'vitest';
import { planProposed, planRequested } from '../../../../../test/commits-journal.ts';
import { atTerminal } from '../../../../../test/invocation-fixture.ts';
import { openJournal } from '../../../../journal/index.ts';
import { list, showItem } from './list.ts';

async function waiting() {
  const { invocation, store, seen } = atTerminal();
  const opened = await store();
  const plan = planProposed('r');
  await openJournal(opened, 'plans').append([
    { type: 'session_created', title: 'Plans', plannerId: 'commits' },
    planRequested('r'),
    plan,
  ]);
  await openJournal(opened, 'talk').append([
    { type: 'session_created', title: 'Talk', plannerId: 'drafter' },
    { type: 'agent_question', qid: 'q', prompt: 'Which day?' },
  ]);
  await opened.close();
  return { invocation, seen, plan };
}

it('shows all there is to decide by, of every planner, with the commands that decide', async () => {
  const { invocation, seen, plan } = await waiting();
  await list(invocation, { brief: false });
  for (const { title, intent, actions } of plan.plan.steps)
    for (const text of [title, intent, ...actions]) expect(seen.out).toContain(text);
  expect(seen.out).toContain('wayfold inbox choose plans/3 accept');
  expect(seen.out).toContain('Which day?');
  expect(seen.out).toContain('wayfold inbox answer talk/2');
});

it('shows one item whole, and a line each where that is asked for', async () => {
  const { invocation, seen } = await waiting();
  await showItem(invocation, 'talk/2');
  expect(seen.out).toContain('Which day?');
  expect(seen.out).not.toContain('plans/3');
  await expect(showItem(invocation, 'talk/9')).rejects.toMatchObject({ code: 'conflict' });
  seen.out = '';
  await list(invocation, { brief: true });
  expect(seen.out.trim().split('\n')).toHaveLength(3);
});
