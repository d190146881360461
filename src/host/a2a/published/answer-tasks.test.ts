import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { meaningOf, type UserMessage } from '../../../harness/module/decide-command.ts';
import { definePlanner } from '../../../harness/module/define-planner.ts';
import type { PlannerModule } from '../../../harness/module/planner-module.ts';
import type { ProposedFact } from '../../../journal/fact.ts';
import { memoryStore } from '../../../journal/index.ts';
import { createRegistry } from '../../registry.ts';
import { createHostSession, type Session } from '../../session.ts';
import { answerTasks } from './answer-tasks.ts';
import { momentIn, publishedProjection } from './published-state.ts';

const opened = { type: 'a2a_task_opened', taskId: 't1', contextId: 'c1' };
const received = (messageId: string) => ({ type: 'remote_received', messageId, text: messageId });
const input = { type: 'user_input', text: 'bread' };
const made = { type: 'list_made' };
const asked = [opened, received('m1'), input];
const settled = { type: 'pass_settled', triggers: { input: 100, answer: 100 }, outcome: 'committed' };
const question = { type: 'agent_question', qid: 'q1', prompt: 'How many?' };

/** Tells every `list_made`, and asks until there are two. */
const lists = definePlanner({
  id: 'lists',
  title: 'Lists',
  description: 'Makes lists.',
  config: z.strictObject({}),
  facts: {
    list_made: {
      schema: z.strictObject({}),
      kind: 'plan',
      text: (_fact, { after }) => `List ${after.made}.`,
    },
    note_made: { schema: z.strictObject({ text: z.string() }), kind: 'plan', text: ({ text }) => text },
    more_made: { schema: z.strictObject({ by: z.string() }), kind: 'decision' },
  },
  state: {
    initial: { made: 0 },
    apply: (state, { type }) => (type === 'list_made' ? { made: state.made + 1 } : state),
  },
  commands: {
    more: {
      title: 'More',
      input: z.strictObject({}),
      decide: ({ fact }, _input, { by }) => [fact.more_made({ by })],
    },
  },
  waiting: ({ state, call }) =>
    state.made < 2
      ? [
          {
            id: 'next',
            text: 'What else?',
            options: [{ id: 'more', label: 'The same again', command: call.more({}) }],
          },
        ]
      : [],
});

async function sessionWith(facts: readonly ProposedFact[], module: PlannerModule = lists): Promise<Session> {
  const session = await createHostSession(memoryStore(), createRegistry([module]), {
    id: 'j',
    title: 'J',
    plannerId: module.id,
  });
  await session.journal.append(facts);
  return session;
}

/** What is answered after these facts. */
async function answerTo(facts: readonly ProposedFact[], module: PlannerModule = lists) {
  const session = await sessionWith(facts, module);
  return await answerIn(session);
}

async function answerIn(session: Session) {
  const before = await session.journal.head();
  const answering = answerTasks(session);
  await answering.caughtUp();
  answering.close();
  const [answer, sent] = await session.journal.facts({ from: before + 1 });
  return { answer, text: sent && 'text' in sent ? String(sent.text) : undefined };
}

/** The facts that words are to the planner after these. */
async function meaningAfter(
  facts: readonly ProposedFact[],
  words: UserMessage,
  module: PlannerModule = lists,
) {
  const { journal, entry } = await sessionWith(facts, module);
  const projection = publishedProjection(entry);
  let state = projection.initial({ nativeFrom: 1, createdAt: '' });
  for (const fact of await journal.facts()) state = projection.apply(state, fact);
  const { ledger } = state.conversation;
  const at = momentIn(entry, state, { config: undefined, loaded: undefined });
  return meaningOf({ module, at, ledger }, words, { by: 'a2a' });
}

