import { expect, it } from 'vitest';
import type { AskPerson, ExecutionOutcome } from './executor.ts';
import { humanExecutor } from './human.ts';

function outcomeOf(ask: AskPerson, signal = new AbortController().signal): Promise<ExecutionOutcome> {
  return humanExecutor(ask).execute(
    {
      id: 7,
      kind: 'Processing',
      description: 'Call Ann',
      parameters: 'Call Ann\n\nBy noon',
      attachments: [],
      context: '',
    },
    { signal, idempotencyKey: 'k', progress: () => undefined },
  );
}

it.each([
  ['done, she agrees', { type: 'completed', result: 'done, she agrees' }],
  ['  spaces  ', { type: 'completed', result: 'spaces' }],
  ['', { type: 'completed', result: 'Done.' }],
  [' \n ', { type: 'completed', result: 'Done.' }],
  ['ask Which Ann?', { type: 'needs-clarification', question: 'Which Ann?' }],
  ['ASK: Which Ann?', { type: 'needs-clarification', question: 'Which Ann?' }],
  [
    'ask  Which Ann?\nThere are two.',
    { type: 'needs-clarification', question: 'Which Ann?\nThere are two.' },
  ],
  ['ask ', { type: 'completed', result: 'ask' }],
  ['asked her twice', { type: 'completed', result: 'asked her twice' }],
  ['fail no number', { type: 'failed', error: 'no number' }],
  ['Fail: no number', { type: 'failed', error: 'no number' }],
  ['fail:', { type: 'failed', error: 'A person reported that it failed.' }],
  ['  fail  no number', { type: 'failed', error: 'no number' }],
  ['I had to ask Ann', { type: 'completed', result: 'I had to ask Ann' }],
  ['task: done', { type: 'completed', result: 'task: done' }],
  ['failing that, I wrote', { type: 'completed', result: 'failing that, I wrote' }],
])('interprets %j', async (answer, outcome) => {
  expect(await outcomeOf(async () => answer)).toEqual(outcome);
});

it('asks the person with the whole task, its id and a signal', async () => {
  const { signal } = new AbortController();
  const asked: unknown[] = [];
  await outcomeOf(async (...question) => {
    asked.push(question);
    return '';
  }, signal);
  expect(asked).toEqual([['Call Ann\n\nBy noon', { taskId: 7, signal }]]);
});

it('rejects when the question is withdrawn', async () => {
  const reason = new Error('answered elsewhere');
  await expect(outcomeOf(() => Promise.reject(reason))).rejects.toBe(reason);
});
