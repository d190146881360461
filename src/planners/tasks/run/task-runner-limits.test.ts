import { afterEach, describe, expect, it } from 'vitest';
import { type RunningReactors, runReactors } from '../../../host/run-reactors.ts';
import { JournalError } from '../../../journal/error.ts';
import type { Fact } from '../../../journal/fact.ts';
import { memoryStore, openJournal } from '../../../journal/index.ts';
import { kernelFacts, runHandler } from '../../../kernel/index.ts';
import { systemTimer } from '../../../kernel/timer.ts';
import { SimulatedClock } from '../../../testing/simulated-clock.ts';
import type { GivenTask } from '../commands/command.ts';
import { echoExecutor } from '../executors/echo.ts';
import type { ExecutionContext, ExecutionOutcome, Executor } from '../executors/executor.ts';
import { type TaskAttachment, type TaskPolicy, taskFacts } from '../facts.ts';
import { loadTaskPlan, taskPlan } from '../plan/task-plan.ts';
import { TaskRunner, type TaskRunnerOptions } from './task-runner.ts';

const running: RunningReactors[] = [];
afterEach(async () => {
  for (const each of running.splice(0)) await each.close();
});

/** The state of a plan after a runner did all that it could. */
async function carriedOut(
  options: TaskRunnerOptions,
  tasks: readonly GivenTask[] = [{ description: 'a' }],
  policy: TaskPolicy = {},
) {
  const clock = new SimulatedClock();
  const journal = openJournal(memoryStore(), 'tasks', { facts: { ...kernelFacts, ...taskFacts }, clock });
  await runHandler(journal, { ...taskPlan, command: { type: 'Initialize', tasks: [...tasks], policy } });
  const loop = await runReactors(journal, [new TaskRunner({ timer: clock, ...options })], {
    worker: 'a',
    clock,
    timer: clock,
  });
  running.push(loop);
  await loop.idle();
  return (await loadTaskPlan(journal)).planner.state;
}

const executing = (execute: Executor['execute']): Pick<TaskRunnerOptions, 'executors'> => ({
  executors: { Processing: { name: 'test', execute } },
});
const does = (outcome: ExecutionOutcome) => executing(async () => outcome);

const fact = (type: string, rest: object): Fact => ({
  id: 'f',
  ts: '2026-01-01T00:00:00.000Z',
  v: 1,
  seq: 1,
  type,
  ...rest,
});

describe('the work of a runner', () => {
  const dispatched = (kind: string) =>
    fact('TaskDispatched', {
      taskId: 1,
      command: { type: 'ExecuteTask', nodeId: 1, kind, parameters: '' },
    });
  const asking = fact('TaskDispatched', {
    taskId: 1,
    command: { type: 'RequestClarification', nodeId: 1, question: 'Which?' },
  });
  const question = fact('ClarificationRequested', { taskId: 1, question: 'Which?' });
  const retry = fact('TaskRetryScheduled', { taskId: 1, attempt: 2, delayMs: 500, error: 'slow' });

  it.each<[string, Fact, TaskRunnerOptions, boolean]>([
    [
      'a task of a kind that it has an executor for',
      dispatched('ToolCall'),
      { executors: { ToolCall: echoExecutor } },
      true,
    ],
    ['one of another kind', dispatched('Processing'), { executors: { ToolCall: echoExecutor } }, false],
    [
      'one that is a question',
      dispatched('Clarification'),
      { executors: { Processing: echoExecutor } },
      false,
    ],
    ['one that asks', asking, { executors: { Processing: echoExecutor }, ask: async () => '' }, false],
    ['a question, when it can ask', question, { executors: {}, ask: async () => '' }, true],
    ['a question, when it cannot', question, { executors: {} }, false],
    ['another attempt', retry, { executors: {} }, true],
    ['an outcome', fact('TaskStatusUpdated', { taskId: 1, status: 'Failed' }), { executors: {} }, false],
  ])('is %s: %#', (_, given, options, expected) => {
    expect(new TaskRunner(options).concerns(given)).toBe(expected);
  });

  it('determines its claims', () => {
    const runner = new TaskRunner({ executors: {} });
    expect([runner.name, runner.reactsTo]).toEqual([
      'task-runner',
      ['TaskDispatched', 'TaskRetryScheduled', 'ClarificationRequested'],
    ]);
  });

  it('starts at once, except a retry after its delay', () => {
    const runner = new TaskRunner({ executors: {} });
    expect(runner.notBefore(retry)).toBe(Date.parse('2026-01-01T00:00:00.500Z'));
    expect(runner.notBefore(question)).toBeUndefined();
  });
});

