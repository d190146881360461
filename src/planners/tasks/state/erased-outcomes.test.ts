import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { runReactors } from '../../../host/run-reactors.ts';
import { memoryStore, openJournal } from '../../../journal/index.ts';
import type { RedactedEvent } from '../../../kernel/event.ts';
import { runHandler } from '../../../kernel/index.ts';
import type { Command, ExecutorEvent } from '../commands/command.ts';
import { echoExecutor } from '../executors/echo.ts';
import { type TaskEvent, taskSessionFacts } from '../facts.ts';
import { Planner } from '../handler.ts';
import { loadTaskPlan, taskPlan } from '../plan/task-plan.ts';
import { TaskRunner } from '../run/task-runner.ts';
import { ERASED_OUTCOME } from './erased-outcomes.ts';

const OUTCOMES: readonly string[] = ['TaskStatusUpdated', 'TasksCancelled', 'PlanningCompleted'];

type Folded = TaskEvent | RedactedEvent;

const erased = ({ type }: TaskEvent): RedactedEvent => ({
  type: 'redacted',
  redactedType: type,
  redactedAt: '2026-01-01T00:00:00.000Z',
});

/** The log without the payloads of those events that `isErased` picks. */
const withErased = (
  log: readonly TaskEvent[],
  isErased: (event: TaskEvent, at: number) => boolean,
): Folded[] => log.map((event, at) => (isErased(event, at) ? erased(event) : event));

const tell = (event: ExecutorEvent): Command => ({ type: 'HandleExecutorEvent', event });

/** Works a plan off, with a question about every third task, and gives its log after each command. */
function workedOff(kinds: readonly string[], parallel: number, fails: ReadonlySet<number>): TaskEvent[][] {
  const planner = new Planner({ policy: { parallel } });
  const tasks = kinds.map((kind, at) => ({ description: `task ${at + 1}`, kind })) as [];
  planner.process({ type: 'Initialize', tasks });
  const logs: TaskEvent[][] = [[...planner.eventLog]];
  const asked = new Set<number>();
  for (let turn = 0; turn < 200 && !planner.state.completed; turn++) {
    const open = planner.state.tasks.find(({ status }) => status === 'Running');
    const waiting = planner.state.pendingClarificationFor;
    if (waiting !== null)
      planner.process(tell({ type: 'ClarificationProvided', nodeId: waiting, answer: 'so' }));
    else if (open === undefined) break;
    else if (open.id % 3 === 0 && !asked.has(open.id)) {
      asked.add(open.id);
      planner.process(tell({ type: 'NeedsClarification', nodeId: open.id, question: 'How?' }));
    } else if (fails.has(open.id))
      planner.process(tell({ type: 'TaskFailed', nodeId: open.id, error: 'no' }));
    else planner.process(tell({ type: 'TaskCompleted', nodeId: open.id, result: 'ok' }));
    logs.push([...planner.eventLog]);
  }
  return logs;
}

const openIds = ({ state }: Planner) =>
  state.tasks
    .filter(({ status }) => !['Completed', 'Failed', 'Cancelled'].includes(status))
    .map(({ id }) => id);

const kinds = fc.array(fc.constantFrom('Processing', 'ToolCall', 'Clarification'), {
  minLength: 1,
  maxLength: 8,
});
const fails = fc.uniqueArray(fc.integer({ min: 1, max: 8 })).map((ids) => new Set(ids));
const picks = fc.infiniteStream(fc.boolean());

