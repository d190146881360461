import { describe, expect, it } from 'vitest';
import { noModel } from '../harness/pass/recorded-llm.ts';
import { createRegistry } from '../host/registry.ts';
import { memoryStore } from '../journal/index.ts';
import { react } from '../kernel/work/reactor.ts';
import { echoExecutor } from '../planners/tasks/executors/echo.ts';
import { tasksModule } from '../planners/tasks/module.ts';
import { Sessions } from './sessions.ts';

const by = 'ada';

/** A session with one task that is due, which this process can carry out. */
async function dueTask() {
  const store = memoryStore();
  const registry = createRegistry([tasksModule({ executors: { Processing: echoExecutor } })]);
  const source = { store: async () => store, existing: async () => store };
  const sessions = new Sessions({ source, registry, llm: noModel });
  const begin = registry.get('tasks').module.starts?.({ text: 'Do it.', tasks: [{ description: 'Do it' }] });
  const session = await sessions.create({ planner: 'tasks', facts: begin?.facts, by });
  return { session, isDone: async () => (await session.view()).isDone };
}

describe('a session that is paused', () => {
  it('is left as it is', async () => {
    const { session, isDone } = await dueTask();
    await session.do({ type: 'pause' }, { by });
    await session.untilIdle({});
    expect(await isDone()).toBe(false);
  });

  it('is waited for if somebody is notified', async () => {
    const { session, isDone } = await dueTask();
    await session.do({ type: 'pause' }, { by });
    const paused = Promise.withResolvers<string>();
    const idle = session.untilIdle({ onPaused: paused.resolve });
    expect(await paused.promise).toContain('Paused by ada');
    await session.do({ type: 'resume' }, { by });
    await idle;
    expect(await isDone()).toBe(true);
  });
});

describe('work that another process has', () => {
  it('is waited for under the same condition as a pause', async () => {
    const { session, isDone } = await dueTask();
    const dispatched = (await session.journal.facts()).find(({ type }) => type === 'TaskDispatched');
    const [begun, finished] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const reactor = {
      name: 'task-runner',
      reactsTo: ['TaskDispatched'],
      async act() {
        begun.resolve();
        await finished.promise;
        return [
          { type: 'TaskStatusUpdated', taskId: 1, status: 'Completed' },
          { type: 'PlanningCompleted', summary: 'Done.' },
        ];
      },
    };
    if (dispatched === undefined) throw new TypeError('the task is due');
    const elsewhere = react(session.journal, reactor, dispatched as never, { worker: 'elsewhere:1' });
    await begun.promise;
    const held = Promise.withResolvers<string>();
    const idle = session.untilIdle({ onPaused: () => {}, onHeld: (_, { worker }) => held.resolve(worker) });
    expect(await held.promise).toBe('elsewhere:1');
    finished.resolve();
    await elsewhere;
    await idle;
    expect(await isDone()).toBe(true);
  });
});
