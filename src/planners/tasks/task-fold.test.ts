import { describe, expect, it } from 'vitest';
import type { PlannedTask, TaskEvent, TaskStatus } from './facts.ts';
import { isFinished } from './state/planner-state.ts';
import { TaskFold } from './task-fold.ts';

const task = (id: number, dependsOn?: readonly number[]): PlannedTask => ({
  id,
  description: `task ${id}`,
  kind: 'Processing',
  attachments: [],
  ...(dependsOn && { dependsOn }),
});
const planned = (...tasks: PlannedTask[]): TaskEvent => ({ type: 'TasksPlanned', tasks });
const begun = (taskId: number): TaskEvent => ({
  type: 'TaskDispatched',
  taskId,
  command: { type: 'ExecuteTask', nodeId: taskId, kind: 'Processing', parameters: '' },
});
const became = (taskId: number, status: TaskStatus, result?: string): TaskEvent => ({
  type: 'TaskStatusUpdated',
  taskId,
  status,
  ...(result !== undefined && { result }),
});
const asked = (taskId: number, question = 'Which?'): TaskEvent => ({
  type: 'ClarificationRequested',
  taskId,
  question,
});
const answered = (taskId: number, answer = 'this'): TaskEvent => ({
  type: 'ClarificationReceived',
  taskId,
  answer,
});
const again = (taskId: number, attempt = 2): TaskEvent => ({
  type: 'TaskRetryScheduled',
  taskId,
  attempt,
  delayMs: 10,
  error: 'slow',
});
const compacted = (...removedTaskIds: number[]): TaskEvent => ({
  type: 'ContextCompacted',
  summary: 'short',
  removedTaskIds,
});

function folded(...events: TaskEvent[]): TaskFold {
  const fold = new TaskFold();
  for (const event of events) fold.apply(event);
  return fold;
}

/** Everything that a planner decides by. */
const shown = (fold: TaskFold) => ({
  ready: fold.nextReady()?.id,
  doomed: fold.doomed(),
  busy: fold.busy,
  waiting: fold.waiting,
  unfinished: fold.unfinished,
  failed: fold.failed,
  finished: fold.finished().map(({ id }) => id),
  underWay: fold.underWay().map(({ id }) => id),
});

const THREE = planned(task(1), task(2), task(3));

it('starts empty', () => {
  expect(new TaskFold().state).toEqual({
    tasks: [],
    waitingForClarification: false,
    pendingClarificationFor: null,
    pendingClarifications: [],
    nextId: 1,
    contextSummary: '',
    removed: { completed: 0, cancelled: 0, failed: [] },
    policy: {},
    brief: { constraints: [], background: [], acceptance: [] },
    completed: false,
  });
});

it.each<[TaskStatus, boolean]>([
  ['Planned', false],
  ['Running', false],
  ['NeedsClarification', false],
  ['Completed', true],
  ['Failed', true],
  ['Cancelled', true],
])('whether a %s task has ended: %s', (status, ended) => {
  expect(isFinished({ status })).toBe(ended);
});

