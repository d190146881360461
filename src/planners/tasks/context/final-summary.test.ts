import { describe, expect, it } from 'vitest';
import type { TaskStatus } from '../facts.ts';
import type { Task, TaskPlannerState } from '../state/planner-state.ts';
import { TaskFold } from '../task-fold.ts';
import { finalSummary, shownResult } from './final-summary.ts';

const task = (id: number, status: TaskStatus, result?: string): Task => ({
  id,
  description: `task ${id}`,
  kind: 'Processing',
  attachments: [],
  status,
  ...(result !== undefined && { result }),
});

const summaryOf = (tasks: readonly Task[], rest: Partial<TaskPlannerState> = {}) =>
  finalSummary(new TaskFold({ ...new TaskFold().state, ...rest, tasks }));

describe('the summary of a plan', () => {
  it('counts, and lists failed, cancelled and finished tasks', () => {
    expect(
      summaryOf([
        task(1, 'Completed', 'fine'),
        task(2, 'Failed', 'no network'),
        task(3, 'Cancelled', 'not needed'),
        task(4, 'Completed'),
      ]),
    ).toBe(
      [
        '2 of 4 tasks done, 1 failed, 1 cancelled.',
        'Failed:',
        '#2 task 2: no network',
        'Cancelled:',
        '#3 task 3: not needed',
        'Done:',
        '#1 task 1: fine',
        '#4 task 4',
      ].join('\n'),
    );
  });

  it('lists only the beginning of a result in paragraphs, because a table in a line cannot be read', () => {
    const table = '\n\nAll **12** tests pass.\n\n| suite | tests |\n| --- | --- |';
    expect(summaryOf([task(1, 'Completed', table)])).toMatch(/\n#1 task 1: All \*\*12\*\* tests pass\. …$/);
  });

  it('counts the tasks that compaction removed, names their failures, and summarizes the rest', () => {
    const removed = { completed: 3, cancelled: 1, failed: [2, 5] };
    expect(summaryOf([task(7, 'Completed')], { removed, contextSummary: '#1 task 1: fine' })).toBe(
      [
        '4 of 7 tasks done, 2 failed, 1 cancelled.',
        'Failed earlier: #2, #5',
        'Earlier:',
        '#1 task 1: fine',
        'Done:',
        '#7 task 7',
      ].join('\n'),
    );
  });

  it('lists up to a hundred of a kind, and counts the rest', () => {
    const tasks = (count: number) => Array.from({ length: count }, (_, at) => task(at + 1, 'Completed'));
    expect(summaryOf(tasks(100)).split('\n').at(-1)).toBe('#100 task 100');
    expect(summaryOf(tasks(102)).split('\n').slice(-2)).toEqual(['#100 task 100', 'and 2 more']);
    const failed = tasks(101).map(({ id }) => id);
    expect(summaryOf([], { removed: { completed: 0, cancelled: 0, failed } })).toMatch(
      /#99, #100, and 1 more$/,
    );
  });
});

describe('a result in a line', () => {
  const shown = (result: string, longest?: number) => shownResult(task(1, 'Completed', result), longest);

  it('contains no line breaks and no extra white space', () => {
    expect(shown('  a\n\n b\t c ')).toBe('#1 task 1: a b c');
    expect(shown(' \n ')).toBe('#1 task 1');
  });

  it.each([
    ['abcde', 5, 'abcde'],
    ['abcdef', 5, 'abcd…'],
    ['abc🙂e', 4, 'abc…'],
    ['ab🙂cd', 5, 'ab🙂…'],
    [`a${' '.repeat(18)}b`, 5, 'a b'],
    [`a${' '.repeat(19)}b`, 5, 'a…'],
  ])('%j is truncated to %i characters', (result, longest, line) => {
    expect(shown(result, longest)).toBe(`#1 task 1: ${line}`);
  });

  it('has 300 characters of a result and of a description by default', () => {
    const long = { ...task(1, 'Completed', 'r'.repeat(301)), description: 'd'.repeat(301) };
    expect(shownResult(long)).toBe(`#1 ${'d'.repeat(299)}…: ${'r'.repeat(299)}…`);
    expect(shownResult(long, 2)).toBe(`#1 ${'d'.repeat(299)}…: r…`);
  });
});
