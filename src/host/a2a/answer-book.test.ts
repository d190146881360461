import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { userInputFamily } from '../../harness/family.ts';
import type { ProposedFact } from '../../journal/fact.ts';
import { memoryStore, openJournal } from '../../journal/index.ts';
import { acceptAll } from '../../kernel/projection.ts';
import { type Dialogue, plainDialogue } from '../dialogue/dialogue.ts';
import { AnswerBook } from './answer-book.ts';
import { TaskBook } from './task-book.ts';

const family = userInputFamily({ closing: ['list_made'] });
const opened = { type: 'a2a_task_opened', taskId: 't1', contextId: 'c1' };
const received = (messageId: string) => ({ type: 'remote_received', messageId, text: messageId });
const input = { type: 'user_input', text: 'bread' };
const settled = (seq: number) => ({
  type: 'pass_settled',
  triggers: { input: seq, answer: seq },
  outcome: 'committed',
});
const question = { type: 'agent_question', qid: 'q1', prompt: 'How many?' };

/** Tells every `list_made`, and asks until there are two. */
function lists(): Dialogue {
  let made = 0;
  let told: string | undefined;
  return {
    ...plainDialogue(),
    accept({ type }) {
      if (type === 'list_made') made += 1;
      told = type === 'list_made' ? `List ${made}.` : undefined;
    },
    told: () => told,
    state: () => (made < 2 ? { type: 'asks' } : { type: 'ended', as: 'completed' }),
    asking: () => 'What else?',
  };
}

/** What is due after these facts. */
async function dueAfter(facts: readonly ProposedFact[], dialogue: () => Dialogue = lists) {
  const journal = openJournal(memoryStore(), 'j');
  const answers = new AnswerBook({ family, dialogue });
  if (facts.length > 0) await journal.append(facts);
  const all = await journal.facts();
  const tasks = acceptAll(new TaskBook(), all);
  answers.accept(all);
  answers.accept(all);
  return { answers, due: answers.due(tasks.current) };
}

describe('the answer to a task', () => {
  it('is due when the planner has come to rest, with what it told and what it asks', async () => {
    const { due } = await dueAfter([opened, received('m1'), input, { type: 'list_made' }, settled(3)]);
    expect(due).toMatchObject({ status: 'input-required', words: { text: 'List 1.\n\nWhat else?' } });
  });

  it('is its end when there is nothing left to ask', async () => {
    const made = { type: 'list_made' };
    const { due } = await dueAfter([opened, received('m1'), input, made, made, settled(3)]);
    expect(due).toMatchObject({ status: 'completed', words: { text: 'List 1.\n\nList 2.' } });
  });

  it('is the question of a planner of any kind', async () => {
    const { due, answers } = await dueAfter([opened, received('m1'), input, question, settled(3)]);
    expect(due).toMatchObject({
      status: 'input-required',
      words: { text: 'How many?', waiting: [{ type: 'question', qid: 'q1', prompt: 'How many?' }] },
    });
    expect(answers.meaningOf({ text: 'two', by: 'a2a' })).toEqual([
      { type: 'user_answer', qid: 'q1', text: 'two', by: 'a2a' },
    ]);
  });

  it.each<[string, ProposedFact[]]>([
    ['nobody has begun a task', [input, { type: 'list_made' }, settled(1)]],
    ['a pass is due', [opened, received('m1'), input]],
    [
      'it was given',
      [
        opened,
        received('m1'),
        input,
        { type: 'list_made' },
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
    const before = [input, { type: 'list_made' }, settled(1)];
    const { due } = await dueAfter([...before, opened, received('m1'), { ...input, text: 'x' }, settled(6)]);
    expect(due?.words?.text).toBe('What else?');
  });

  it('is bounded, and never without its question', async () => {
    const long = () => ({
      ...lists(),
      told: () => 'x'.repeat(50_000) + Math.random(),
    });
    const made = Array.from({ length: 10 }, () => ({ type: 'note_made' }));
    const { due } = await dueAfter([opened, received('m1'), input, ...made, settled(3)], long);
    expect(due?.words?.text.length).toBeLessThan(201_000);
    expect(due?.words?.text).toMatch(/What else\?$/);
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
    expect(answers.givenUp('a2a')).toEqual([]);
  });

  it('is given up with what is under way', async () => {
    const { answers } = await dueAfter([opened, received('m1'), input]);
    expect(answers.givenUp('a2a')).toEqual([{ type: 'work_cancelled', by: 'a2a' }]);
  });

  it('of a planner of which nothing is known is that it has done its work', async () => {
    const { due } = await dueAfter([opened, received('m1'), input, settled(3)], plainDialogue);
    expect(due).toMatchObject({ status: 'completed', words: { text: 'There is nothing new.' } });
  });

  it('comes out the same however the facts arrive', async () => {
    const journal = openJournal(memoryStore(), 'j');
    await journal.append([opened, received('m1'), input, { type: 'list_made' }, settled(3)]);
    const all = await journal.facts();
    fc.assert(
      fc.property(fc.array(fc.nat({ max: all.length }), { maxLength: 5 }), (cuts) => {
        const answers = new AnswerBook({ family, dialogue: lists });
        let tasks = new TaskBook();
        for (const cut of [...cuts.toSorted((a, b) => a - b), all.length]) {
          answers.accept(all.slice(0, cut));
          tasks = acceptAll(tasks, all.slice(0, cut));
        }
        expect(answers.due(tasks.current)?.words?.text).toBe('List 1.\n\nWhat else?');
      }),
    );
  });
});

function status(a2a: string): ProposedFact {
  return { type: 'status_changed', a2a };
}
