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
  working,
} from '../../../test/conversation-fixture.ts';
import { openJournal } from '../../journal/index.ts';
import { ledgerOf } from '../conversation/ledger.ts';
import { approve, dismiss } from '../drafts/decisions.ts';

/** A conversation in which the planner's draft c1 waits for a decision. */
async function withDraft(...outputs: readonly unknown[]) {
  const talking = talk();
  await talking.append(inputRequired, received('m1'));
  const planner = answering([draft('c1')], ...outputs);
  const harness = talking.harness(planner.plan);
  await harness.runPlanningPass();
  return { ...talking, one: harness, inputs: planner.inputs };
}

describe('a draft that waits', () => {
  it('has its digest filled in', async () => {
    const { facts } = await withDraft();
    expect((await facts()).find(({ type }) => type === 'compose_intent')).toMatchObject({ digest: DIGEST });
  });

  it('counts as a draft even if somebody else wrote it without a digest', async () => {
    const { harness, store, clock } = talk();
    const untyped = openJournal(store, 'talk', { clock });
    await untyped.append([inputRequired, draft('c1')]);
    expect(await harness(() => []).runPlanningPass()).toMatchObject({ rest: 'draft-waiting' });
    await approve(untyped, { composeId: 'c1', digest: DIGEST });
  });

  it('blocks planning, whatever else arrives', async () => {
    const { one, append, inputs } = await withDraft([]);
    await append(received('m2'), working, inputRequired);
    expect(await one.runPlanningPass()).toMatchObject({ rest: 'draft-waiting' });
    expect(inputs).toHaveLength(1);
  });

  it.each([
    ['guidance', guidance('g1')],
    ['an answer', answer('q1')],
  ])('is withdrawn by %s, which is planned for then', async (_, fact) => {
    const { one, append, story, inputs } = await withDraft([draft('c2', 'dear you')]);
    await append(fact);
    expect(await one.runPlanningPass()).toMatchObject({ outcome: 'committed', rest: 'draft-waiting' });
    expect(inputs).toHaveLength(2);
    expect((await story()).slice(3)).toEqual([fact.type, 'compose_dismissed', 'compose_intent']);
  });

  it('is not withdrawn by guidance while it is not our turn', async () => {
    const { one, append, story } = await withDraft([]);
    await append(working, guidance('g1'));
    expect(await one.runPlanningPass()).toMatchObject({ rest: 'draft-waiting' });
    expect(await story()).not.toContain('compose_dismissed');
  });

  it('is not withdrawn once it is approved: guidance waits until it is sent', async () => {
    const { one, append, journal, inputs } = await withDraft([]);
    await approve(journal, { composeId: 'c1', digest: DIGEST });
    await append(guidance('g1'));
    expect(await one.runPlanningPass()).toMatchObject({ rest: 'sending' });
    await append(sent('m2', 'c1'));
    await one.runPlanningPass();
    expect(inputs).toHaveLength(2);
  });

  it('makes way when it is sent by hand', async () => {
    const { one, append } = await withDraft([]);
    await append(sent('m2'), received('m3'));
    expect(await one.runPlanningPass()).toMatchObject({ outcome: 'empty' });
  });

  it('waits for a decision again when it could not be sent', async () => {
    const { one, append, journal, conversation } = await withDraft([]);
    await approve(journal, { composeId: 'c1', digest: DIGEST });
    await append({ type: 'send_failed', composeId: 'c1', error: 'no route' });
    expect(await one.runPlanningPass()).toMatchObject({ rest: 'draft-waiting' });
    expect((await conversation()).ledger.drafts.find('c1')).toMatchObject({ failure: 'no route' });
    await approve(journal, { composeId: 'c1', digest: DIGEST });
  });
});

describe('a question to a person', () => {
  const questioned = async () => {
    const talking = talk();
    await talking.append(inputRequired);
    const planner = answering([question('q1')], []);
    const asked: string[] = [];
    const harness = talking.harness(planner.plan, { hooks: { onQuestion: ({ qid }) => asked.push(qid) } });
    await harness.runPlanningPass();
    return { ...talking, one: harness, inputs: planner.inputs, asked };
  };

  it('is reported once', async () => {
    const { one, asked, append } = await questioned();
    await append(working);
    await one.runPlanningPass();
    expect(asked).toEqual(['q1']);
  });

  it('is reported again by a new harness, before it plans', async () => {
    const { harness, append } = await questioned();
    await append(received('m1'));
    const asked: string[] = [];
    let before: readonly string[] = [];
    const plan = () => {
      before = [...asked];
      return [];
    };
    await harness(plan, { hooks: { onQuestion: ({ qid }) => asked.push(qid) } }).runPlanningPass();
    expect(before).toEqual(['q1']);
    expect(asked).toEqual(['q1']);
  });

  it('blocks a pass that only the status triggers', async () => {
    const { one, append, inputs } = await questioned();
    await append(working, inputRequired);
    expect(await one.runPlanningPass()).toMatchObject({ rest: 'question' });
    expect(inputs).toHaveLength(1);
  });

  it.each([
    ['a message', received('m1')],
    ['guidance', guidance('g1')],
    ['its answer', answer('q1')],
  ])('does not block %s', async (_, fact) => {
    const { one, append, inputs } = await questioned();
    await append(working, inputRequired, fact);
    await one.runPlanningPass();
    expect(inputs).toHaveLength(2);
  });
});

