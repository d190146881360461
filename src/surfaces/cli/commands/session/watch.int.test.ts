import { expect, it } from 'vitest';
import { eventually } from '../../../../../test/eventually.ts';
import { atTerminal } from '../../../../../test/invocation-fixture.ts';
import { openPlan } from '../../../../plan-tools/plan/open-plan.ts';
import { type WatchedMoment, watch } from './watch.ts';

const textsOf = ({ news }: WatchedMoment) => news.flatMap((each) => ('text' in each ? [each.text] : []));

it('shows a session from its beginning again when a fact of it was erased', async () => {
  const { invocation, store, interrupt } = atTerminal();
  const opened = await store();
  const { journal, section } = openPlan(opened, 'default');
  const add = (title: string) => section.tool('planning_add_step').call({ steps: [{ title }] });
  await section.tool('planning_setup_plan').call({ objective: 'Ship it' });
  await add('Secret');
  const moments: WatchedMoment[] = [];
  const watching = watch(invocation, 'plan:default', {
    print: async (moment) => void moments.push(moment),
  }).catch(() => undefined);
  await eventually(() => moments.length).toBe(1);
  await add('Build');
  await eventually(() => moments.at(-1)).toMatchObject({
    isFirst: false,
    news: [{ text: 'S002 added: Build' }],
  });

  await journal.redact(2);
  await add('Test');
  await eventually(() => moments.filter(({ isFirst }) => isFirst).length).toBe(2);
  await eventually(() => moments.flatMap(textsOf)).toContain('S003 added: Test');
  const again = moments.findLast(({ isFirst }) => isFirst);
  expect(again && textsOf(again).join()).not.toContain('Secret');
  interrupt();
  await watching;
  await opened.close();
});

it('waits for a session that has not begun only when told what to say meanwhile', async () => {
  const { invocation, store, seen, interrupt } = atTerminal();
  const opened = await store();
  await expect(watch(invocation, 'plan:default')).rejects.toMatchObject({ code: 'no-session' });
  const watching = watch(invocation, 'plan:default', { missing: ['Not yet'] }).catch(() => undefined);
  await eventually(() => seen.err).toBe('Not yet\n');
  const { section } = openPlan(opened, 'default');
  await section.tool('planning_setup_plan').call({ objective: 'Ship it' });
  await eventually(() => seen.out).toContain('Ship it');
  interrupt();
  await watching;
  await opened.close();
});