describe('an executor', () => {
  it('gets the task, with one key for every attempt, and may report progress', async () => {
    const given: Pick<ExecutionContext, 'idempotencyKey'>[] = [];
    const reported: [number, string][] = [];
    const { tasks } = await carriedOut(
      {
        executors: {
          ToolCall: {
            name: 'test',
            async execute({ context, ...task }, { idempotencyKey, progress }) {
              given.push({ ...task, idempotencyKey });
              progress('half way');
              return { type: 'completed', result: 'ok' };
            },
          },
        },
        onProgress: (taskId, text) => reported.push([taskId, text]),
      },
      [{ description: 'a', kind: 'ToolCall', attachments: [{ kind: { type: 'FileRef', value: 'a.md' } }] }],
    );
    expect(given).toEqual([
      {
        id: 1,
        kind: 'ToolCall',
        description: 'a',
        parameters: 'a',
        attachments: [{ kind: { type: 'FileRef', value: 'a.md' } }],
        idempotencyKey: expect.stringMatching(/./),
      },
    ]);
    expect(reported).toEqual([[1, 'half way']]);
    expect(tasks[0]?.status).toBe('Completed');
  });

  it('that throws something other than an error fails with it', async () => {
    const throws = executing(() => Promise.reject('no reason'));
    expect((await carriedOut(throws)).tasks[0]).toMatchObject({ status: 'Failed', result: 'no reason' });
  });

  it.each<[string, Executor['execute'], number]>([
    ['is tried again', async () => ({ type: 'failed', error: 'slow', failureClass: 'timeout' }), 2],
    ['is tried again', () => Promise.reject(new Error('broken')), 2],
    ['is not tried again', async () => ({ type: 'failed', error: 'no', failureClass: 'rejected' }), 1],
    ['is not tried again', async () => ({ type: 'failed', error: 'no' }), 1],
  ])('%s according to the policy for its class of failure: %#', async (_, execute, attempts) => {
    const retry = { maxAttempts: 2, baseDelayMs: 0, maxDelayMs: 0, retryOn: ['timeout', 'crash'] };
    let runs = 0;
    const counted = executing((...given) => {
      runs += 1;
      return execute(...given);
    });
    const { completed } = await carriedOut({ ...counted, timer: systemTimer }, undefined, { retry });
    expect([completed, runs]).toEqual([true, attempts]);
  });
});

describe('recorded texts are bounded', () => {
  const RESULT = 128 * 1024;
  const QUESTION = 4 * 1024;
  const ANSWER = 32 * 1024;

  it.each([
    [RESULT, 'x'.repeat(RESULT)],
    [RESULT + 1, `${'x'.repeat(RESULT)}\n[1 more characters left out]`],
  ])('a result of %i characters', async (length, recorded) => {
    const { tasks } = await carriedOut(does({ type: 'completed', result: 'x'.repeat(length) }));
    expect(tasks[0]?.result).toBe(recorded);
  });

  it('a result, without splitting a character', async () => {
    const result = `${'x'.repeat(RESULT - 1)}🙂`;
    const { tasks } = await carriedOut(does({ type: 'completed', result }));
    expect(tasks[0]?.result).toBe(`${'x'.repeat(RESULT - 1)}\n[1 more characters left out]`);
  });

  it.each([
    [QUESTION, 'x'.repeat(QUESTION)],
    [QUESTION + 2, `${'x'.repeat(QUESTION)}\n[2 more characters left out]`],
  ])('a question of %i characters', async (length, recorded) => {
    const { tasks } = await carriedOut(does({ type: 'needs-clarification', question: 'x'.repeat(length) }));
    expect(tasks[0]?.clarifications).toEqual([{ question: recorded }]);
  });

  it.each([
    [ANSWER, 'x'.repeat(ANSWER)],
    [ANSWER + 3, `${'x'.repeat(ANSWER)}\n[3 more characters left out]`],
  ])('an answer of %i characters', async (length, recorded) => {
    const { tasks } = await carriedOut({ executors: {}, ask: async () => 'x'.repeat(length) }, [
      { description: 'Which?', kind: 'Clarification' },
    ]);
    expect(tasks[0]).toMatchObject({ status: 'Completed', result: recorded });
  });

  it('an error, to 500 characters by default', async () => {
    const failing = does({ type: 'failed', error: 'word '.repeat(1000) });
    const recorded = async (options: Partial<TaskRunnerOptions> = {}) =>
      (await carriedOut({ ...failing, ...options })).tasks[0]?.result?.length ?? 0;
    expect(await recorded()).toBeGreaterThan(400);
    expect(await recorded()).toBeLessThanOrEqual(500);
    expect(await recorded({ config: { errorCharLimit: 60 } })).toBeLessThanOrEqual(60);
  });
});

