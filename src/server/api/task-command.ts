import { openJournal } from '../../journal/index.ts';
import type { FactStore } from '../../journal/store.ts';
import { runHandler } from '../../kernel/run-handler.ts';
import type { Command, ExecutorEvent } from '../../planners/tasks/command.ts';
import { taskSessionFacts } from '../../planners/tasks/facts.ts';
import { loadTaskPlan, taskPlan } from '../../planners/tasks/task-plan.ts';
import type { CommandDone } from './run-command.ts';
import type { SessionView } from './session-view.ts';
import { conflict } from './view-decision.ts';

/** Tells the task planner of a session something, as the command line does. */
export async function commandTasks(
  store: FactStore,
  { session }: SessionView,
  command: Command,
): Promise<CommandDone> {
  const journal = openJournal(store, session.journal.id, { facts: taskSessionFacts });
  const { facts, head } = await runHandler(journal, { ...taskPlan, command });
  return { facts, head };
}

/** Says what came of a task, or answers its question. Of several who do, one is heard. */
export async function settleTask(
  store: FactStore,
  view: SessionView,
  event: ExecutorEvent,
  by: string,
): Promise<CommandDone> {
  const done = await commandTasks(store, view, { type: 'HandleExecutorEvent', event, by });
  if (done.facts.length > 0) return done;
  throw conflict(
    `task ${event.nodeId} to wait for this`,
    'one that has finished, or waits for something else',
  );
}

/** Goes on with a plan. What is due in a copy was said in the journal it is a copy of, and is said again here. */
export async function continueTasks(store: FactStore, view: SessionView): Promise<CommandDone> {
  const { journal } = view.session;
  const { planner } = await loadTaskPlan(journal);
  const { nativeFrom = 1 } = (await journal.describe()) ?? {};
  const done: CommandDone['facts'][] = [];
  if (nativeFrom > 1) {
    const said = await journal.facts({ from: nativeFrom });
    const told = new Set(said.flatMap((fact) => ('taskId' in fact ? [fact.taskId] : [])));
    for (const { id, status, retry } of planner.state.tasks) {
      if (told.has(id) || !(status === 'Running' || status === 'NeedsClarification' || retry)) continue;
      done.push((await commandTasks(store, view, { type: 'Redispatch', taskId: id })).facts);
    }
  }
  const { facts, head } = await commandTasks(store, view, { type: 'Continue' });
  return { facts: [...done.flat(), ...facts], head };
}
