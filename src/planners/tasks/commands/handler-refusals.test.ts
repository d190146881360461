import { describe, expect, it } from 'vitest';
import { PlannerError } from '../error.ts';
import type { TaskPolicy } from '../facts.ts';
import { Planner } from '../handler.ts';
import type { Command, ExecutorEvent, GivenTask } from './command.ts';

const planned = (...tasks: GivenTask[]): Command => ({ type: 'Initialize', tasks });
const two = planned({ description: 'a' }, { description: 'b' });
const handle = (event: ExecutorEvent): Command => ({ type: 'HandleExecutorEvent', event });
const completed = (nodeId: number) => handle({ type: 'TaskCompleted', nodeId, result: `did ${nodeId}` });
const failed = (nodeId: number, failureClass?: string) =>
  handle({ type: 'TaskFailed', nodeId, error: 'broke', ...(failureClass && { failureClass }) });
const asks = (nodeId: number, question = 'Which one?') =>
  handle({ type: 'NeedsClarification', nodeId, question });
const answers = (nodeId: number, answer = 'the first') =>
  handle({ type: 'ClarificationProvided', nodeId, answer });

function plannerAfter(commands: readonly Command[], policy: TaskPolicy = {}): Planner {
  const planner = new Planner({ policy });
  for (const command of commands) planner.process(command);
  return planner;
}

function refusal(before: readonly Command[], command: unknown) {
  const planner = plannerAfter(before);
  try {
    planner.process(command as Command);
  } catch (error) {
    if (!(error instanceof PlannerError)) throw error;
    const { name, code, summary } = error;
    expect(name).toBe('PlannerError');
    return { code, summary };
  }
  throw new Error('It was not refused.');
}

describe('an invalid plan is refused with the reason', () => {
  it.each<[string, readonly Command[], Command, object]>([
    ['a second one', [two], two, { code: 'InvalidCommand' }],
    ['blank text', [], { type: 'Initialize', userInput: ' \n' }, { code: 'ParseError' }],
    ['text without a step', [], { type: 'Initialize', userInput: '---' }, { code: 'ParseError' }],
    ['no tasks', [], planned(), { code: 'ParseError' }],
    [
      'an id twice, once as its place',
      [],
      planned({ id: 2, description: 'a' }, { description: 'b' }),
      { code: 'InvalidCommand' },
    ],
    [
      'a dependency on nothing',
      [],
      planned({ description: 'a' }, { description: 'b', dependsOn: [1, 7] }),
      { code: 'InvalidCommand' },
    ],
    [
      'a circle, beside tasks that are in none',
      [],
      planned(
        { description: 'a' },
        { description: 'b', dependsOn: [1, 4] },
        { description: 'c', dependsOn: [1] },
        { description: 'd', dependsOn: [2] },
        { description: 'e', dependsOn: [3] },
      ),
      { code: 'InvalidCommand' },
    ],
  ])('%s', (_, before, command, expected) => {
    expect(refusal(before, command)).toMatchObject(expected);
  });
});

it('a plan keeps each dependency once, in order, and the attachments of the request on the first task', () => {
  const own = [{ kind: { type: 'FileRef', value: 'own.md' } } as const];
  const request = [{ kind: { type: 'Link', value: 'https://example.com/' } } as const];
  const planner = new Planner();
  planner.process({
    type: 'Initialize',
    attachments: request,
    tasks: [
      { id: 9, description: 'a', attachments: own },
      { id: 7, description: 'b', attachments: own, dependsOn: [] },
      { id: 8, description: 'c', dependsOn: [7, 9, 7] },
    ],
  });
  expect(planner.eventLog[0]).toEqual({
    type: 'TasksPlanned',
    tasks: [
      { id: 1, description: 'a', kind: 'Processing', attachments: [...request, ...own] },
      { id: 2, description: 'b', kind: 'Processing', attachments: own },
      { id: 3, description: 'c', kind: 'Processing', attachments: [], dependsOn: [1, 2] },
    ],
  });
});

describe('an invalid event is refused with what was expected', () => {
  it.each<[string, readonly Command[], Command, object]>([
    ['an outcome of a task that has not begun', [two], completed(2), { code: 'InvalidCommand' }],
    ['a failure of a task that completed', [two, completed(1)], failed(1), { code: 'InvalidCommand' }],
    [
      'a question of a task that has asked another one',
      [two, asks(1)],
      asks(1, 'And how?'),
      { code: 'InvalidCommand' },
    ],
    [
      'the question again after its answer, of a task that has completed',
      [two, asks(1), answers(1), completed(1)],
      asks(1),
      { code: 'InvalidCommand' },
    ],
    ['an answer for another task', [two, asks(1)], answers(2), { code: 'InvalidCommand' }],
    ['an answer that nobody asked for', [two], answers(1), { code: 'InvalidCommand' }],
    [
      'another answer after the first',
      [two, asks(1), answers(1)],
      answers(1, 'the second'),
      { code: 'InvalidCommand' },
    ],
    ['an outcome of a task that is not there', [two], completed(3), { code: 'TaskNotFound' }],
    ['an outcome before there is a plan', [], completed(1), { code: 'TaskNotFound' }],
  ])('%s', (_, before, command, expected) => {
    expect(refusal(before, command)).toMatchObject(expected);
  });
});