describe('a repetition', () => {
  it('of sleep is dropped, and settles its triggers', async () => {
    const { harness, append, types } = talk();
    await append(inputRequired, asleep, { type: 'pass_settled', triggers: {}, outcome: 'empty' });
    expect(await harness(answering([asleep]).plan).runPlanningPass()).toMatchObject({
      outcome: 'duplicate',
      rest: 'no-trigger',
    });
    expect((await types()).filter((type) => type === 'sleep')).toHaveLength(1);
  });

  it('of sleep is kept when something happened in between', async () => {
    const { harness, append, story } = talk();
    await append(asleep, inputRequired);
    await harness(answering([asleep]).plan).runPlanningPass();
    expect(await story()).toEqual(['sleep', 'status_changed', 'sleep']);
  });

  it('of a dismissed draft is kept as the answer to what came since', async () => {
    const { one, append, journal } = await withDraft([draft('c2')]);
    await dismiss(journal, { composeId: 'c1' });
    await append(received('m2'));
    expect(await one.runPlanningPass()).toMatchObject({ outcome: 'committed' });
  });

  it('of a draft is kept when a person asks for another one', async () => {
    const { one, journal } = await withDraft([draft('c2')]);
    await dismiss(journal, { composeId: 'c1', regenerate: true });
    expect(await one.runPlanningPass()).toMatchObject({ outcome: 'committed' });
  });

  it('of a draft is kept when guidance has withdrawn the previous one', async () => {
    const { one, append, journal } = await withDraft([draft('c2')]);
    await append({ type: 'user_guidance', gid: 'g1', text: 'Shorter' });
    await one.runPlanningPass();
    expect((await ledgerOf(journal)).drafts.open).toMatchObject([{ composeId: 'c2' }]);
  });

  it('of a draft is kept when the previous one was sent', async () => {
    const { one, append } = await withDraft([draft('c2')]);
    await append(sent('m2', 'c1'), received('m3'));
    expect(await one.runPlanningPass()).toMatchObject({ outcome: 'committed' });
  });

  it('of a draft is kept when the gate is switched off', async () => {
    const { journal, append, harness } = await withDraft();
    await dismiss(journal, { composeId: 'c1' });
    await append(received('m2'));
    const other = harness(answering([draft('c2')]).plan, { duplicateCompose: false });
    expect(await other.runPlanningPass()).toMatchObject({ outcome: 'committed' });
  });
});

describe('planners that continue on their own', () => {
  async function runaway(cap: number) {
    const talking = talk();
    let turn = 0;
    const { plan, inputs } = answering([asleep]);
    const harness = talking.harness(plan, { runawayCap: cap });
    const turns = async (count: number) => {
      for (let i = 0; i < count; i++) {
        await talking.append(working, inputRequired);
        turn += 1;
        await harness.runPlanningPass();
      }
      return turn;
    };
    return { ...talking, one: harness, inputs, turns };
  }

  it('are frozen at the cap, and the journal records that once', async () => {
    const { one, turns, inputs, facts } = await runaway(3);
    await turns(6);
    expect(inputs).toHaveLength(3);
    expect(await one.runPlanningPass()).toMatchObject({ rest: 'frozen' });
    const errors = (await facts()).filter(({ type }) => type === 'planner_error');
    expect(errors).toMatchObject([{ code: 'runaway', attempts: 3 }]);
  });

  it('continue when a person or the other side acts', async () => {
    const { turns, append, one, inputs } = await runaway(3);
    await turns(5);
    await append(received('m1'));
    await one.runPlanningPass();
    expect(inputs).toHaveLength(4);
    await turns(3);
    expect(inputs).toHaveLength(6);
  });

  it('may commit 200 times by default', async () => {
    const talking = talk();
    const { plan, inputs } = answering([asleep]);
    const harness = talking.harness(plan);
    for (let i = 0; i < 205; i++) {
      await talking.append(working, inputRequired);
      await harness.runPlanningPass();
    }
    expect(inputs).toHaveLength(200);
  });
});

describe('in auto mode', () => {
  it('a draft is approved without asking', async () => {
    const { harness, append, facts } = talk();
    await append(inputRequired, received('m1'));
    const opened: unknown[] = [];
    const hooks = { openComposer: (compose: unknown) => opened.push(compose) };
    const report = await harness(answering([draft('c1')]).plan, { mode: 'auto', hooks }).runPlanningPass();
    expect(report).toMatchObject({ outcome: 'committed', rest: 'sending' });
    expect((await facts()).at(-1)).toMatchObject({ type: 'compose_approved', by: 'auto', digest: DIGEST });
    expect(opened).toEqual([]);
  });

  it('a draft that a crash left behind is approved', async () => {
    const { harness, story } = await withDraft();
    await harness(answering([]).plan, { mode: 'auto' }).runPlanningPass();
    expect((await story()).at(-1)).toBe('compose_approved');
  });

  it('a draft that could not be sent is not approved again', async () => {
    const { harness, append, story } = talk();
    await append(inputRequired, received('m1'));
    const one = harness(answering([draft('c1')]).plan, { mode: 'auto' });
    await one.runPlanningPass();
    await append({ type: 'send_failed', composeId: 'c1', error: 'no route' });
    expect(await one.runPlanningPass()).toMatchObject({ rest: 'draft-waiting' });
    expect((await story()).at(-1)).toBe('send_failed');
  });

  it('nothing is approved while planning is frozen', async () => {
    const { harness, append, story } = talk();
    await append(inputRequired);
    await harness(answering([draft('c1')]).plan, { mode: 'auto', runawayCap: 1 }).runPlanningPass();
    expect(await story()).toEqual(['status_changed', 'compose_intent', 'planner_error']);
  });
});
