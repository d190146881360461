import { expect, it } from 'vitest';
import { scriptedModel } from '../../../testing/scripted-model.ts';
import type { Brief } from '../facts.ts';
import type { ExecutableTask } from './executor.ts';
import { chosenCall } from './mcp/mcp-tool-choice.ts';
import { modelExecutor } from './model.ts';
import { taskVariables } from './shell/task-variables.ts';

const brief: Brief = {
  objective: 'a faster start page',
  constraints: ['Do not touch src/legacy/**'],
  background: ['The build takes 9 minutes'],
  acceptance: ['`npm test` passes'],
};
const TASK: ExecutableTask = {
  id: 3,
  kind: 'Processing',
  description: 'Split the bundle',
  parameters: 'Split the bundle',
  attachments: [],
  context: '',
  brief,
};
const context = () => ({
  signal: new AbortController().signal,
  idempotencyKey: 'k',
  progress: () => undefined,
});
const sentences = [brief.objective, ...brief.constraints, ...brief.background, ...brief.acceptance];

it('is part of the prompt of a model', async () => {
  const llm = scriptedModel([{ text: 'Done.' }]);
  await modelExecutor(llm).execute(TASK, context());
  for (const each of sentences) expect(llm.requests[0]?.messages[0]?.text).toContain(each);
});

it('is part of the prompt of a model that chooses a tool', async () => {
  const llm = scriptedModel([{ text: '{"tool":"","arguments":"","question":"Which?"}' }]);
  await chosenCall(TASK, [], llm, new AbortController().signal);
  for (const each of sentences) expect(llm.requests[0]?.messages[0]?.text).toContain(each);
});

it('is in the environment of a program, as text and as JSON', () => {
  const variables = taskVariables(TASK);
  expect(variables).toMatchObject({
    WAYFOLD_TASK_ID: '3',
    WAYFOLD_TASK_TEXT: 'Split the bundle',
    WAYFOLD_TASK_OBJECTIVE: 'a faster start page',
    WAYFOLD_TASK_CONSTRAINTS: 'Do not touch src/legacy/**',
  });
  expect(JSON.parse(variables.WAYFOLD_TASK_BRIEF ?? '')).toEqual(brief);
});

it('is omitted if it is empty', () => {
  const { brief: _, ...task } = TASK;
  expect(Object.keys(taskVariables(task))).toEqual([
    'WAYFOLD_TASK_ID',
    'WAYFOLD_TASK_KIND',
    'WAYFOLD_TASK_TEXT',
  ]);
});

it('never exceeds the limits of the environment, nor contains invalid characters', () => {
  const huge = { ...brief, background: ['x'.repeat(500_000), 'a\0b'] };
  const values = Object.values(taskVariables({ ...TASK, brief: huge }));
  expect(values.every((value) => value.length <= 16 * 1024 && !value.includes('\0'))).toBe(true);
});
