import { describe, expect, it } from 'vitest';
import {
  answer,
  answering,
  asleep,
  DIGEST,
  draft,
  guidance,
  inputRequired,
  question,
  received,
  sent,
  talk,
} from '../../../test/conversation-fixture.ts';
import type { Envelope } from '../../journal/index.ts';
import { approve, edit } from '../drafts/decisions.ts';
import { userInputFamily } from '../family.ts';
import { reconfigurePlanner } from '../setup/reconfigure.ts';

const planner = {
  id: 'drafter',
  dehydrate: ({ words }: { words: number; apiKey?: string }) => ({ words }),
};
const rewinding = { planner, config: { words: 50 }, ready: true, rewind: true };
const typesOf = (facts: readonly Envelope[] | undefined) => facts?.map(({ type }) => type);

describe('reconfiguring a planner', () => {
  it('refuses a circular config, and appends nothing', async () => {
    const { journal } = talk();
    const config: { self?: object } = {};
    config.self = config;
    await expect(
      reconfigurePlanner(journal, { planner: { id: 'test' }, config, ready: true }),
    ).rejects.toMatchObject({ code: 'invalid-fact' });
    expect(await journal.head()).toBe(0);
  });

  it('records the setup, with the config as an attachment', async () => {
    const { journal, facts } = talk();
    await reconfigurePlanner(journal, { planner, config: { words: 50 }, ready: true, mode: 'auto' });
    const [configured] = await facts();
    expect(configured).toMatchObject({
      type: 'planner_configured',
      plannerId: 'drafter',
      mode: 'auto',
      seed: { words: 50 },
      ready: true,
    });
    if (configured?.type !== 'planner_configured') throw new Error('not configured');
    const bytes = await journal.attachments.get(configured.configSha256);
    expect(JSON.parse(new TextDecoder().decode(bytes))).toEqual({ words: 50 });
  });

  it('keeps secrets out of the journal', async () => {
    const { journal, facts } = talk();
    const secret = 'sk-123';
    await reconfigurePlanner(journal, { planner, config: { words: 1, apiKey: secret }, ready: true });
    const [configured] = await facts();
    if (configured?.type !== 'planner_configured') throw new Error('not configured');
    const bytes = await journal.attachments.get(configured.configSha256);
    expect(new TextDecoder().decode(bytes) + JSON.stringify(configured)).not.toContain(secret);
  });

  it('lets a planner say what of its config is a secret', async () => {
    const { journal, facts } = talk();
    const careful = {
      id: 'careful',
      withoutSecrets: ({ place }: { place: string; pin: string }) => ({ place }),
    };
    await reconfigurePlanner(journal, {
      planner: careful,
      config: { place: 'here', pin: '1234' },
      ready: true,
    });
    const [configured] = await facts();
    if (configured?.type !== 'planner_configured') throw new Error('not configured');
    const bytes = await journal.attachments.get(configured.configSha256);
    expect(JSON.parse(new TextDecoder().decode(bytes))).toEqual({ place: 'here' });
  });

  it('does not plan again without a rewind', async () => {
    const { journal, append, harness } = talk();
    await append(inputRequired);
    const { plan, inputs } = answering([asleep]);
    const one = harness(plan);
    await one.runPlanningPass();
    await reconfigurePlanner(journal, { ...rewinding, rewind: false });
    await one.runPlanningPass();
    expect(inputs).toHaveLength(1);
  });
});

