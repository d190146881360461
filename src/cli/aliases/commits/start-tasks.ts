import type { FactStore } from '../../../journal/index.ts';
import type { HandedOverTask } from '../../../planners/commits/index.ts';
import { Planner } from '../../../planners/tasks/index.ts';
import { planIdOf, taskJournal } from '../tasks/task-journal.ts';

const MOST_TITLE = 200;

/**
 * Begins the task plan of an accepted plan. It bears the plan's own id, so that there is one however often it is asked for,
 * also when the process that accepted the plan ended before it got here.
 */
export async function startTasks(
  store: FactStore,
  { requestId, goal, tasks }: { requestId: string; goal: string; tasks: readonly HandedOverTask[] },
): Promise<string> {
  const events = new Planner().process({ type: 'Initialize', userInput: goal, attachments: [], tasks });
  const title = goal.trim().split('\n')[0]?.slice(0, MOST_TITLE) ?? '';
  const journal = taskJournal(store, requestId);
  await journal.append([{ type: 'session_created', title, plannerId: 'tasks' }, ...events], {
    expectedSeq: 0,
  });
  return planIdOf(journal.id);
}