describe('the answer to a task', () => {
  it('is due when the planner has come to rest, with what it told and what it asks', async () => {
    const { answer, text } = await answerTo([...asked, made, settled]);
    expect(answer).toMatchObject({ type: 'a2a_answered', taskId: 't1', status: 'input-required' });
    expect(text).toBe('List 1.\n\nWhat else?\n\n1. The same again');
  });

  it('is its end when there is nothing left to ask', async () => {
    const { answer, text } = await answerTo([...asked, made, made, settled]);
    expect(answer).toMatchObject({ status: 'completed' });
    expect(text).toBe('List 1.\n\nList 2.');
  });

  it('is the question of a planner of any kind', async () => {
    const facts = [...asked, question, settled];
    expect((await answerTo(facts)).answer).toMatchObject({
      status: 'input-required',
      waiting: [{ type: 'question', qid: 'q1', prompt: 'How many?' }, { id: 'next' }],
    });
    expect(await meaningAfter(facts, { text: 'two' })).toEqual([
      { type: 'user_answer', qid: 'q1', text: 'two', by: 'a2a' },
    ]);
  });

  it.each([
    ['its number', { text: '1', numbered: true }],
    ['its label', { text: 'the same again' }],
    ['its id as data', { text: '', data: { choose: 'more' } }],
    ['its command as data', { text: '', data: { type: 'more' } }],
  ])('may be an option, which is chosen by %s', async (_, words) => {
    const meaning = await meaningAfter([...asked, made, settled], words);
    expect(meaning).toEqual([{ type: 'more_made', by: 'a2a' }]);
  });

  it('refuses the choice of what is not on offer, and takes other words as such', async () => {
    const facts = [...asked, made, settled];
    const choosing = meaningAfter(facts, { text: '', data: { choose: 'less' } });
    await expect(choosing).rejects.toMatchObject({ code: 'refused' });
    for (const text of ['2', 'The same']) {
      expect(await meaningAfter(facts, { text, numbered: true })).toEqual([
        { type: 'user_input', text, by: 'a2a' },
      ]);
    }
  });

  it('refuses data that is a command which is not on offer', async () => {
    const data = { type: 'more', of: 'it' };
    const commanding = meaningAfter([...asked, made, settled], { text: JSON.stringify(data), data });
    await expect(commanding).rejects.toMatchObject({
      code: 'refused',
      summary: expect.stringContaining('more'),
    });
  });

  it.each([
    ['a number', { text: '1', numbered: true }],
    ['a label', { text: 'Yes' }],
    ['an id', { text: '', data: { choose: 'yes' } }],
  ])('asks back which is meant when %s is on offer twice', async (_, words) => {
    const option = (n: number) => ({ id: 'yes', label: 'Yes', command: { type: 'more', n } });
    const twice: PlannerModule = {
      ...lists,
      commands: {
        more: { title: 'More', input: z.strictObject({ n: z.int() }), decide: () => [{ type: 'list_made' }] },
      },
      waiting: () => [1, 2].map((n) => ({ id: `w${n}`, text: `Is it ${n}?`, options: [option(n)] })),
    };
    await expect(meaningAfter([...asked, settled], words, twice)).rejects.toMatchObject({
      code: 'refused',
      summary: expect.stringMatching(/w1.*w2/),
    });
    const exactly = { text: '', data: { type: 'more', n: 2 } };
    expect(await meaningAfter([...asked, settled], exactly, twice)).toEqual([{ type: 'list_made' }]);
  });

  it.each([
    ['words', 'The same again'],
    ['a number', '1'],
    ['data', JSON.stringify({ choose: 'more' }, null, 2)],
    ['words and data', `Please.\n\n${JSON.stringify({ type: 'more' }, null, 2)}`],
  ])('is what a command says itself that was given by %s', async (_, text) => {
    const { more } = lists.commands;
    if (!more) throw new Error('There is no such command.');
    const replying = { ...more, reply: () => 'Noted: one more.' };
    const module = { ...lists, commands: { more: replying } };
    const message = { type: 'remote_received', messageId: 'm2', text };
    const given = [message, { type: 'more_made', by: 'a2a' }];
    const before = [...asked, made, settled];
    const first = [
      { type: 'a2a_answered', taskId: 't1', status: 'input-required', messageId: 'a1' },
      { type: 'remote_sent', messageId: 'a1', text: 'List 1.' },
    ];
    const answered = await answerTo([...before, ...first, ...given], module);
    expect(answered.text).toBe('Noted: one more.\n\nWhat else?\n\n1. The same again');
  });

  it.each<[string, ProposedFact[]]>([
    ['nobody has begun a task', [input, made, settled]],
    ['a pass is due', asked],
    [
      'it was given',
      [
        ...asked,
        made,
        settled,
        { type: 'a2a_answered', taskId: 't1', status: 'input-required', messageId: 'a1' },
        { type: 'remote_sent', messageId: 'a1', text: 'List 1.' },
      ],
    ],
    ['the task has ended', [...asked, settled, { type: 'status_changed', a2a: 'canceled' }]],
  ])('is not due when %s', async (_, facts) => {
    expect((await answerTo(facts)).answer).toBeUndefined();
  });

  it('never holds what was told before the task began', async () => {
    const { text } = await answerTo([input, made, settled, ...asked, settled]);
    expect(text).toBe('What else?\n\n1. The same again');
  });

  it('does not repeat what was told in a message that was erased', async () => {
    const session = await sessionWith([
      ...asked,
      made,
      settled,
      { type: 'a2a_answered', taskId: 't1', status: 'input-required', messageId: 'a1' },
      { type: 'remote_sent', messageId: 'a1', text: 'List 1.' },
      received('m2'),
      input,
      made,
      settled,
    ]);
    const sent = (await session.journal.facts()).find(({ type }) => type === 'remote_sent');
    await session.journal.redact(sent?.seq ?? 0);
    expect((await answerIn(session)).text).toBe('List 2.');
  });

  it('is bounded: what was told last is kept', async () => {
    const notes = Array.from({ length: 30 }, (_, at) => ({
      type: 'note_made',
      text: `${at}${'x'.repeat(50_000)}`,
    }));
    const { text = '' } = await answerTo([...asked, made, made, ...notes, settled]);
    expect(text.length).toBeLessThanOrEqual(200_001);
    expect(text).toContain('\n\n29x');
  });

  it('says nothing of an error, only that it failed', async () => {
    const fields = { code: 'x', message: 'the key is 1234', stage: 'plan', attempts: 1 };
    const { answer, text } = await answerTo([...asked, { type: 'planner_error', ...fields }, settled]);
    expect(answer).toMatchObject({ type: 'a2a_answered', status: 'failed' });
    expect(text).toBeUndefined();
  });

  it('is that it was canceled, when a person stopped the work', async () => {
    const stopped = { type: 'work_cancelled', reason: 'Not today', by: 'anna' };
    const { answer, text } = await answerTo([...asked, stopped]);
    expect(answer).toMatchObject({ status: 'canceled' });
    expect(text).toBeUndefined();
  });

  it.each([
    ['idle', 'completed'],
    ['completed', 'completed'],
    ['waiting', 'input-required'],
    ['failed', 'failed'],
    ['canceled', 'canceled'],
    ['rejected', 'rejected'],
  ] as const)('of a planner that is %s at rest is %s', async (own, answered) => {
    const { answer } = await answerTo([...asked, settled], { ...lists, status: () => own });
    expect(answer).toMatchObject({ status: answered });
  });

  it('of a planner that is at work is not due', async () => {
    const { answer } = await answerTo([...asked, settled], { ...lists, status: () => 'working' });
    expect(answer).toBeUndefined();
  });

  it('comes out the same however the facts arrive', async () => {
    const facts = [...asked, made, settled];
    await fc.assert(
      fc.asyncProperty(fc.subarray([3, 4, 5]), async (cuts) => {
        const session = await sessionWith([{ type: 'session_renamed', title: 'K' }]);
        const answering = answerTasks(session);
        let from = 0;
        for (const cut of [...cuts, facts.length]) {
          if (cut > from) await session.journal.append(facts.slice(from, cut));
          from = cut;
          await answering.caughtUp();
        }
        answering.close();
        const sent = (await session.journal.facts()).filter(({ type }) => type === 'remote_sent');
        expect(sent).toMatchObject([{ text: expect.stringMatching(/^List 1\./) }]);
      }),
      { numRuns: 20 },
    );
  });
});