describe('going back', () => {
  it('hides what planners did since the last public message, and plans it again', async () => {
    const { journal, append, harness, facts } = talk();
    await append(inputRequired, received('m1'));
    const { plan, inputs } = answering([draft('c1')], [draft('c2', 'better')]);
    const one = harness(plan);
    await one.runPlanningPass();
    const before = await facts();
    await reconfigurePlanner(journal, rewinding);
    expect(await one.runPlanningPass()).toMatchObject({ outcome: 'committed', rest: 'draft-waiting' });
    expect(typesOf(inputs[1]?.facts)).toEqual(['status_changed', 'remote_received', 'planner_configured']);
    expect((await facts()).slice(0, before.length)).toEqual(before);
  });

  it('keeps guidance and answers, and plans for them again', async () => {
    const { journal, append, harness, facts } = talk();
    await append(inputRequired, received('m1'));
    const { plan, inputs } = answering([question('q1')], [asleep], []);
    const one = harness(plan);
    await one.runPlanningPass();
    await append(answer('q1'), guidance('g1'));
    await one.runPlanningPass();
    await reconfigurePlanner(journal, rewinding);
    await one.runPlanningPass();
    expect(typesOf(inputs[2]?.facts)).toEqual([
      'status_changed',
      'remote_received',
      'user_answer',
      'user_guidance',
      'planner_configured',
    ]);
    expect((await facts()).at(-1)).toMatchObject({ triggers: { inbound: 2, answer: 6, guidance: 7 } });
  });

  it('is the same for a new harness', async () => {
    const { journal, append, harness } = talk();
    await append(inputRequired, received('m1'));
    const first = answering([draft('c1')]);
    await harness(first.plan).runPlanningPass();
    await reconfigurePlanner(journal, rewinding);
    const second = answering([draft('c2', 'better')]);
    await harness(second.plan).runPlanningPass();
    await harness(second.plan).runPlanningPass();
    expect(second.inputs).toHaveLength(1);
    expect(typesOf(second.inputs[0]?.facts)).toEqual([
      'status_changed',
      'remote_received',
      'planner_configured',
    ]);
  });

  it('does not change the facts that a planner holds', async () => {
    const { journal, append, harness } = talk();
    await append(inputRequired);
    const { plan, inputs } = answering(
      [{ type: 'tool_call', callId: 'a', name: 'n', args: {} }, asleep],
      [asleep],
    );
    const one = harness(plan);
    await one.runPlanningPass();
    await append(guidance('g1'));
    await one.runPlanningPass();
    const held = inputs[1]?.facts;
    const copy = [...(held ?? [])];
    await reconfigurePlanner(journal, rewinding);
    await append(received('m1'));
    await one.runPlanningPass();
    expect([...(held ?? [])]).toEqual(copy);
    expect(typesOf(held)).toEqual(['status_changed', 'tool_call', 'sleep', 'user_guidance']);
  });

  it('drops open questions and files of the hidden part, and no others', async () => {
    const { journal, append, conversation } = talk();
    const file = (name: string, origin: string) => ({
      type: 'attachment_added',
      name,
      mimeType: 'text/plain',
      sha256: name.charAt(0).repeat(64),
      size: 1,
      origin,
    });
    await append(question('q1'), file('a', 'planner'), inputRequired);
    await append(question('q2'), file('b', 'planner'), {
      type: 'pass_settled',
      triggers: {},
      outcome: 'committed',
    });
    await append(file('c', 'remote'), file('d', 'user'), file('e', 'executor'));
    await reconfigurePlanner(journal, rewinding);
    const { ledger, attachments } = await conversation();
    expect(ledger.openQuestions.map(({ qid }) => qid)).toEqual(['q1']);
    expect(attachments.all().map(({ name }) => name)).toEqual(['a', 'c', 'd', 'e']);
  });

  it('withdraws a draft that waits: a late approval is a conflict', async () => {
    const { journal, append, harness } = talk();
    await append(inputRequired);
    await harness(answering([draft('c1')]).plan).runPlanningPass();
    await reconfigurePlanner(journal, rewinding);
    await expect(approve(journal, { composeId: 'c1', digest: DIGEST })).rejects.toMatchObject({
      code: 'conflict',
      summary: expect.stringContaining('going back'),
    });
  });

  it('keeps a draft that a person has changed by hand, and writes no other beside it', async () => {
    const { journal, append, harness, conversation } = talk();
    await append(inputRequired, received('m1'));
    const { plan, inputs } = answering([draft('c1')], [draft('c2')]);
    await harness(plan).runPlanningPass();
    await edit(journal, { composeId: 'c1', text: 'An hour of work' });
    await reconfigurePlanner(journal, rewinding);
    expect((await conversation()).ledger.drafts.open).toMatchObject([
      { text: 'An hour of work', by: 'user' },
    ]);
    expect(await harness(plan).runPlanningPass()).toMatchObject({ rest: 'draft-waiting' });
    expect(inputs).toHaveLength(1);
  });

  it('is refused while a draft is being sent, and appends nothing', async () => {
    const { journal, append, harness } = talk();
    await append(inputRequired);
    await harness(answering([draft('c1')]).plan).runPlanningPass();
    await approve(journal, { composeId: 'c1', digest: DIGEST });
    const head = await journal.head();
    await expect(reconfigurePlanner(journal, rewinding)).rejects.toMatchObject({ code: 'send-in-flight' });
    expect(await journal.head()).toBe(head);
    await append(sent('m2', 'c1'));
    const { facts } = await reconfigurePlanner(journal, rewinding);
    expect(facts).toMatchObject([{ type: 'planner_configured' }, { type: 'rewound', toSeq: head + 1 }]);
  });

  it('goes to what a person said last in a session that has nothing public', async () => {
    const { journal, append, harness } = talk();
    const family = userInputFamily({ closing: ['tool_result'], keeps: ['tool_call'] });
    const call = { type: 'tool_call', callId: 'c', name: 'n', args: {} };
    const { plan, inputs } = answering(
      [asleep],
      [call, { type: 'tool_result', callId: 'c', ok: true }],
      [asleep],
    );
    const one = harness(plan, { family });
    for (const text of ['Lisbon', 'Porto']) {
      await append({ type: 'user_input', text });
      await one.runPlanningPass();
    }
    const { facts } = await reconfigurePlanner(journal, rewinding);
    expect(facts).toMatchObject([{}, { type: 'rewound', toSeq: 5 }]);
    await one.runPlanningPass();
    expect(typesOf(inputs[2]?.facts)).toEqual([
      'user_input',
      'sleep',
      'user_input',
      'tool_call',
      'planner_configured',
    ]);
  });

  it('goes to the start of a session in which nobody said anything', async () => {
    const { journal, append } = talk();
    await append(asleep);
    const { facts } = await reconfigurePlanner(journal, rewinding);
    expect(facts).toMatchObject([{}, { type: 'rewound', toSeq: 0 }]);
  });

  it('stops the running pass, and lets the next one start at once', async () => {
    const { journal, append, harness, story } = talk();
    await append(inputRequired);
    let calls = 0;
    const one = harness(async (_, { signal }) => {
      calls += 1;
      if (calls > 1) return [asleep];
      await reconfigurePlanner(journal, rewinding);
      if (!signal.aborted) await new Promise((resolve) => signal.addEventListener('abort', resolve));
      return [draft('c1')];
    });
    await one.runPlanningPass();
    expect(await story()).toEqual(['status_changed', 'planner_configured', 'rewound', 'sleep']);
  });
});
