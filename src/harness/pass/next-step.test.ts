import { describe, expect, it } from 'vitest';
import {
  asleep,
  draft,
  guidance,
  inputRequired,
  question,
  received,
  working,
} from '../../../test/conversation-fixture.ts';
import type { Envelope, ProposedFact } from '../../journal/fact.ts';
import { acceptAll } from '../../kernel/projection/projection.ts';
import { Conversation } from '../conversation/conversation.ts';
import { digestOf } from '../drafts/digest.ts';
import { conversationFamily, userInputFamily } from '../family.ts';
import { nextStep, type StepOptions } from './next-step.ts';

const factsOf = (given: readonly ProposedFact[]): Envelope[] =>
  given.map((fact, at) => ({
    id: `f-${at + 1}`,
    ts: new Date(0).toISOString(),
    v: 1,
    ...fact,
    seq: at + 1,
  }));

/** What a harness does when these facts are in the journal. */
function step(
  given: readonly ProposedFact[],
  { family = conversationFamily, ...own }: Partial<StepOptions> & { family?: typeof conversationFamily } = {},
) {
  const empty = new Conversation(family, { nativeFrom: own.nativeFrom ?? 1 });
  const conversation = acceptAll(empty, factsOf(given));
  return nextStep(conversation, { mode: 'approve', runawayCap: 3, nativeFrom: 1, now: 0, ...own });
}

const rest = (reason: string) => ({ type: 'rest', reason });
const settled = { type: 'pass_settled', triggers: { status: 1 }, outcome: 'committed' };
const runaway = { type: 'planner_error', code: 'runaway', message: '', stage: 'guard', attempts: 3 };
const approvedBy = (by: string) => ({
  type: 'compose_approved',
  composeId: 'c1',
  digest: digestOf({ composeId: 'c1', text: 'hi' }),
  by,
});

describe('the next step', () => {
  it('is to plan for the newest fact of each kind', () => {
    expect(step([inputRequired, received('m1'), guidance('g1'), received('m2')])).toEqual({
      type: 'plan',
      request: { triggers: { status: 1, inbound: 4, guidance: 3 }, target: 4, takesDuplicates: true },
    });
  });

  it('is to wait when the conversation is over, although no status says so yet', () => {
    expect(step([inputRequired, received('m1')], { isOver: () => true })).toEqual(rest('gate'));
  });

  it('is to plan even for a repeated draft when a person asks for another', () => {
    const given = [
      inputRequired,
      draft('c1'),
      { type: 'compose_dismissed', composeId: 'c1', regenerate: true },
    ];
    expect(step(given)).toMatchObject({
      request: { triggers: { status: 1, regenerate: 3 }, target: 3, takesDuplicates: true },
    });
  });

  it('is to wait while the session is paused, and archived takes precedence', () => {
    const paused = [inputRequired, { type: 'session_paused', cause: 'person', by: 'ann' }];
    expect(step(paused)).toEqual(rest('paused'));
    expect(step([...paused, { type: 'session_archived' }])).toEqual(rest('archived'));
  });

  it('is to wait while a draft is being sent, whatever else waits', () => {
    const given = [inputRequired, draft('c1'), approvedBy('ann'), draft('c2'), guidance('g1')];
    expect(step(given, { mode: 'auto' })).toEqual(rest('sending'));
  });
});

describe('a copy of a journal', () => {
  const copied = [inputRequired, received('m1')];

  it.each([
    ['nothing was ever there', [], 1, 'no-trigger'],
    ['nothing happened since', copied, 3, 'paused'],
    ['only bookkeeping was added since', [...copied, settled], 3, 'paused'],
  ])('waits while %s', (_, given, nativeFrom, reason) => {
    expect(step(given, { nativeFrom })).toEqual(rest(reason));
  });

  it('is planned for from its own first fact on', () => {
    expect(step([...copied, guidance('g1')], { nativeFrom: 3 })).toMatchObject({ type: 'plan' });
  });

  it('approves its own drafts, and leaves copied ones to a person', () => {
    const given = [inputRequired, draft('c1'), received('m1')];
    expect(step(given, { nativeFrom: 3, mode: 'auto' })).toEqual(rest('draft-waiting'));
    expect(step(given, { nativeFrom: 2, mode: 'auto' })).toMatchObject({ type: 'approve' });
  });
});

describe('drafts that wait', () => {
  it('are all withdrawn by guidance that came after the latest', () => {
    expect(step([inputRequired, draft('c1'), draft('c2'), guidance('g1')])).toMatchObject({
      type: 'withdraw',
      drafts: [{ composeId: 'c1' }, { composeId: 'c2' }],
    });
  });

  it('are not withdrawn by guidance that came before the latest', () => {
    expect(step([inputRequired, draft('c1'), guidance('g1'), draft('c2')])).toEqual(rest('draft-waiting'));
  });

  it('are not withdrawn by a message', () => {
    expect(step([inputRequired, draft('c1'), received('m1')])).toEqual(rest('draft-waiting'));
  });

  it('are approved one by one, the oldest that did not fail first', () => {
    const failed = { type: 'send_failed', composeId: 'c1', error: 'no' };
    const given = [inputRequired, draft('c1'), approvedBy('ann'), failed, draft('c2'), draft('c3')];
    expect(step(given, { mode: 'auto' })).toMatchObject({ type: 'approve', draft: { composeId: 'c2' } });
    expect(step(given)).toEqual(rest('draft-waiting'));
  });
});

