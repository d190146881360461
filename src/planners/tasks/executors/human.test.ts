import { expect, it } from 'vitest';
import { outcomeFromText } from './human.ts';

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
])('interprets %j', (answer, outcome) => {
  expect(outcomeFromText(answer)).toEqual(outcome);
});
