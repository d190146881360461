import { describe, expect, it } from 'vitest';
import { inserted, split } from '../commands/task-commands.ts';
import type { TaskPolicy } from '../facts.ts';
import { Planner } from '../handler.ts';
import { TaskFold } from '../task-fold.ts';

function foldOf(count: number, policy: TaskPolicy = { review: true }): TaskFold {
  const planner = new Planner();
  planner.process({
    type: 'Initialize',
    tasks: Array.from({ length: count }, (_, at) => ({
      description: `task ${at + 1}`,
      ...(at > 0 && { dependsOn: [at] }),
    })),
    policy,
  });
  return new TaskFold(planner.state);
}

function shapeAfter(fold: TaskFold, events: ReturnType<typeof inserted>) {
  const planner = Planner.on(fold.draft());
  for (const event of events) planner.accept(event);
  return planner.state.tasks.map(({ id, kind, dependsOn = [] }) => [id, kind, ...dependsOn]);
}

describe('an inserted task', () => {
  it('precedes another one, after the dependencies of that one', () => {
    const plan = foldOf(2, {});
    const events = inserted({ plan }, { description: 'Run `npm ci`', before: 2 }, 'ada');
    expect(shapeAfter(plan, events)).toEqual([
      [1, 'Processing'],
      [2, 'Processing', 1, 3],
      [3, 'ToolCall', 1],
    ]);
  });

  it('takes the position of the other one in a plan that has not started', () => {
    const plan = foldOf(3);
    const events = inserted({ plan }, { description: 'Run `npm ci`', before: 2 }, 'ada');
    expect(shapeAfter(plan, events)).toEqual([
      [1, 'Processing'],
      [2, 'ToolCall', 1],
      [3, 'Processing', 1, 2],
      [4, 'Processing', 3],
    ]);
  });

  it('starts at once if nothing blocks it', () => {
    const plan = foldOf(1, { parallel: 2 });
    expect(inserted({ plan }, { description: 'b' }, 'ada').map(({ type }) => type)).toEqual([
      'TasksPlanned',
      'TaskDispatched',
    ]);
    expect(inserted({ plan }, { description: 'b', dependsOn: [1] }, 'ada').map(({ type }) => type)).toEqual([
      'TasksPlanned',
    ]);
  });
});

describe('a split task', () => {
  const parts = ['Run `a`', 'b', 'c'];

  it('has its parts done one after the other, and then its dependents', () => {
    const plan = foldOf(3, {});
    expect(shapeAfter(plan, split({ plan }, { taskId: 2, parts }, 'ada'))).toEqual([
      [1, 'Processing'],
      [2, 'ToolCall', 1],
      [3, 'Processing', 5],
      [4, 'Processing', 2],
      [5, 'Processing', 2, 4],
    ]);
  });

  it('keeps its parts together in a plan that has not started', () => {
    const plan = foldOf(3);
    expect(shapeAfter(plan, split({ plan }, { taskId: 2, parts }, 'ada'))).toEqual([
      [1, 'Processing'],
      [2, 'ToolCall', 1],
      [3, 'Processing', 2],
      [4, 'Processing', 2, 3],
      [5, 'Processing', 4],
    ]);
  });
});