describe('when outcomes were erased', () => {
  it('a plan that had ended has no running tasks', () => {
    fc.assert(
      fc.property(kinds, fc.integer({ min: 1, max: 3 }), fails, picks, (each, parallel, failing, pick) => {
        const log = workedOff(each, parallel, failing).at(-1) ?? [];
        const isErased = (event: TaskEvent) => OUTCOMES.includes(event.type) && pick.next().value === true;
        const planner = Planner.fold(withErased(log, isErased));
        expect(planner.state.completed).toBe(true);
        expect(openIds(planner)).toEqual([]);
      }),
    );
  });

  it('sequential tasks are still known, also from a saved state', () => {
    fc.assert(
      fc.property(kinds, fails, picks, fc.nat(), (each, failing, pick, at) => {
        const logs = workedOff(each, 1, failing);
        const log = logs[at % logs.length] ?? [];
        const events = withErased(
          log,
          ({ type }) => type === 'TaskStatusUpdated' && pick.next().value === true,
        );
        const planner = Planner.fold(events);
        expect(openIds(planner)).toEqual(openIds(Planner.fold(log)));
        for (let seq = 0; seq <= events.length; seq++) {
          const saved = JSON.parse(JSON.stringify(Planner.fold(events.slice(0, seq)).state));
          expect(Planner.fold(events.slice(seq), saved).state).toEqual(planner.state);
        }
      }),
    );
  });

  it('a task of which only the plan is left is not carried out again', () => {
    const log = workedOff(['Processing', 'Processing', 'Processing'], 1, new Set()).at(2) ?? [];
    const isOfFirst = (event: TaskEvent) => 'taskId' in event && event.taskId === 1;
    const planner = Planner.fold(withErased(log, isOfFirst));
    expect(planner.state.tasks[0]).toMatchObject({
      status: 'Completed',
      result: ERASED_OUTCOME,
    });
  });

  it('of parallel tasks the last one is known when the others have ended', () => {
    const planner = new Planner({ policy: { parallel: 2 } });
    planner.process({ type: 'Initialize', tasks: [{ description: 'a' }, { description: 'b' }] });
    planner.process(tell({ type: 'TaskCompleted', nodeId: 1, result: 'secret' }));
    const later = Planner.fold(withErased(planner.eventLog, ({ type }) => type === 'TaskStatusUpdated'));
    expect(openIds(later)).toEqual([1, 2]);
    const events = later.process(tell({ type: 'TaskCompleted', nodeId: 2, result: 'ok' }));
    expect(events.map(({ type }) => type)).toEqual(['TaskStatusUpdated', 'PlanningCompleted']);
    expect(later.state.tasks[0]).toMatchObject({
      status: 'Completed',
      result: ERASED_OUTCOME,
    });
  });

  it('a late outcome is attributed to a task that was presumed ended', () => {
    const planner = new Planner({ policy: { parallel: 2 } });
    planner.process({ type: 'Initialize', tasks: ['a', 'b', 'c'].map((description) => ({ description })) });
    planner.process(tell({ type: 'TaskCompleted', nodeId: 2, result: 'secret' }));
    const later = Planner.fold(withErased(planner.eventLog, ({ type }) => type === 'TaskStatusUpdated'));
    expect(openIds(later)).toEqual([2, 3]);
    expect(later.process(tell({ type: 'TaskFailed', nodeId: 1, error: 'no' }))).toMatchObject([
      { type: 'TaskStatusUpdated', taskId: 1, status: 'Failed' },
    ]);
    later.process(tell({ type: 'TaskCompleted', nodeId: 3, result: 'ok' }));
    expect(later.state.completed).toBe(true);
    expect(later.state.tasks.map(({ result }) => result)).toEqual(['no', ERASED_OUTCOME, 'ok']);
  });

  it('a dependency of a task that was started since had completed', () => {
    const planner = new Planner({ policy: { parallel: 2 } });
    const tasks = [{ description: 'a' }, { description: 'b', dependsOn: [1] }];
    planner.process({ type: 'Initialize', tasks });
    planner.process(tell({ type: 'TaskCompleted', nodeId: 1, result: 'secret' }));
    for (const types of [['TaskStatusUpdated'], ['TaskStatusUpdated', 'TaskDispatched']]) {
      const isOfFirst = (event: TaskEvent) =>
        types.includes(event.type) && 'taskId' in event && event.taskId === 1;
      const later = Planner.fold(withErased(planner.eventLog, isOfFirst));
      expect(later.state.tasks.map(({ status }) => status)).toEqual(['Completed', 'Running']);
      expect(later.process({ type: 'CompactContext', maxTokens: 100 })).toMatchObject([
        { type: 'ContextCompacted', removedTaskIds: [1] },
      ]);
    }
  });

  it('an answered question completes its task, so that its dependents continue', () => {
    const planner = new Planner();
    const tasks = [
      { description: 'Which?', kind: 'Clarification' as const },
      { description: 'b' },
      { description: 'c', dependsOn: [1] },
    ];
    planner.process({ type: 'Initialize', tasks });
    planner.process(tell({ type: 'ClarificationProvided', nodeId: 1, answer: 'secret' }));
    const later = Planner.fold(withErased(planner.eventLog, ({ type }) => type === 'TaskStatusUpdated'));
    expect(later.state.tasks.map(({ status }) => status)).toEqual(['Completed', 'Running', 'Planned']);
    later.process(tell({ type: 'TaskCompleted', nodeId: 2, result: 'ok' }));
    expect(later.state.tasks[2]?.status).toBe('Running');
  });

  it('a result that only looks erased is recorded once, and does not affect other tasks', () => {
    const planner = new Planner({ policy: { parallel: 2 } });
    planner.process({ type: 'Initialize', tasks: [{ description: 'a' }, { description: 'b' }] });
    const done = tell({ type: 'TaskCompleted', nodeId: 1, result: ERASED_OUTCOME });
    planner.process(done);
    expect(planner.process(done)).toEqual([]);
    expect(openIds(planner)).toEqual([2]);
  });

  it('a task that was cancelled before its turn does not end the running one', () => {
    const planner = new Planner();
    planner.process({ type: 'Initialize', tasks: [{ description: 'a' }, { description: 'b' }] });
    planner.process({ type: 'CancelTask', taskId: 2, reason: 'secret' });
    const later = Planner.fold(withErased(planner.eventLog, ({ type }) => type === 'TaskStatusUpdated'));
    expect(later.state.tasks[0]?.status).toBe('Running');
    later.process(tell({ type: 'TaskCompleted', nodeId: 1, result: 'ok' }));
    expect(later.state.tasks[0]).toMatchObject({ status: 'Completed', result: 'ok' });
  });
});

