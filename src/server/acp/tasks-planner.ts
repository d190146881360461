import type { PlanEntry } from '@agentclientprotocol/sdk';
import { builtInPlanners } from '../../host/built-in-planners.ts';
import { lastTold } from '../../host/dialogue/dialogue.ts';
import { TasksDialogue } from '../../host/dialogue/tasks-dialogue.ts';
import { createRegistry } from '../../host/registry.ts';
import type { Fact } from '../../journal/fact.ts';
import type { Journal } from '../../journal/journal.ts';
import { runHandler } from '../../kernel/run-handler.ts';
import type { Llm } from '../../model/llm.ts';
import type { Command, ExecutorEvent } from '../../planners/tasks/command.ts';
import { DEFAULT_TASKS_CONFIG } from '../../planners/tasks/config.ts';
import { PlannerError } from '../../planners/tasks/error.ts';
import { modelExecutor } from '../../planners/tasks/executors/model.ts';
import { foldedEventOf, type TaskEvent } from '../../planners/tasks/facts.ts';
import { Planner } from '../../planners/tasks/handler.ts';
import type { PlannerState, Task } from '../../planners/tasks/planner-state.ts';
import { loadTaskPlan, taskPlan } from '../../planners/tasks/task-plan.ts';
import type { EditorPlanner, Granted, Meaning, SessionJournal, Teller, Wish } from './editor-planner.ts';

const DONE = 'Done.';
const FAILED = 'It failed.';
const NOTHING_ASKED =
  'No task waits for an answer. Tell what came of the one to do with /done or /fail, and give more tasks with /add.';
const COMMAND = /^\/(done|fail|cancel)(?:\s+([\s\S]+))?$/;

/** Task plans in an editor: a model does what it can where there is one, and the person all else. */
export function tasksEditorPlanner(llm: Llm | undefined): EditorPlanner {
  const executors = llm ? { Processing: modelExecutor(llm) } : {};
  const entry = createRegistry(builtInPlanners({ tasks: { executors } })).get('tasks');
  return {
    entry,
    config: DEFAULT_TASKS_CONFIG,
    commands: [
      { name: 'done', description: 'The task to do is done', input: { hint: 'what came of it' } },
      { name: 'fail', description: 'The task to do failed', input: { hint: 'why' } },
      { name: 'add', description: 'Add tasks to the plan', input: { hint: 'what else is to be done' } },
      { name: 'cancel', description: 'Cancel all that has not finished', input: { hint: 'why' } },
    ],
    meaningOf,
    said: ({ type, text }) =>
      (type === 'user_input' || type === 'user_answer') && typeof text === 'string' ? text : undefined,
    teller: tasksTeller,
    plan: (facts) => {
      const { tasks } = stateOf(facts);
      return tasks.length === 0 ? undefined : tasks.map(planEntry);
    },
    wish: (facts) => {
      const due = stateOf(facts).tasks.find(
        ({ status, kind }) => status === 'Running' && !(kind === 'Processing' && llm),
      );
      return due && taskWish(due);
    },
  };
}

function meaningOf(text: string): Meaning {
  const [, command, words] = COMMAND.exec(text) ?? [];
  switch (command) {
    case 'done':
      return doing(async (journal, by) =>
        reported(journal, by, (nodeId) => ({ type: 'TaskCompleted', nodeId, result: words ?? DONE })),
      );
    case 'fail':
      return doing(async (journal, by) =>
        reported(journal, by, (nodeId) => ({ type: 'TaskFailed', nodeId, error: words ?? FAILED })),
      );
    case 'cancel':
      return doing(async (_, by) => ({
        type: 'CancelAll',
        by,
        ...(words !== undefined && { reason: words }),
      }));
    default:
      return { type: 'say', fact: { type: 'user_input', text } };
  }
}

function doing(command: (journal: SessionJournal, by: string) => Promise<Command>): Meaning {
  return {
    type: 'do',
    run: async (journal, by) => {
      const { events } = await run(journal, await command(journal, by));
      return events.length === 0 ? 'Nothing has changed.' : '';
    },
  };
}

/** What came of the task whose turn it is. */
async function reported(
  journal: SessionJournal,
  by: string,
  event: (taskId: number) => ExecutorEvent,
): Promise<Command> {
  const { planner } = await loadTaskPlan(journal);
  const due = planner.state.tasks.find(({ status }) => status === 'Running');
  if (due) return { type: 'HandleExecutorEvent', event: event(due.id), by };
  throw new PlannerError('InvalidCommand', {
    message: 'No task is to do now.',
    expected: 'a task that is to do',
    actual: 'none',
    fix: 'Say what is to be done.',
  });
}

async function run(journal: SessionJournal, command: Command) {
  // The journal is held to the facts of task plans, which are the events of their handler.
  const tasks = journal as unknown as Journal<Fact, TaskEvent>;
  return await runHandler(tasks, { ...taskPlan, command });
}

function taskWish({ id, description }: Task): Wish {
  return {
    key: `task-${id}`,
    title: `Task ${id}: ${description}`,
    options: [
      { optionId: 'done', name: 'Done', kind: 'allow_once' },
      { optionId: 'failed', name: 'It failed', kind: 'reject_once' },
      { optionId: 'later', name: 'Later', kind: 'reject_once' },
    ],
    grant: async (journal, optionId, by): Promise<Granted> => {
      if (optionId === 'later') return { type: 'left' };
      const event: ExecutorEvent =
        optionId === 'done'
          ? { type: 'TaskCompleted', nodeId: id, result: DONE }
          : { type: 'TaskFailed', nodeId: id, error: FAILED };
      await run(journal, { type: 'HandleExecutorEvent', event, by });
      return { type: 'done' };
    },
  };
}

function stateOf(facts: readonly Fact[]): PlannerState {
  return Planner.fold(facts.flatMap((fact) => foldedEventOf(fact) ?? [])).state;
}

/** The protocol knows three states: how else a task ended or why it waits is in its words. */
function planEntry({ description, status, result, clarifications }: Task): PlanEntry {
  const entry = (state: PlanEntry['status'], note?: string): PlanEntry => ({
    content: note === undefined ? description : `${description} (${note})`,
    priority: 'medium',
    status: state,
  });
  switch (status) {
    case 'Planned':
      return entry('pending');
    case 'Running':
      return entry('in_progress');
    case 'NeedsClarification':
      return entry('in_progress', `asks: ${clarifications?.at(-1)?.question ?? description}`);
    case 'Completed':
      return entry('completed');
    case 'Failed':
      return entry('completed', `failed: ${result ?? 'no reason given'}`);
    case 'Cancelled':
      return entry('completed', 'cancelled');
    default:
      return status satisfies never;
  }
}

function tasksTeller(): Teller {
  const dialogue = new TasksDialogue();
  return (fact) => {
    const told = lastTold(dialogue, [fact]);
    if (fact.type === 'sleep') return told ?? NOTHING_ASKED;
    return fact.type === 'ClarificationRequested' ? `${told}\n\nAnswer it with your next prompt.` : told;
  };
}
