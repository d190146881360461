import { expect, it } from 'vitest';
import { scriptedModel } from '../../../testing/scripted-model.ts';
import { modelExecutor } from '../executors/model.ts';
import { Planner } from '../handler.ts';
import { recalled, recalledText } from './recall.ts';

function worked(results: readonly string[]): Planner {
  const planner = new Planner();
  planner.process({
    type: 'Initialize',
    tasks: results.map((_, at) => ({ description: `Look at part ${at + 1}` })),
  });
  for (const [at, result] of results.entries()) {
    const event = { type: 'TaskCompleted', nodeId: at + 1, result } as const;
    planner.process({ type: 'HandleExecutorEvent', event });
    planner.process({ type: 'CompactContext', maxTokens: 0 });
  }
  return planner;
}

it('finds the result of a task after compaction', () => {
  const planner = worked(['The port is 8443.', 'Two migrations are missing.', 'All is well.']);
  expect(planner.state.tasks).toEqual([]);
  expect(recalled(planner.eventLog, 'which port?')).toMatchObject([
    { task: 1, status: 'Completed', excerpt: expect.stringContaining('8443') },
  ]);
  expect(recalled(planner.eventLog, 'migration')[0]?.task).toBe(2);
});

it('ranks rarer words first', () => {
  const planner = worked(['the cache is cold', 'the cache of orders is cold', 'the cache is warm']);
  expect(recalled(planner.eventLog, 'cache orders').map(({ task }) => task)[0]).toBe(2);
});

it('finds nothing if nothing matches, and at most the requested number', () => {
  const planner = worked(Array.from({ length: 20 }, () => 'the same words'));
  expect(recalled(planner.eventLog, 'zebra')).toEqual([]);
  expect(recalled(planner.eventLog, '?!')).toEqual([]);
  expect(recalled(planner.eventLog, 'same', { limit: 3 })).toHaveLength(3);
});

it('shows the matching part of a long result', () => {
  const lines = Array.from({ length: 500 }, (_, at) => `line ${at} says nothing`);
  lines[300] = 'the token expires after 90 minutes';
  const [found] = recalled(worked([lines.join('\n')]).eventLog, 'token expires');
  expect(found?.excerpt).toContain('90 minutes');
  expect(found?.excerpt.length).toBeLessThan(700);
});

const TASK = {
  id: 9,
  kind: 'Processing',
  description: 'Open the port',
  parameters: 'Open the port',
  attachments: [],
  context: 'Earlier: much',
} as const;

it('is available to a model while it works, a few times', async () => {
  const { eventLog } = worked(['The port is 8443.']);
  const llm = scriptedModel([{ text: 'RECALL: port' }, { text: 'Opened 8443.' }]);
  const outcome = await modelExecutor(llm).execute(TASK, {
    signal: new AbortController().signal,
    idempotencyKey: 'k',
    progress: () => undefined,
    recall: async (words) => recalledText(recalled(eventLog, words)),
  });
  expect(outcome).toEqual({ type: 'completed', result: 'Opened 8443.' });
  expect(llm.requests[1]?.messages.at(-1)?.text).toContain('8443');
});

it('ends when a model requests nothing else', async () => {
  const llm = scriptedModel(Array.from({ length: 9 }, () => ({ text: 'RECALL: port' })));
  const outcome = await modelExecutor(llm).execute(TASK, {
    signal: new AbortController().signal,
    idempotencyKey: 'k',
    progress: () => undefined,
    recall: async () => '',
  });
  expect(outcome.type).toBe('failed');
  expect(llm.requests.length).toBeLessThanOrEqual(5);
});
