import { describe, expect, it } from 'vitest';
import {
  answering,
  asleep,
  draft,
  guidance,
  inputRequired,
  received,
  talk,
} from '../../test/conversation-fixture.ts';
import { react } from '../kernel/index.ts';
import { acceptAll } from '../kernel/projection/projection.ts';
import { Conversation } from './conversation/conversation.ts';
import { approve, dismiss, edit } from './drafts/decisions.ts';
import { digestOf } from './drafts/digest.ts';
import { createSender } from './drafts/sender.ts';
import type { PlannerMode } from './facts.ts';
import { conversationFamily } from './family.ts';
import { createHarness } from './harness.ts';
import type { Planner } from './planner.ts';
import { reconfigurePlanner } from './setup/reconfigure.ts';

const approval = { composeId: 'c1', digest: digestOf({ composeId: 'c1', text: 'hi' }) };

/** A copy of a conversation in which a draft was approved and not sent yet. */
async function copied() {
  const { append, harness, journal, clock } = talk();
  await append(inputRequired, received('m1'));
  await harness(answering([draft('c1')]).plan).runPlanningPass();
  const { head } = await approve(journal, approval);
  const fork = await journal.fork(head, 'copy');
  const planner: Planner = { id: 'test', name: 'Test', plan: () => [asleep] };
  const pass = (mode: PlannerMode = 'approve') =>
    createHarness({ journal: fork, planner, options: { clock, timer: clock, mode } }).runPlanningPass();
  return { fork, pass };
}

describe('in a copy, a draft that was approved in the original', () => {
  it('waits for a decision again', async () => {
    const { fork, pass } = await copied();
    expect(await pass()).toMatchObject({ rest: 'paused' });
    await fork.append([received('m2')]);
    expect(await pass()).toMatchObject({ rest: 'draft-waiting' });
  });

  it.each([
    ['dismissed', dismiss],
    ['edited', edit],
  ])('can be %s', async (_, decide) => {
    const { fork } = await copied();
    await expect(decide(fork, { composeId: 'c1' })).resolves.toHaveProperty(
      'facts.0.type',
      'compose_dismissed',
    );
  });

  it('is sent when it is approved here too, and only then', async () => {
    const { fork } = await copied();
    const delivered: string[] = [];
    const sender = createSender({ journal: fork, deliver: async ({ text }) => void delivered.push(text) });
    for (const fact of await fork.facts()) await react(fork, sender, fact, { worker: 'w' });
    expect(delivered).toEqual([]);
    const { facts } = await approve(fork, approval);
    for (const fact of facts) await react(fork, sender, fact, { worker: 'w' });
    expect(delivered).toEqual(['hi']);
  });

  it('is not approved automatically: a person decides whether to send it twice', async () => {
    const { fork, pass } = await copied();
    await fork.append([received('m2')]);
    expect(await pass('auto')).toMatchObject({ rest: 'draft-waiting' });
  });

  it('blocks neither guidance nor a rewind', async () => {
    const { fork, pass } = await copied();
    await fork.append([guidance('g1')]);
    expect(await pass()).toMatchObject({ outcome: 'committed' });
    await expect(
      reconfigurePlanner(fork, { planner: { id: 'test' }, config: {}, ready: true, rewind: true }),
    ).resolves.toMatchObject({ facts: [{ type: 'planner_configured' }, { type: 'rewound' }] });
  });
});

it('a projection with a known origin needs no journal', async () => {
  const { fork } = await copied();
  const { nativeFrom = 1 } = (await fork.describe()) ?? {};
  const conversation = acceptAll(new Conversation(conversationFamily, { nativeFrom }), await fork.facts());
  expect(conversation.ledger.drafts.open).toMatchObject([{ composeId: 'c1' }]);
  expect(conversation.ledger.drafts.find('c1')?.approval).toBeUndefined();
});
