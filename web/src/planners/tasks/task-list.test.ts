import { describe, expect, it } from 'vitest';
import {
  isPausedCopy,
  liveOutput,
  openQuestion,
  progressOf,
  spanOf,
  stretchesOf,
  type Task,
  titleAndDetails,
} from './task-list.ts';

function task(id: number, status: Task['status'], more: Partial<Task> = {}): Task {
  return { id, status, description: `Task ${id}`, kind: 'Processing', attachments: [], ...more };
}

describe('the progress of a plan', () => {
  it('counts tasks that compaction took out', () => {
    const tasks = [task(4, 'Completed'), task(5, 'Failed'), task(6, 'Planned'), task(7, 'Cancelled')];
    const removed = { completed: 2, cancelled: 0, failed: [3] };
    expect(progressOf({ tasks, removed })).toEqual({ total: 7, completed: 3, failed: 2, cancelled: 1 });
  });
});

describe('the time that a plan took', () => {
  it('is from the first beginning to the last end', () => {
    const at = (seconds: number) => new Date(seconds * 1000).toISOString();
    expect(
      spanOf({
        1: { began: at(10), ended: at(12) },
        2: { began: at(11) },
        3: { began: null, ended: at(15) },
      }),
    ).toBe(5000);
    expect(spanOf({ 1: { began: at(10) } })).toBeUndefined();
    expect(spanOf({})).toBeUndefined();
  });
});

describe('the list of tasks', () => {
  it('folds long rows of finished ones, and keeps failures in sight', () => {
    const row = Array.from({ length: 13 }, (_, i) => task(i + 1, 'Completed'));
    const stretches = stretchesOf([...row, task(14, 'Failed'), task(15, 'Completed'), task(16, 'Running')]);
    expect(stretches.map((each) => (each.type === 'task' ? each.task.id : each.tasks.length))).toEqual([
      13, 14, 15, 16,
    ]);
  });

  it('loses no task and changes no order', () => {
    const tasks = Array.from({ length: 60 }, (_, i) =>
      task(
        i + 1,
        (['Completed', 'Cancelled', 'Failed', 'Planned'] as const)[i % 7 === 0 ? 2 : i % 2] ?? 'Planned',
      ),
    );
    const shown = stretchesOf(tasks).flatMap((each) => (each.type === 'task' ? [each.task] : each.tasks));
    expect(shown).toEqual(tasks);
  });
});

describe('a task', () => {
  it('is called by its first line', () => {
    expect(titleAndDetails('Cache\nWhy: speed\nDo:\n- add a map')).toEqual({
      title: 'Cache',
      details: 'Why: speed\nDo:\n- add a map',
    });
  });

  it('asks the question that nobody has answered', () => {
    const clarifications = [{ question: 'First?', answer: 'Yes' }, { question: 'Second?' }];
    expect(openQuestion(task(1, 'NeedsClarification', { clarifications }))).toBe('Second?');
    expect(openQuestion(task(1, 'Running', { clarifications }))).toBeUndefined();
  });

  it('shows what is told of it alone', () => {
    const hud = { phase: 'tool', label: 'Task 12: first line\nsecond', since: '', elapsedMs: 0 } as const;
    expect(liveOutput(hud, 12)).toBe('first line\nsecond');
    expect(liveOutput(hud, 1)).toBeUndefined();
    expect(liveOutput(null, 12)).toBeUndefined();
  });
});

describe('a copy of a plan', () => {
  const forkOf = { session: 'todo', at: 9 };
  const plan = { completed: false, tasks: [task(1, 'Running')] };
  const outcome = (seq: number) => ({ type: 'task-outcome', seq, taskId: 1, description: 'It' }) as const;

  it('waits while all that it waits for was said before it was made', () => {
    expect(isPausedCopy({ forkOf, standing: 'waiting', waiting: [outcome(7)] }, plan)).toBe(true);
    expect(isPausedCopy({ forkOf, standing: 'idle', waiting: [] }, plan)).toBe(true);
  });

  it('goes on once something was said in it, and an original never waits', () => {
    expect(isPausedCopy({ forkOf, standing: 'waiting', waiting: [outcome(12)] }, plan)).toBe(false);
    expect(isPausedCopy({ forkOf: null, standing: 'waiting', waiting: [outcome(7)] }, plan)).toBe(false);
    expect(isPausedCopy({ forkOf, standing: 'idle', waiting: [] }, { ...plan, completed: true })).toBe(false);
  });
});
