import { describe, expect, it } from 'vitest';
import type { TaskPolicy } from '../facts.ts';
import { Planner } from '../handler.ts';
import type { GivenTask } from './command.ts';

const CHAIN: readonly GivenTask[] = [
  { description: 'a' },
  { description: 'b', dependsOn: [1] },
  { description: 'c', dependsOn: [2] },
];

function planned(tasks: readonly GivenTask[] = CHAIN, policy: TaskPolicy = {}): Planner {
  const planner = new Planner();
  planner.process({ type: 'Initialize', tasks: [...tasks], policy });
  return planner;
}

const fails = (planner: Planner, nodeId: number) =>
  planner.process({ type: 'HandleExecutorEvent', event: { type: 'TaskFailed', nodeId, error: 'no' } });
const completes = (planner: Planner, nodeId: number) =>
  planner.process({ type: 'HandleExecutorEvent', event: { type: 'TaskCompleted', nodeId, result: 'ok' } });
const statuses = ({ state }: Planner) => state.tasks.map(({ status }) => status);

function expectEveryPrefixToFold(planner: Planner): void {
  const live = new Planner();
  for (const [at, event] of planner.eventLog.entries()) {
    live.accept(event);
    expect(Planner.fold(planner.eventLog.slice(0, at + 1)).state).toEqual(live.state);
  }
  expect(live.state).toEqual(planner.state);
  // A planner made of the state decides as the one that lived through it.
  expect(Planner.fold([], planner.state).draft().process({ type: 'Continue' })).toEqual(
    planner.draft().process({ type: 'Continue' }),
  );
}

describe('a failed task', () => {
  it('is retried, together with tasks cancelled because of it', () => {
    const planner = planned();
    fails(planner, 1);
    expect(planner.state.completed).toBe(true);
    const events = planner.process({ type: 'ReviseTasks', changes: [{ taskId: 1 }], by: 'ada' });
    expect(events).toMatchObject([
      { type: 'TasksRevised', tasks: [{ id: 1 }, { id: 2 }, { id: 3 }], by: 'ada' },
      { type: 'TaskDispatched', taskId: 1 },
    ]);
    expectEveryPrefixToFold(planner);
    for (const id of [1, 2, 3]) completes(planner, id);
    expect(statuses(planner)).toEqual(['Completed', 'Completed', 'Completed']);
    expect(planner.eventLog.filter(({ type }) => type === 'PlanningCompleted')).toHaveLength(2);
    expectEveryPrefixToFold(planner);
  });

  it('is retried with another text', () => {
    const planner = planned();
    fails(planner, 1);
    planner.process({ type: 'ReviseTasks', changes: [{ taskId: 1, description: 'Read docs/a.md' }] });
    expect(planner.state.tasks[0]).toEqual({
      id: 1,
      description: 'Read docs/a.md',
      kind: 'Processing',
      attachments: [{ kind: { type: 'FileRef', value: 'docs/a.md' } }],
      status: 'Running',
    });
  });

  it('no longer ends a plan with the policy to abort', () => {
    const planner = planned(CHAIN, { onFailure: 'abort' });
    fails(planner, 1);
    planner.process({ type: 'ReviseTasks', changes: [{ taskId: 1 }] });
    completes(planner, 1);
    expect(statuses(planner)[0]).toBe('Completed');
    expectEveryPrefixToFold(planner);
  });

  it('is skipped, and its dependents start', () => {
    const planner = planned();
    fails(planner, 1);
    const events = planner.process({ type: 'SkipTask', taskId: 1 });
    expect(events).toMatchObject([{ type: 'TasksRevised' }, { type: 'TaskDispatched', taskId: 2 }]);
    expect(statuses(planner)).toEqual(['Failed', 'Running', 'Planned']);
    expectEveryPrefixToFold(planner);
  });
});

describe('a task that has not started', () => {
  it('can get another text and other dependencies', () => {
    const planner = planned([{ description: 'a' }, { description: 'b' }, { description: 'c' }]);
    planner.process({
      type: 'ReviseTasks',
      changes: [
        { taskId: 2, dependsOn: [3] },
        { taskId: 3, description: 'c first' },
      ],
    });
    expect(completes(planner, 1)).toMatchObject([{}, { type: 'TaskDispatched', taskId: 3 }]);
    expect(completes(planner, 3)).toMatchObject([{}, { type: 'TaskDispatched', taskId: 2 }]);
    expectEveryPrefixToFold(planner);
  });

  it('can be skipped', () => {
    const planner = planned();
    planner.process({ type: 'SkipTask', taskId: 2 });
    completes(planner, 1);
    expect(statuses(planner)).toEqual(['Completed', 'Cancelled', 'Running']);
    expectEveryPrefixToFold(planner);
  });

  it('no longer waits for a removed dependency', () => {
    const planner = planned(CHAIN, { parallel: 2 });
    expect(planner.process({ type: 'ReviseTasks', changes: [{ taskId: 3, dependsOn: [] }] })).toMatchObject([
      { type: 'TasksRevised', tasks: [{ id: 3 }] },
      { type: 'TaskDispatched', taskId: 3 },
    ]);
    expectEveryPrefixToFold(planner);
  });
});

describe('a change', () => {
  it.each([
    ['of a task that runs', [{ taskId: 1, description: 'x' }]],
    ['into a circle', [{ taskId: 2, dependsOn: [3] }]],
    ['that waits for itself', [{ taskId: 2, dependsOn: [2] }]],
    ['that waits for nothing there is', [{ taskId: 2, dependsOn: [9] }]],
  ])('%s is refused, and changes nothing', (_, changes) => {
    const planner = planned();
    const before = planner.state;
    expect(() => planner.process({ type: 'ReviseTasks', changes })).toThrow(
      expect.objectContaining({ code: 'InvalidCommand' }),
    );
    expect(planner.state).toEqual(before);
  });

  it('of an unknown task is refused', () => {
    expect(() => planned().process({ type: 'ReviseTasks', changes: [{ taskId: 9 }] })).toThrow(
      expect.objectContaining({ code: 'TaskNotFound' }),
    );
  });
});

describe('a plan under review', () => {
  it('starts when it is approved, and once', () => {
    const planner = planned(CHAIN, { review: true });
    expect(planner.eventLog.map(({ type }) => type)).toEqual(['TasksPlanned']);
    expect(planner.process({ type: 'Continue' })).toEqual([]);
    planner.process({ type: 'ReviseTasks', changes: [{ taskId: 1, description: 'A' }] });
    expect(planner.process({ type: 'ApprovePlan', by: 'ada' })).toMatchObject([
      { type: 'PlanApproved', by: 'ada' },
      { type: 'TaskDispatched', taskId: 1, command: { parameters: 'A' } },
    ]);
    expect(planner.process({ type: 'ApprovePlan' })).toEqual([]);
    expectEveryPrefixToFold(planner);
  });

  it('accepts more tasks, and skips some, before it starts', () => {
    const planner = planned(CHAIN, { review: true });
    planner.process({ type: 'AddTasks', tasks: [{ description: 'd' }] });
    planner.process({ type: 'SkipTask', taskId: 1 });
    expect(statuses(planner)).toEqual(['Cancelled', 'Planned', 'Planned', 'Planned']);
    expect(planner.process({ type: 'ApprovePlan' })).toMatchObject([{}, { taskId: 2 }]);
    expectEveryPrefixToFold(planner);
  });
});
