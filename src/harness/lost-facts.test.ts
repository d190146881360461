import { describe, expect, it } from 'vitest';
import {
  answering,
  asleep,
  DIGEST,
  draft,
  held,
  inputRequired,
  type Plan,
  question,
  received,
  talk,
  working,
} from '../../test/conversation-fixture.ts';
import { eventually } from '../../test/eventually.ts';
import type { Fact } from '../journal/fact.ts';
import { type Reactor, react } from '../kernel/work/reactor.ts';
import type { Llm } from '../model/llm.ts';
import { ledgerOf } from './conversation/ledger.ts';
import { approve } from './drafts/decisions.ts';
import { createSender } from './drafts/sender.ts';

describe('a journal that is deleted under a harness', () => {
  it('leaves nothing to plan', async () => {
    const { harness, append, store } = talk();
    await append(inputRequired);
    const one = harness(answering([asleep]).plan);
    await one.runPlanningPass();
    await store.delete('talk');
    expect(await one.runPlanningPass()).toEqual({ facts: [], rest: 'no-trigger' });
  });

  it('and recreated is planned for as a new one', async () => {
    const { harness, append, store, story } = talk();
    await append(working, working, inputRequired);
    const { plan, inputs } = answering([asleep]);
    const one = harness(plan);
    await one.runPlanningPass();
    await store.delete('talk');
    await append(
      received('m1', 'of the new one'),
      inputRequired,
      working,
      inputRequired,
      working,
      inputRequired,
    );
    expect(await one.runPlanningPass()).toMatchObject({ outcome: 'committed' });
    expect(inputs.at(-1)?.facts[0]).toMatchObject({ text: 'of the new one' });
    expect((await story()).at(-1)).toBe('sleep');
  });

  it('during a pass gets nothing of its output', async () => {
    const { harness, append, store, story } = talk();
    await append(inputRequired, received('m1'));
    const { plan, calls } = held();
    const one = harness(plan);
    one.schedulePlan();
    await eventually(() => calls.length).toBe(1);
    await store.delete('talk');
    await append(working, received('m2'), received('m3'));
    calls[0]?.answer([draft('c1', 'for the old one')]);
    await one.idle();
    expect(await story()).toEqual(['status_changed', 'remote_received', 'remote_received']);
  });
});

