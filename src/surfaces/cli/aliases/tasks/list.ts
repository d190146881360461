import type { TaskPlannerState } from '../../../../planners/tasks/planner-state.ts';
import { allJournals } from '../../commands/journal/all-journals.ts';
import { withSessions } from '../../config/open-sessions.ts';
import type { Invocation } from '../../invocation.ts';
import { printList } from '../../terminal/list.ts';
import { planIdOf, TASK_PREFIX, taskPlanOf } from './task-session.ts';

interface ListedPlan {
  readonly id: string;
  readonly title: string;
  readonly status: string;
  readonly done: number;
  readonly tasks: number;
  readonly updatedAt: string;
}

export async function list(invocation: Invocation): Promise<undefined> {
  const { signal } = invocation;
  const plans = await withSessions(invocation, { create: false }, async (sessions, store) => {
    const found: ListedPlan[] = [];
    for await (const { id, updatedAt } of allJournals(store, TASK_PREFIX)) {
      signal.throwIfAborted();
      const view = await (await sessions.open(id)).view();
      found.push({ id: planIdOf(id), title: view.title, ...countsOf(taskPlanOf(view).state), updatedAt });
    }
    return found;
  });
  await printList(invocation, plans, {
    value: (plan) => plan,
    none: 'No task plans yet. Begin one:\n  wayfold tasks run "Write the tests. Then fix the bug."',
    columns: [
      { title: 'PLAN' },
      { title: 'STATUS' },
      { title: 'DONE', align: 'right' },
      { title: 'UPDATED' },
      { title: 'WHAT' },
    ],
    row: ({ id, title, status, done, tasks, updatedAt }, time) => [
      id,
      status,
      `${done}/${tasks}`,
      time(updatedAt),
      title,
    ],
  });
  return undefined;
}

function countsOf({ tasks, removed, completed, waitingForClarification }: TaskPlannerState) {
  const gone = removed.completed + removed.cancelled + removed.failed.length;
  const done = removed.completed + tasks.filter(({ status }) => status === 'Completed').length;
  const status = completed ? 'finished' : waitingForClarification ? 'asks' : 'open';
  return { status, done, tasks: tasks.length + gone };
}
