import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { definePlanner } from '../../harness/module/define-planner.ts';
import type { PlannerModule } from '../../harness/module/planner-module.ts';
import { replyText } from '../../harness/module/reply-text.ts';
import type { Envelope, ProposedFact } from '../../journal/fact.ts';
import { memoryStore, openJournal } from '../../journal/index.ts';
import { acceptAll } from '../../kernel/projection.ts';
import { entryOf } from '../registry.ts';
import { AnswerBook } from './answer-book.ts';
import { TaskBook } from './task-book.ts';

const opened = { type: 'a2a_task_opened', taskId: 't1', contextId: 'c1' };
const received = (messageId: string) => ({ type: 'remote_received', messageId, text: messageId });
const input = { type: 'user_input', text: 'bread' };
const made = { type: 'list_made' };
const settled = (seq: number) => ({
  type: 'pass_settled',
  triggers: { input: seq, answer: seq },
  outcome: 'committed',
});
const question = { type: 'agent_question', qid: 'q1', prompt: 'How many?' };
const author = { by: 'a2a' };
const setup = { config: undefined, loaded: undefined };

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

/** What is due after these facts. */
async function dueAfter(facts: readonly ProposedFact[], module: PlannerModule = lists) {
  const journal = openJournal(memoryStore(), 'j');
  if (facts.length > 0) await journal.append(facts);
  const all = await journal.facts();
  const answers = answersTo(all, module);
  const due = answers.due(acceptAll(new TaskBook(), all).current, setup);
  return { answers, due, text: due?.said && replyText(due.said.told, due.said.waiting) };
}

function answersTo(facts: readonly Envelope[], module: PlannerModule = lists): AnswerBook {
  return acceptAll(AnswerBook.of(entryOf(module), { nativeFrom: 1 }), facts);
}

