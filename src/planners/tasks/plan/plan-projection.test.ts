import { describe, expect, it } from 'vitest';
import type { Fact } from '../../../journal/fact.ts';
import { memoryStore, openJournal } from '../../../journal/index.ts';
import { runHandler } from '../../../kernel/index.ts';
import type { Command } from '../commands/command.ts';
import { taskFacts } from '../facts.ts';
import { ERASED_OUTCOME } from '../state/erased-outcomes.ts';
import { dueOf, PlanProjection, tasksOf } from './plan-projection.ts';
import { taskPlan } from './task-plan.ts';

async function followed() {
  const journal = openJournal(memoryStore(), 'tasks', { facts: taskFacts });
  const tell = async (command: Command) => await runHandler(journal, { ...taskPlan, command });
  await tell({ type: 'Initialize', tasks: [{ description: 'a' }, { description: 'b' }] });
  const reads: number[] = [];
  let watches = 0;
  const plan = new PlanProjection({
    redactions: () => journal.redactions(),
    facts: (options) => {
      reads.push(options?.from ?? 0);
      return journal.facts(options);
    },
    watch: (listener) => {
      watches += 1;
      const end = journal.watch(listener);
      return () => {
        watches -= 1;
        end();
      };
    },
  });
  const last = async () => {
    const fact = (await journal.facts()).at(-1);
    if (fact === undefined) throw new Error('There are no facts.');
    return fact;
  };
  return { journal, plan, tell, last, reads, watches: () => watches };
}

const completed = (nodeId: number): Command => ({
  type: 'HandleExecutorEvent',
  event: { type: 'TaskCompleted', nodeId, result: 'ok' },
});
const cancelled = (taskId: number): Command => ({ type: 'CancelTask', taskId });

describe('a fact that is due', () => {
  const fact = (type: string, rest: object): Fact => ({
    id: 'f',
    ts: '2026-01-01T00:00:00.000Z',
    v: 1,
    seq: 1,
    type,
    ...rest,
  });
  const command = { type: 'RequestClarification', nodeId: 1, question: 'Which?' };

  it.each([
    ['TaskDispatched', { taskId: 1, command }],
    ['TaskRetryScheduled', { taskId: 1, attempt: 2, delayMs: 0, error: 'slow' }],
    ['ClarificationRequested', { taskId: 1, question: 'Which?' }],
  ])('is a %s', (type, rest) => {
    expect(dueOf(fact(type, rest))).toMatchObject({ type, ...rest });
  });

  it.each([
    ['TaskStatusUpdated', { taskId: 1, status: 'Completed' }],
    ['TaskDispatched', { taskId: 'one', command }],
    ['something_else', {}],
  ])('is not a %s %j', (type, rest) => {
    expect(dueOf(fact(type, rest))).toBeUndefined();
  });

  it('concerns the tasks of the event', () => {
    expect(tasksOf(undefined)).toEqual([]);
    expect(tasksOf({ type: 'PlanningCompleted', summary: '' })).toEqual([]);
    expect(tasksOf({ type: 'ClarificationRequested', taskId: 4, question: '?' })).toEqual([4]);
    expect(tasksOf({ type: 'TasksCancelled', taskIds: [1, 2], reason: 'x' })).toEqual([1, 2]);
  });
});

describe('a followed plan', () => {
  it('contains the facts of the journal, each read once', async () => {
    const { plan, tell, reads } = await followed();
    expect(plan.planner.state.tasks).toEqual([]);
    await plan.catchUp();
    expect(plan.planner.state.tasks.map(({ status }) => status)).toEqual(['Running', 'Planned']);
    await tell(completed(1));
    await plan.catchUp();
    expect(plan.planner.state.tasks.map(({ status }) => status)).toEqual(['Completed', 'Running']);
    expect(reads).toEqual([1, 2]);
  });

  it('knows whether there is a newer fact about a task', async () => {
    const { plan, tell, last } = await followed();
    const first = await last();
    expect(plan.isDue(first)).toBe(false);
    await plan.catchUp();
    expect(plan.isDue(first)).toBe(true);
    await tell(cancelled(2));
    await plan.catchUp();
    expect(plan.isDue(first)).toBe(true);
    await tell(cancelled(1));
    expect(plan.isDue(first)).toBe(true);
    await plan.catchUp();
    expect(plan.isDue(first)).toBe(false);
  });

  it('reads once when it is called twice at once', async () => {
    const { plan, reads } = await followed();
    await Promise.all([plan.catchUp(), plan.catchUp()]);
    expect(reads).toEqual([1]);
    expect(plan.planner.state.tasks).toHaveLength(2);
  });

  it('retries after a pause when the journal cannot be read', async () => {
    const { journal } = await followed();
    let broken = true;
    const plan = new PlanProjection({
      redactions: async () => {
        if (broken) throw new Error('away');
        return await journal.redactions();
      },
      facts: (options) => journal.facts(options),
    });
    await expect(plan.catchUp()).rejects.toThrow('away');
    broken = false;
    await plan.catchUp();
    expect(plan.planner.state.tasks).toHaveLength(2);
  });

  it('starts over when something was redacted', async () => {
    const { journal, plan, tell, last } = await followed();
    await tell(completed(1));
    const dispatched = await last();
    await plan.catchUp();
    const outcome = (await journal.facts()).find(({ type }) => type === 'TaskStatusUpdated');
    await journal.redact(outcome?.seq ?? 0);
    await plan.catchUp();
    expect(plan.planner.finished()).toMatchObject([{ id: 1, result: ERASED_OUTCOME }]);
    expect(plan.isDue(dispatched)).toBe(true);
  });
});

describe('a watch', () => {
  it('is aborted by another fact about its task, and not before', async () => {
    const { plan, tell, last } = await followed();
    await plan.catchUp();
    const { signal, end } = plan.watch(await last());
    await tell(cancelled(2));
    await plan.catchUp();
    expect(signal.aborted).toBe(false);
    await tell(cancelled(1));
    await expect.poll(() => signal.aborted).toBe(true);
    end();
  });

  it('notices it without being called', async () => {
    const { plan, tell, last } = await followed();
    await plan.catchUp();
    const { signal, end } = plan.watch(await last());
    await tell(cancelled(1));
    await expect.poll(() => signal.aborted).toBe(true);
    expect(plan.planner.task(1)?.status).toBe('Cancelled');
    end();
  });

  it('shares the subscription with the others, which ends with the last of them', async () => {
    const { plan, last, watches } = await followed();
    await plan.catchUp();
    expect(watches()).toBe(0);
    const fact = await last();
    const two = [plan.watch(fact), plan.watch(fact)];
    expect(watches()).toBe(1);
    two[0]?.end();
    two[0]?.end();
    expect(watches()).toBe(1);
    two[1]?.end();
    expect(watches()).toBe(0);
    plan.watch(fact).end();
    expect(watches()).toBe(0);
  });
});