describe('the state for decisions', () => {
  it.each<[string, TaskEvent[], Partial<ReturnType<typeof shown>>]>([
    ['a plan', [], { ready: 1, busy: 0, waiting: false, unfinished: 3, failed: 0, underWay: [] }],
    ['a task that runs', [begun(1)], { ready: 2, busy: 1, underWay: [1] }],
    ['one that completed', [begun(1), became(1, 'Completed')], { busy: 0, unfinished: 2, finished: [1] }],
    ['one that failed', [begun(2), became(2, 'Failed')], { failed: 1, unfinished: 2, finished: [2] }],
    ['one that waits', [begun(1), asked(1)], { busy: 0, waiting: true, ready: 2, underWay: [1] }],
    ['one that was answered', [begun(1), asked(1), answered(1)], { waiting: false, ready: 1, underWay: [] }],
    ['one that is to be tried again', [begun(1), again(1)], { busy: 1, ready: 2, underWay: [1] }],
    ['one that is tried again', [begun(1), again(1), begun(1)], { busy: 1, ready: 2, underWay: [1] }],
    [
      'one that was cancelled while it waited',
      [begun(1), asked(1), became(1, 'Cancelled')],
      { waiting: false },
    ],
    [
      'some that were cancelled together',
      [{ type: 'TasksCancelled', taskIds: [3, 1], reason: 'enough' }],
      { ready: 2, unfinished: 1, finished: [1, 3], failed: 0 },
    ],
    [
      'a failure that was taken back',
      [became(1, 'Failed'), became(1, 'Running')],
      { failed: 0, unfinished: 3 },
    ],
    [
      'failures that compaction removed',
      [became(1, 'Failed'), became(2, 'Completed'), compacted(1, 2)],
      { failed: 1, unfinished: 1, finished: [], ready: 3 },
    ],
    ['news of a task that is not there', [begun(9), asked(9), answered(9), again(9)], { ready: 1, busy: 0 }],
  ])('includes %s', (_, events, expected) => {
    const fold = folded(THREE, ...events);
    expect(shown(fold)).toMatchObject(expected);
    expect(shown(new TaskFold(fold.state))).toMatchObject(expected);
    expect(shown(fold.draft())).toMatchObject(expected);
  });

  it('includes all work in progress: running, waiting, and to be retried', () => {
    const fold = folded(THREE, begun(1), begun(2), begun(3), asked(1), again(2));
    expect(shown(fold)).toMatchObject({ underWay: [3, 1, 2], busy: 2, ready: undefined });
  });
});

describe('dependencies', () => {
  const CHAIN = planned(task(1), task(2, [1]), task(3, [1, 2]), task(4, [3]));

  it('block a task until all of them have completed', () => {
    const fold = folded(CHAIN, begun(1));
    expect(fold.nextReady()).toBeUndefined();
    fold.apply(became(1, 'Completed'));
    expect(fold.nextReady()?.id).toBe(2);
    fold.apply(begun(2));
    expect(fold.nextReady()).toBeUndefined();
    fold.apply(became(2, 'Completed'));
    expect(fold.nextReady()?.id).toBe(3);
  });

  it.each<TaskStatus>(['Failed', 'Cancelled'])('cancel everything after one that was %s', (status) => {
    const fold = folded(CHAIN, begun(1), became(1, 'Completed'), begun(2), became(2, status));
    expect(fold.doomed()).toEqual([3, 4]);
    expect(fold.draft().doomed()).toEqual([3, 4]);
    expect(new TaskFold(fold.state).doomed()).toEqual([3, 4]);
    fold.apply({ type: 'TasksCancelled', taskIds: [3, 4], reason: 'never' });
    expect(fold.doomed()).toEqual([]);
    expect(new TaskFold(fold.state).doomed()).toEqual([]);
  });

  it('on compacted tasks do not block a task in a saved state', () => {
    const fold = folded(CHAIN, begun(1), became(1, 'Completed'), compacted(1));
    const saved = new TaskFold(fold.state);
    expect([saved.nextReady()?.id, saved.doomed()]).toEqual([2, []]);
    saved.apply(became(2, 'Completed'));
    expect(saved.nextReady()?.id).toBe(3);
  });

  it('on running tasks block in a saved state too', () => {
    const saved = new TaskFold(folded(CHAIN, begun(1)).state);
    expect(saved.nextReady()).toBeUndefined();
    saved.apply(became(1, 'Completed'));
    expect(saved.nextReady()?.id).toBe(2);
  });
});