describe('planning that went on for too long', () => {
  const commits = (count: number) => [
    inputRequired,
    ...Array.from({ length: count }, () => settled),
    working,
    inputRequired,
  ];

  it('is frozen at the cap, and not before', () => {
    expect(step(commits(2))).toMatchObject({ type: 'plan' });
    expect(step(commits(3))).toEqual({ type: 'freeze' });
    expect(step([...commits(3), runaway])).toEqual(rest('frozen'));
  });

  it('approves nothing either', () => {
    const given = [...commits(3), draft('c1')];
    expect(step(given, { mode: 'auto' })).toEqual({ type: 'freeze' });
    expect(step([...given, runaway], { mode: 'auto' })).toEqual(rest('frozen'));
    expect(step(given)).toEqual(rest('draft-waiting'));
  });

  it('is not frozen where there is nothing to plan for', () => {
    expect(step(commits(3).slice(0, -2))).toEqual(rest('no-trigger'));
  });
});

describe('an open question', () => {
  it('blocks triggers that wait for answers, and nothing else', () => {
    expect(step([question('q1'), inputRequired])).toEqual(rest('question'));
    expect(step([question('q1'), inputRequired, received('m1')])).toMatchObject({ type: 'plan' });
    expect(step([inputRequired])).toMatchObject({ type: 'plan' });
  });
});

describe('the claim of another worker', () => {
  const until = (ms: number) => new Date(ms).toISOString();
  const claimed = { type: 'claimed', work: 'plan', target: 2, worker: 'other', until: until(1000) };
  const given = [inputRequired, received('m1'), claimed];

  it('holds until it expires', () => {
    expect(step(given, { now: 999 })).toEqual({ type: 'rest', reason: 'held', until: 1000 });
    expect(step(given, { now: 1000 })).toMatchObject({ type: 'plan' });
  });

  it.each<[string, Partial<StepOptions>]>([
    ['it is its own', { ownClaim: 3 }],
    ['the other worker is dead', { isGone: (worker) => worker === 'other' }],
  ])('holds nobody up when %s', (_, options) => {
    expect(step(given, options)).toMatchObject({ type: 'plan' });
  });

  it('blocks nobody if it was copied', () => {
    const forGuidance = [...given.slice(0, 2), { ...claimed, target: 4 }, guidance('g1')];
    expect(step(forGuidance, { nativeFrom: 3 })).toMatchObject({ reason: 'held' });
    expect(step(forGuidance, { nativeFrom: 4 })).toMatchObject({ type: 'plan' });
  });

  it('for an older trigger is overtaken', () => {
    expect(step([...given, guidance('g1')])).toMatchObject({ type: 'plan', request: { target: 4 } });
  });

  it('on other work does not affect planning', () => {
    expect(step([...given.slice(0, 2), { ...claimed, work: 'send' }])).toMatchObject({ type: 'plan' });
  });

  it('ends with the pass, and with a rewind', () => {
    const done = { type: 'pass_settled', triggers: { status: 1 }, outcome: 'empty' };
    expect(step([...given, done])).toMatchObject({ type: 'plan', request: { triggers: { inbound: 2 } } });
    expect(step([...given, { type: 'rewound', toSeq: 2 }])).toMatchObject({ type: 'plan' });
  });

  it('survives a late renewal for an older trigger, but not a newer claim', () => {
    const older = { ...claimed, target: 1, worker: 'late', until: until(9000) };
    expect(step([...given, older])).toMatchObject({ until: 1000 });
    expect(step([...given, { ...older, worker: 'other' }])).toMatchObject({ type: 'plan' });
    expect(step([...given, { ...older, ts: until(1000) }])).toMatchObject({ type: 'plan' });
    expect(step([...given, { ...older, target: 2 }])).toMatchObject({ until: 9000 });
  });
});

describe('the families of planners', () => {
  it('that answer a person keep nothing and have no triggers but their own two, unless they say so', () => {
    const family = userInputFamily({ closing: ['trip_planned'] });
    expect(family).toMatchObject({
      keeps: [],
      closing: ['compose_intent', 'agent_question', 'sleep', 'trip_planned'],
    });
    expect(family.triggers.map(({ kind }) => kind)).toEqual(['input', 'answer']);
  });

  it('that answer a person plan anew for what is said while a draft waits', () => {
    const family = userInputFamily({ closing: [] });
    const given = [{ type: 'user_input', text: 'a' }, draft('c1')];
    expect(step(given, { family })).toEqual(rest('draft-waiting'));
    for (const said of [
      { type: 'user_input', text: 'b' },
      { type: 'user_answer', qid: 'q1', text: 'b' },
    ]) {
      expect(step([...given, said], { family })).toMatchObject({ type: 'withdraw' });
    }
  });

  it('that talk to another agent do not plan for what a tool says', () => {
    expect(step([working, { type: 'tool_result', callId: 'c', ok: true }, asleep])).toEqual(
      rest('no-trigger'),
    );
  });
});