describe('an invalid command is refused', () => {
  it('with every invalid field', () => {
    expect(refusal([], { type: 'RetryTask', taskId: 'x', attempt: 1 })).toMatchObject({
      code: 'InvalidCommand',
      summary: expect.stringMatching(/taskId: [^;]+; attempt: [^;]+$/),
    });
  });

  it('as a whole if it has no fields, with five errors at most', () => {
    expect(refusal([], null)).toMatchObject({ summary: expect.stringMatching(/command: /) });
    const tasks = Array.from({ length: 7 }, () => ({ description: '' }));
    const { summary } = refusal([], { type: 'Initialize', tasks });
    expect(summary.match(/tasks\.\d\.description/g)).toEqual(
      [0, 1, 2, 3, 4].map((at) => `tasks.${at}.description`),
    );
  });
});

describe('an outcome of a cancelled or removed task', () => {
  it.each<[string, Command]>([
    ['an outcome', completed(1)],
    ['a failure', failed(1)],
    ['a question', asks(1)],
    ['an answer', answers(1)],
    ['to be cancelled', { type: 'CancelTask', taskId: 1 }],
    ['to be tried again', { type: 'RetryTask', taskId: 1, attempt: 2 }],
    ['to be handed out again', { type: 'Redispatch', taskId: 1 }],
  ])('has no effect: %s', (_, command) => {
    const cancelled = plannerAfter([two, asks(1), { type: 'CancelTask', taskId: 1 }]);
    expect(cancelled.process(command)).toEqual([]);
    const removed = plannerAfter([two, completed(1), { type: 'CompactContext', maxTokens: 100 }]);
    expect(removed.process(command)).toEqual([]);
  });
});

describe('a reason', () => {
  it('is recorded for cancelled tasks, with a default', () => {
    const cancelled = (command: Command) => plannerAfter([two]).process(command)[0];
    expect(cancelled({ type: 'CancelTask', taskId: 1 })).toEqual({
      type: 'TaskStatusUpdated',
      taskId: 1,
      status: 'Cancelled',
      result: 'Cancelled.',
    });
    expect(cancelled({ type: 'CancelTask', taskId: 1, reason: 'enough' })).toMatchObject({
      result: 'enough',
    });
    expect(cancelled({ type: 'CancelAll' })).toEqual({
      type: 'TasksCancelled',
      taskIds: [1, 2],
      reason: 'Cancelled.',
    });
    expect(cancelled({ type: 'CancelAll', reason: 'enough' })).toMatchObject({ reason: 'enough' });
  });

  it('is recorded for tasks ended by a failure', () => {
    expect(plannerAfter([two], { onFailure: 'abort' }).process(failed(1))[1]).toEqual({
      type: 'TasksCancelled',
      taskIds: [2],
      reason: 'Not carried out: a task failed, and the plan ends at the first failure.',
    });
    const chain = planned(
      { description: 'a' },
      { description: 'b', dependsOn: [1] },
      { description: 'c', dependsOn: [2] },
    );
    expect(plannerAfter([chain]).process(failed(1))[1]).toEqual({
      type: 'TasksCancelled',
      taskIds: [2, 3],
      reason: 'Not carried out: a task that it depends on did not complete.',
    });
  });

  it('is not recorded if the failure was the last task', () => {
    const events = plannerAfter([two, completed(1)], { onFailure: 'abort' }).process(failed(2));
    expect(events.map(({ type }) => type)).toEqual(['TaskStatusUpdated', 'PlanningCompleted']);
  });
});

describe('a policy', () => {
  const parallel = { type: 'Initialize', tasks: [{ description: 'a' }], policy: { parallel: 3 } } as const;

  it('of the command overrides that of the planner', () => {
    expect(plannerAfter([parallel], { parallel: 2 }).state.policy).toEqual({ parallel: 3 });
    expect(plannerAfter([two], { parallel: 2 }).state.policy).toEqual({ parallel: 2 });
  });

  it('that is empty is not recorded', () => {
    expect(plannerAfter([two]).eventLog[0]).not.toHaveProperty('policy');
    expect(new Planner().process(two)[0]).not.toHaveProperty('policy');
  });

  it('doubles the delay of each attempt up to the maximum', () => {
    const retry = { maxAttempts: 5, baseDelayMs: 100, maxDelayMs: 350, retryOn: ['timeout'] };
    const planner = plannerAfter([two], { retry });
    const delays = [2, 3, 4, 5].map((attempt) => {
      const [scheduled] = planner.process(failed(1, 'timeout'));
      planner.process({ type: 'RetryTask', taskId: 1, attempt });
      return scheduled?.type === 'TaskRetryScheduled' ? scheduled.delayMs : undefined;
    });
    expect(delays).toEqual([100, 200, 350, 350]);
    expect(planner.process(failed(1, 'timeout'))[0]).toMatchObject({ status: 'Failed', result: 'broke' });
  });
});
