import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { countTokens } from '../../../model/tokens.ts';
import { Planner } from '../handler.ts';
import type { Task } from '../state/planner-state.ts';
import { compactedSummary } from './compact-context.ts';

const finished = (id: number, result: string): Task => ({
  id,
  description: `task ${id}`,
  kind: 'Processing',
  attachments: [],
  status: 'Completed',
  result,
});

function planOf(count: number): Planner {
  const planner = new Planner();
  const tasks = Array.from({ length: count }, (_, at) => ({ description: `task ${at + 1}` }));
  planner.process({ type: 'Initialize', userInput: '', attachments: [], tasks });
  return planner;
}

const complete = (planner: Planner, nodeId: number, result: string) =>
  planner.process({ type: 'HandleExecutorEvent', event: { type: 'TaskCompleted', nodeId, result } });

describe('compaction', () => {
  it('replaces each finished task by a line', () => {
    const planner = planOf(3);
    complete(planner, 1, 'one');
    complete(planner, 2, 'two');
    expect(planner.process({ type: 'CompactContext', maxTokens: 100 })).toEqual([
      { type: 'ContextCompacted', summary: '#1 task 1: one\n#2 task 2: two', removedTaskIds: [1, 2] },
    ]);
    expect(planner.state.tasks).toMatchObject([{ id: 3, status: 'Running' }]);
  });

  it('has no effect until a task has finished', () => {
    expect(planOf(2).process({ type: 'CompactContext', maxTokens: 0 })).toEqual([]);
    expect(new Planner().process({ type: 'CompactContext', maxTokens: 0 })).toEqual([]);
  });

  it('to nothing removes all finished tasks, which the final summary still counts', () => {
    const planner = planOf(2);
    planner.process({ type: 'HandleExecutorEvent', event: { type: 'TaskFailed', nodeId: 1, error: 'no' } });
    expect(planner.process({ type: 'CompactContext', maxTokens: 0 })).toMatchObject([
      { summary: '', removedTaskIds: [1] },
    ]);
    expect(complete(planner, 2, 'two').at(-1)).toEqual({
      type: 'PlanningCompleted',
      summary: '1 of 2 tasks done, 1 failed.\nFailed earlier: #1\nDone:\n#2 task 2: two',
    });
  });

  it('drops the oldest lines first and counts them', () => {
    const tasks = Array.from({ length: 9 }, (_, at) => finished(at + 1, 'some words about what was done'));
    const summary = compactedSummary('', tasks, 40);
    expect(summary).toBe(
      '[7 earlier lines left out]\n#8 task 8: some words about what was done\n#9 task 9: some words about what was done',
    );
    expect(compactedSummary(summary, [finished(10, 'more')], 22)).toMatch(
      /^\[(8|9) earlier lines left out\]\n/,
    );
  });

  it('uses an external summary, truncated to the budget', () => {
    const planner = planOf(2);
    complete(planner, 1, 'one');
    const summary = 'A long and windy account of the first task, which says little. '.repeat(20);
    const [event] = planner.process({ type: 'CompactContext', maxTokens: 30, summary });
    expect(countTokens(planner.state.contextSummary)).toBeLessThanOrEqual(30);
    expect(event).toMatchObject({ summary: expect.stringMatching(/^A long and windy .* \[cut\]$/) });
  });

  it('ignores an outcome of a task that it removed', () => {
    const planner = planOf(2);
    complete(planner, 1, 'one');
    planner.process({ type: 'CompactContext', maxTokens: 0 });
    expect(complete(planner, 1, 'one')).toEqual([]);
  });

  it('never exceeds its budget, whatever the texts', () => {
    fc.assert(
      fc.property(
        fc.string({ maxLength: 400 }),
        fc.array(fc.string({ unit: 'grapheme', maxLength: 300 }), { maxLength: 8 }),
        fc.integer({ min: 0, max: 80 }),
        (before, results, maxTokens) => {
          const tasks = results.map((result, at) => finished(at + 1, result));
          expect(countTokens(compactedSummary(before, tasks, maxTokens))).toBeLessThanOrEqual(maxTokens);
        },
      ),
    );
  });

  it('still knows that a task cannot start, in a log that was truncated before that was recorded', () => {
    const planner = new Planner();
    const tasks = [{ description: 'a' }, { description: 'b', dependsOn: [1] }];
    planner.process({ type: 'Initialize', userInput: '', attachments: [], tasks });
    const event = { type: 'TaskFailed', nodeId: 1, error: 'broken' } as const;
    planner.process({ type: 'HandleExecutorEvent', event });
    const cut = Planner.restore(planner.eventLog, 3);
    cut.process({ type: 'CompactContext', maxTokens: 0 });
    const saved = Planner.fold([], cut.state);
    expect(saved.process({ type: 'Continue' }).map(({ type }) => type)).toEqual(['PlanningCompleted']);
  });
});