describe('when something else was erased', () => {
  function erasedLast(commands: readonly Command[], type: TaskEvent['type'], policy = {}): Planner {
    const planner = new Planner({ policy });
    planner.process({ type: 'Initialize', tasks: [{ description: 'a' }, { description: 'b' }] });
    for (const command of commands) planner.process(command);
    return Planner.fold(withErased(planner.eventLog, (event) => event.type === type));
  }

  it('a question is still open, and can be answered', () => {
    const ask = tell({ type: 'NeedsClarification', nodeId: 1, question: 'secret?' });
    const planner = erasedLast([ask], 'ClarificationRequested');
    expect(planner.state).toMatchObject({ waitingForClarification: true, pendingClarificationFor: 1 });
    const events = planner.process(tell({ type: 'ClarificationProvided', nodeId: 1, answer: 'go on' }));
    expect(events.map(({ type }) => type)).toEqual(['ClarificationReceived', 'TaskDispatched']);
  });

  it('a task that waited for a retry starts when the plan continues', () => {
    const retry = { maxAttempts: 2, baseDelayMs: 1, maxDelayMs: 1, retryOn: ['timeout'] };
    const fail = tell({ type: 'TaskFailed', nodeId: 1, error: 'secret', failureClass: 'timeout' });
    const planner = erasedLast([fail], 'TaskRetryScheduled', { retry });
    expect(planner.process({ type: 'Continue' })).toMatchObject([{ type: 'TaskDispatched', taskId: 1 }]);
  });

  it('an end remains', () => {
    const done = [1, 2].map((nodeId) => tell({ type: 'TaskCompleted', nodeId, result: 'ok' }));
    const planner = erasedLast(done, 'PlanningCompleted');
    expect(planner.state.completed).toBe(true);
    expect(planner.process({ type: 'Continue' })).toEqual([]);
  });
});

it('a plan in a journal continues to its end, and nothing in it runs twice', async () => {
  const journal = openJournal(memoryStore(), 'tasks:erased', { facts: taskSessionFacts });
  const begin: Command = { type: 'Initialize', userInput: 'Write it. Read it. Send it.' };
  await runHandler(journal, { ...taskPlan, command: begin });
  await runHandler(journal, {
    ...taskPlan,
    command: tell({ type: 'TaskCompleted', nodeId: 1, result: 'secret' }),
  });
  const [outcome] = (await journal.facts()).filter(({ type }) => type === 'TaskStatusUpdated');
  await journal.redact(outcome?.seq ?? 0);
  const begun: number[] = [];
  const executor = {
    ...echoExecutor,
    execute: (
      task: Parameters<typeof echoExecutor.execute>[0],
      context: Parameters<typeof echoExecutor.execute>[1],
    ) => {
      begun.push(task.id);
      return echoExecutor.execute(task, context);
    },
  };
  const runner = new TaskRunner({ executors: { Processing: executor, ToolCall: executor } });
  const running = await runReactors(journal, [runner], { worker: 'me' });
  await running.idle();
  await running.close();
  const { planner } = await loadTaskPlan(journal);
  expect(planner.state.completed).toBe(true);
  expect(begun).toEqual([2, 3]);
  expect(JSON.stringify(planner.state)).not.toContain('secret');
});