describe('a fact that was erased', () => {
  it('still counts as sent', async () => {
    const { harness, append, journal } = talk();
    await append(inputRequired, received('m1'));
    await harness(answering([draft('c1')]).plan).runPlanningPass();
    await approve(journal, { composeId: 'c1', digest: DIGEST });
    await append({ type: 'remote_sent', messageId: 'm2', text: 'hi', composeId: 'c1' });
    await journal.redact(await journal.head());
    expect(await harness(() => []).runPlanningPass()).toMatchObject({ rest: 'no-trigger' });
    await append(received('m3'));
    expect(await harness(answering([asleep]).plan).runPlanningPass()).toMatchObject({ outcome: 'committed' });
  });

  it('is no longer shown to planners, even by a harness that has read it', async () => {
    const { harness, append, journal } = talk();
    await append(inputRequired, received('m1', 'my address is 5 Elm Road'));
    const { plan, inputs } = answering([asleep]);
    const one = harness(plan);
    await one.runPlanningPass();
    await journal.redact(2);
    await append(received('m2'));
    expect(await one.runPlanningPass()).toMatchObject({ outcome: 'committed' });
    expect(JSON.stringify(inputs.at(-1)?.facts.slice())).not.toContain('Elm Road');
    expect(inputs.at(-1)?.facts.at(-1)).toMatchObject({ messageId: 'm2' });
    expect((await ledgerOf(journal)).hasMessage('m2')).toBe(true);
  });

  it('is not sent if it is a draft, even by a process that has read it', async () => {
    const { harness, append, journal } = talk();
    await append(inputRequired, received('m1'));
    await harness(answering([draft('c1')]).plan).runPlanningPass();
    const { facts } = await approve(journal, { composeId: 'c1', digest: DIGEST });
    const [{ seq = 0 } = {}] = (await ledgerOf(journal)).drafts.open;
    await journal.redact(seq);
    const delivered: string[] = [];
    const sender = createSender({ journal, deliver: async ({ text }) => void delivered.push(text) });
    for (const fact of facts) await react(journal, sender as Reactor, fact as Fact, { worker: 'w' });
    expect(delivered).toEqual([]);
    await expect(approve(journal, { composeId: 'c1', digest: DIGEST })).rejects.toMatchObject({
      code: 'unknown-draft',
    });
  });

  it('still counts as an answer', async () => {
    const { harness, append, journal } = talk();
    await append(inputRequired);
    await harness(answering([question('q1')]).plan).runPlanningPass();
    await append({ type: 'user_answer', qid: 'q1', text: 'my address' });
    await journal.redact(await journal.head());
    await append(working, inputRequired);
    const asked: string[] = [];
    const one = harness(answering([asleep]).plan, { hooks: { onQuestion: ({ qid }) => asked.push(qid) } });
    expect(await one.runPlanningPass()).toMatchObject({ outcome: 'committed' });
    expect(asked).toEqual([]);
  });

  it('is not repeated by a planner that has read it, and what it asked a model is not kept', async () => {
    const usage = { inputTokens: 7, outputTokens: 1 };
    const llm: Llm = { id: 'm', demo: false, generate: async () => ({ text: 'yes', usage, finish: 'stop' }) };
    const { promise: isErased, resolve: goOn } = Promise.withResolvers<void>();
    const asked: string[] = [];
    const plan: Plan = async ({ facts }, context) => {
      const text = String(facts.findLast(({ type }) => type === 'remote_received')?.text ?? 'Hello');
      asked.push((await context.llm.generate({ messages: [{ role: 'user', text }] })).text);
      await isErased;
      return [draft('c1', text)];
    };
    const { harness, append, journal } = talk();
    await append(inputRequired, received('m1', '5 Elm Road'));
    const one = harness(plan, { llm });
    const pass = one.runPlanningPass();
    await eventually(() => asked.length).toBe(1);
    await journal.redact(2);
    goOn();
    await pass;
    await one.close();
    const facts = await journal.facts();
    expect(JSON.stringify(facts)).not.toContain('Elm Road');
    const [used] = facts.filter(({ type }) => type === 'model_used');
    expect(used).toMatchObject({ usage: { inputTokens: 7 } });
    expect(used).not.toHaveProperty('prompt');
  });

  it('is recorded as sent without its text when it was erased on its way', async () => {
    const { harness, append, journal } = talk();
    await append(inputRequired, received('m1'));
    await harness(answering([draft('c1')]).plan).runPlanningPass();
    const { facts } = await approve(journal, { composeId: 'c1', digest: DIGEST });
    const [{ seq = 0 } = {}] = (await ledgerOf(journal)).drafts.open;
    const sender = createSender({ journal, deliver: async () => void (await journal.redact(seq)) });
    for (const fact of facts) await react(journal, sender as Reactor, fact as Fact, { worker: 'w' });
    const sent = (await journal.facts()).find(({ type }) => type === 'remote_sent');
    expect(sent).toMatchObject({ composeId: 'c1', text: 'The text was erased.' });
  });

  it('also erases what a reactor makes of it', async () => {
    const { append, journal } = talk();
    await append(received('m1', '5 Elm Road'));
    const repeating: Reactor = {
      name: 'repeat',
      reactsTo: ['remote_received'],
      async act({ text }) {
        await journal.redact(1);
        return [{ type: 'user_guidance', gid: 'g', text: String(text) }];
      },
    };
    const [fact] = await journal.facts();
    await react(journal, repeating, fact as Fact, { worker: 'w' });
    expect(JSON.stringify(await journal.facts())).not.toContain('Elm Road');
    expect(
      (await journal.facts()).some((each) => 'redactedType' in each && each.redactedType === 'user_guidance'),
    ).toBe(true);
  });
});
