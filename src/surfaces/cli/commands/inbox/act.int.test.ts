import { expect, it } from 'vitest';
import { planProposed, planRequested } from '../../../../../test/commits-journal.ts';
import { atTerminal } from '../../../../../test/invocation-fixture.ts';
import { pauseEverything, pauseOfEverything } from '../../../../host/pausing.ts';
import { openJournal } from '../../../../journal/index.ts';
import { resume } from '../pause/pause.ts';
import { act, type InboxAction } from './act.ts';

/** A plan that waits for a decision, with what the command line did about it. */
async function proposed() {
  const { invocation, store } = atTerminal({ json: true });
  const opened = await store();
  await openJournal(opened, 'plans').append([
    { type: 'session_created', title: 'Plans', plannerId: 'commits' },
    planRequested('r'),
    planProposed('r'),
  ]);
  await opened.close();
  const decide = (action: InboxAction) => act(invocation, 'plans/3', action);
  const last = async () => {
    const again = await store();
    const facts = await openJournal(again, 'plans').facts();
    await again.close();
    return facts.at(-1);
  };
  return { invocation, store, decide, last };
}

it('accepts a plan exactly as it is, once', async () => {
  const { decide, last } = await proposed();
  await decide({ type: 'take', option: 'accept' });
  expect(await last()).toMatchObject({ type: 'plan_accepted', digest: planProposed('r').digest });
  await expect(decide({ type: 'take', option: 'accept' })).rejects.toMatchObject({ code: 'conflict' });
});

it('rejects a plan with its reason', async () => {
  const { decide, last } = await proposed();
  await decide({ type: 'take', option: 'reject', fields: { reason: 'no caches here' } });
  expect(await last()).toMatchObject({ type: 'plan_rejected', reason: 'no caches here' });
});

it('takes one of the options that are offered by its number or its id', async () => {
  const { decide, last } = await proposed();
  await expect(decide({ type: 'choose', option: '9' })).rejects.toMatchObject({ code: 'conflict' });
  await decide({ type: 'choose', option: '1' });
  expect(await last()).toMatchObject({ type: 'plan_accepted' });
  const other = await proposed();
  await other.decide({ type: 'choose', option: 'reject' });
  expect(await other.last()).toMatchObject({ type: 'plan_rejected' });
});

it('lets all sessions go on with as much in all as is said', async () => {
  const { invocation, store } = await proposed();
  const opened = await store();
  await pauseEverything(opened, { by: 'ada' });
  await opened.close();
  await resume(invocation, undefined, { usd: 100 });
  const after = await store();
  expect(await pauseOfEverything(after)).toBeUndefined();
  expect((await openJournal(after, 'wayfold:host').facts()).at(-1)).toMatchObject({
    type: 'host_resumed',
    limits: { usd: 100 },
  });
  await after.close();
});