describe('the state', () => {
  it('keeps the result of a task, and drops the finished attempt', () => {
    const fold = folded(THREE, begun(1), again(1, 3));
    expect(fold.task(1)).toEqual({
      ...task(1),
      status: 'Planned',
      retries: 2,
      retry: { attempt: 3, delayMs: 10, error: 'slow' },
    });
    fold.apply(begun(1));
    fold.apply(became(1, 'Completed', 'at last'));
    expect(fold.task(1)).toEqual({ ...task(1), status: 'Completed', retries: 2, result: 'at last' });
  });

  it('keeps every question with its answer', () => {
    const fold = folded(
      THREE,
      begun(1),
      asked(1, 'A?'),
      answered(1, 'a'),
      begun(1),
      asked(1, 'B?'),
      answered(1, 'b'),
    );
    expect(fold.task(1)?.clarifications).toEqual([
      { question: 'A?', answer: 'a' },
      { question: 'B?', answer: 'b' },
    ]);
    expect(folded(THREE, answered(1)).task(1)).not.toHaveProperty('clarifications');
  });

  it('lists the waiting tasks in the order of their questions', () => {
    expect(folded(THREE, begun(1), begun(2), asked(2), asked(1)).state).toMatchObject({
      waitingForClarification: true,
      pendingClarificationFor: 2,
      pendingClarifications: [2, 1],
    });
  });

  it('counts compacted tasks by outcome', () => {
    const fold = folded(
      planned(task(1), task(2), task(3), task(4), task(5)),
      became(1, 'Completed'),
      became(2, 'Cancelled'),
      became(3, 'Failed'),
      became(4, 'Completed'),
      compacted(1, 2),
      compacted(3, 4),
    );
    expect(fold.state).toMatchObject({
      tasks: [{ id: 5 }],
      contextSummary: 'short',
      removed: { completed: 2, cancelled: 1, failed: [3] },
      nextId: 6,
    });
  });

  it('is a copy that later events do not change, made once for each', () => {
    const fold = folded(THREE);
    const before = fold.state;
    expect(fold.state).toBe(before);
    fold.apply(begun(1));
    expect(before.tasks[0]?.status).toBe('Planned');
    expect(fold.state.tasks[0]?.status).toBe('Running');
  });

  it('continues ids after the highest one', () => {
    expect(folded(planned(task(7), task(3))).state.nextId).toBe(8);
  });

  it('includes the policy of the plan, and its end', () => {
    const fold = folded({ type: 'TasksPlanned', tasks: [task(1)], policy: { parallel: 2 } });
    expect([fold.policy, fold.completed]).toEqual([{ parallel: 2 }, false]);
    fold.apply({ type: 'PlanningCompleted', summary: '' });
    expect([fold.completed, fold.state.completed]).toEqual([true, true]);
  });
});

it('a draft is independent', () => {
  const fold = folded(THREE, begun(1), begun(2), asked(2), became(3, 'Failed'));
  const before = shown(fold);
  const draft = fold.draft();
  for (const event of [became(1, 'Completed'), answered(2), compacted(1, 3), begun(2), again(2)]) {
    draft.apply(event);
  }
  expect(shown(fold)).toEqual(before);
  expect(shown(draft)).toEqual({
    ready: undefined,
    doomed: [],
    busy: 1,
    waiting: false,
    unfinished: 1,
    failed: 1,
    finished: [],
    underWay: [2],
  });
  expect(draft.state.tasks.map(({ id }) => id)).toEqual([2]);
});

it('a draft does not see later changes of its original', () => {
  const fold = folded(THREE, begun(1));
  const draft = fold.draft();
  const before = draft.draft().state;
  for (const event of [became(1, 'Completed'), begun(2), asked(2), compacted(1)]) fold.apply(event);
  expect(draft.state).toEqual(before);
  expect(shown(draft)).toMatchObject({ ready: 2, busy: 1, waiting: false, finished: [] });
});

it('a task whose failure was reverted is not finished', () => {
  const fold = folded(THREE, became(1, 'Failed'), became(1, 'Running'));
  expect(fold.finished()).toEqual([]);
});