describe('attachments', () => {
  const files: TaskAttachment[] = ['a.md', 'b.md', 'c.md'].map((value) => ({
    kind: { type: 'FileRef', value },
  }));
  const tasks: GivenTask[] = [{ description: 'Read them', attachments: files }];

  it('are checked one after the other, and the first unusable one leads to a question', async () => {
    const looked: string[] = [];
    let done = 0;
    const { tasks: after } = await carriedOut(
      {
        ...executing(async () => {
          done += 1;
          return { type: 'completed', result: 'ok' };
        }),
        checkAttachment: async ({ kind: { value } }, { task }) => {
          looked.push(`${task.description}: ${value}`);
          return value === 'b.md' ? 'It is gone.' : undefined;
        },
      },
      tasks,
    );
    expect(looked).toEqual(['Read them: a.md', 'Read them: b.md']);
    expect(after[0]).toMatchObject({
      status: 'NeedsClarification',
      clarifications: [
        {
          question: 'b.md cannot be used: It is gone. Give another one, or say how to continue without it.',
        },
      ],
    });
    expect(done).toBe(0);
  });

  it('that are all usable lead to no question', async () => {
    const state = await carriedOut(
      { executors: { Processing: echoExecutor }, checkAttachment: () => undefined },
      tasks,
    );
    expect(state.completed).toBe(true);
  });

  it('are named within the limit of a question', async () => {
    const { tasks: after } = await carriedOut(
      { executors: { Processing: echoExecutor }, checkAttachment: () => 'x'.repeat(5000) },
      tasks,
    );
    expect(after[0]?.clarifications?.[0]?.question).toMatch(/x\n\[\d+ more characters left out\]$/);
  });
});

describe('finished work', () => {
  const three = ['a', 'b', 'c'].map((description) => ({ description }));

  it('is summarized by the compactor only if it exceeds the budget, and within it', async () => {
    const asked: [number, string[]][] = [];
    const compactor: NonNullable<TaskRunnerOptions['compactor']> = {
      compactErrorMessage: async (message) => message,
      compactThread: async (messages, { maxTokens }) => {
        asked.push([maxTokens, messages.map(({ text }) => text)]);
        return [
          { role: 'user', text: 'All is' },
          { role: 'user', text: 'well.' },
        ];
      },
    };
    const options = { ...does({ type: 'completed', result: 'some words' }), compactor };
    const plain = await carriedOut({ ...options, config: { tokenBudget: 1000 } }, three);
    expect([asked, plain.contextSummary]).toEqual([[], '']);
    const short = await carriedOut({ ...options, config: { tokenBudget: 15 } }, three);
    expect(asked).toEqual([[15, ['#1 a: some words', '#2 b: some words', '#3 c: some words']]]);
    expect(short.contextSummary).toBe('All is\nwell.');
    expect(short.removed.completed).toBe(3);
  });
});

it('an unavailable store during a task is not a failure of the task', async () => {
  const away = new JournalError('store-unreachable', { expected: 'it', actual: 'nothing', fix: 'Wait.' });
  const state = await carriedOut(
    executing(async () => {
      throw away;
    }),
  );
  expect([...state.tasks.values()].map(({ status }) => status)).not.toContain('Failed');
});