describe('the answer to a task', () => {
  it('is due when the planner has come to rest, with what it told and what it asks', async () => {
    const { due, text } = await dueAfter([opened, received('m1'), input, made, settled(3)]);
    expect(due?.status).toBe('input-required');
    expect(text).toBe('List 1.\n\nWhat else?\n\n1. The same again');
  });

  it('is its end when there is nothing left to ask', async () => {
    const { due, text } = await dueAfter([opened, received('m1'), input, made, made, settled(3)]);
    expect(due?.status).toBe('completed');
    expect(text).toBe('List 1.\n\nList 2.');
  });

  it('is the question of a planner of any kind', async () => {
    const { due, answers } = await dueAfter([opened, received('m1'), input, question, settled(3)]);
    expect(due).toMatchObject({
      status: 'input-required',
      said: { waiting: [{ data: { type: 'question', qid: 'q1', prompt: 'How many?' } }, { id: 'next' }] },
    });
    expect(answers.meaningOf({ text: 'two' }, setup, author)).toEqual([
      { type: 'user_answer', qid: 'q1', text: 'two', by: 'a2a' },
    ]);
  });

  it.each([
    ['its number', { text: '1', numbered: true }],
    ['its label', { text: 'the same again' }],
    ['its id as data', { text: '', data: { choose: 'more' } }],
    ['its command as data', { text: '', data: { type: 'more' } }],
  ])('may be an option, which is chosen by %s', async (_, words) => {
    const { answers } = await dueAfter([opened, received('m1'), input, made, settled(3)]);
    expect(answers.meaningOf(words, setup, author)).toEqual([{ type: 'more_made', by: 'a2a' }]);
  });

  it('refuses the choice of what is not on offer, and takes other words as such', async () => {
    const { answers } = await dueAfter([opened, received('m1'), input, made, settled(3)]);
    const choosing = () => answers.meaningOf({ text: '', data: { choose: 'less' } }, setup, author);
    expect(choosing).toThrow(expect.objectContaining({ code: 'refused' }));
    for (const text of ['2', 'The same']) {
      expect(answers.meaningOf({ text, numbered: true }, setup, author)).toEqual([
        { type: 'user_input', text, by: 'a2a' },
      ]);
    }
  });

  it.each<[string, ProposedFact[]]>([
    ['nobody has begun a task', [input, made, settled(1)]],
    ['a pass is due', [opened, received('m1'), input]],
    [
      'it was given',
      [
        opened,
        received('m1'),
        input,
        made,
        settled(3),
        { type: 'a2a_answered', taskId: 't1', status: 'input-required', messageId: 'a1' },
        { type: 'remote_sent', messageId: 'a1', text: 'List 1.' },
      ],
    ],
    ['the task has ended', [opened, received('m1'), input, settled(3), status('canceled')]],
  ])('is not due when %s', async (_, facts) => {
    expect((await dueAfter(facts)).due).toBeUndefined();
  });

  it('never holds what was told before the task began', async () => {
    const before = [input, made, settled(1)];
    const { due } = await dueAfter([...before, opened, received('m1'), { ...input, text: 'x' }, settled(6)]);
    expect(due?.said?.told).toEqual([]);
  });

  it('is bounded: what was told last is kept', async () => {
    const notes = Array.from({ length: 30 }, (_, at) => ({
      type: 'note_made',
      text: `${at}${'x'.repeat(50_000)}`,
    }));
    const { due } = await dueAfter([opened, received('m1'), input, ...notes, settled(3)]);
    const told = due?.said?.told ?? [];
    expect(told.join('').length).toBeLessThanOrEqual(200_000);
    expect(told.at(-1)).toMatch(/^29x/);
  });

  it('says nothing of an error, only that it failed', async () => {
    const error = {
      type: 'planner_error',
      code: 'x',
      message: 'the key is 1234',
      stage: 'plan',
      attempts: 1,
    };
    const { due } = await dueAfter([opened, received('m1'), input, error, settled(3)]);
    expect(due).toEqual({ status: 'failed' });
  });

  it('is that it was canceled, when a person stopped the work', async () => {
    const stopped = { type: 'work_cancelled', reason: 'Not today', by: 'anna' };
    const { due, answers } = await dueAfter([opened, received('m1'), input, stopped]);
    expect(due).toEqual({ status: 'canceled' });
    expect(answers.cancelled(setup, author)).toEqual([]);
  });

  it('is given up with what is under way', async () => {
    const { answers } = await dueAfter([opened, received('m1'), input]);
    expect(answers.cancelled(setup, author)).toEqual([{ type: 'work_cancelled', by: 'a2a' }]);
  });

  it.each([
    ['idle', 'completed'],
    ['completed', 'completed'],
    ['waiting', 'input-required'],
    ['failed', 'failed'],
    ['canceled', 'canceled'],
    ['rejected', 'rejected'],
  ] as const)('of a planner that is %s at rest is %s', async (own, answered) => {
    const module = { ...lists, status: () => own };
    const { due } = await dueAfter([opened, received('m1'), input, settled(3)], module);
    expect(due?.status).toBe(answered);
  });

  it('of a planner that is at work is not due', async () => {
    const module = { ...lists, status: () => 'working' as const };
    expect((await dueAfter([opened, received('m1'), input, settled(3)], module)).due).toBeUndefined();
  });

  it('comes out the same however the facts arrive', async () => {
    const journal = openJournal(memoryStore(), 'j');
    await journal.append([opened, received('m1'), input, made, settled(3)]);
    const all = await journal.facts();
    fc.assert(
      fc.property(fc.array(fc.nat({ max: all.length }), { maxLength: 5 }), (cuts) => {
        let answers = answersTo([]);
        let tasks = new TaskBook();
        for (const cut of [...cuts.toSorted((a, b) => a - b), all.length]) {
          answers = acceptAll(answers, all.slice(0, cut));
          tasks = acceptAll(tasks, all.slice(0, cut));
        }
        expect(answers.due(tasks.current, setup)?.said?.told).toEqual(['List 1.']);
      }),
    );
  });
});

function status(a2a: string): ProposedFact {
  return { type: 'status_changed', a2a };
}
