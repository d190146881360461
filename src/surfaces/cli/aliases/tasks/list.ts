import type { PlannerState } from '../../../../planners/tasks/planner-state.ts';
import { allJournals } from '../../commands/journal/all-journals.ts';
import { withSessions } from '../../config/open-sessions.ts';
import type { Invocation } from '../../invocation.ts';
import { cutToColumns } from '../../terminal/column-width.ts';
import { printable } from '../../terminal/printable.ts';
import { tableLines } from '../../terminal/text-table.ts';
import { timeAgo } from '../../terminal/time-ago.ts';
import { planIdOf, TASK_PREFIX, taskPlanOf } from './task-session.ts';

const MOST_TITLE_COLUMNS = 60;

interface ListedPlan {
  readonly id: string;
  readonly title: string;
  readonly status: string;
  readonly done: number;
  readonly tasks: number;
  readonly updatedAt: string;
}

export async function list(invocation: Invocation): Promise<undefined> {
  const { output, clock, signal } = invocation;
  const plans = await withSessions(invocation, { create: false }, async (sessions, store) => {
    const found: ListedPlan[] = [];
    for await (const { id, updatedAt } of allJournals(store, TASK_PREFIX)) {
      signal.throwIfAborted();
      const view = await (await sessions.open(id)).view();
      found.push({ id: planIdOf(id), title: view.title, ...countsOf(taskPlanOf(view).state), updatedAt });
    }
    return found;
  });
  if (output.json) {
    for (const plan of plans) await output.value(plan);
    return undefined;
  }
  if (plans.length === 0) {
    output.note('No task plans yet. Begin one:\n  wayfold tasks run "Write the tests. Then fix the bug."');
    return undefined;
  }
  const columns = [
    { title: 'PLAN' },
    { title: 'STATUS' },
    { title: 'DONE', align: 'right' },
    { title: 'UPDATED' },
    { title: 'WHAT' },
  ] as const;
  const rows = plans.map(({ id, title, status, done, tasks, updatedAt }) => [
    id,
    status,
    `${done}/${tasks}`,
    output.isTerminal ? timeAgo(updatedAt, clock.now()) : updatedAt,
    cutToColumns(printable(title), MOST_TITLE_COLUMNS),
  ]);
  const [header = '', ...lines] = tableLines(columns, rows);
  await output.line([{ text: header, style: 'dim' }]);
  for (const line of lines) await output.line(line);
  return undefined;
}

function countsOf({ tasks, removed, completed, waitingForClarification }: PlannerState) {
  const gone = removed.completed + removed.cancelled + removed.failed.length;
  const done = removed.completed + tasks.filter(({ status }) => status === 'Completed').length;
  const status = completed ? 'finished' : waitingForClarification ? 'asks' : 'open';
  return { status, done, tasks: tasks.length + gone };
}
