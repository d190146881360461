import { recalled } from '../../../../planners/tasks/context/recall.ts';
import { taskEventOf } from '../../../../planners/tasks/facts.ts';
import { isUnmet } from '../../../../planners/tasks/run/acceptance-text.ts';
import type { TaskPlannerState } from '../../../../planners/tasks/state/planner-state.ts';
import type { OpenSession } from '../../../../sessions/open-session.ts';
import { printSession } from '../../commands/session/session-turn.ts';
import { withSessions } from '../../config/open-sessions.ts';
import type { Invocation } from '../../invocation.ts';
import { printList } from '../../terminal/list.ts';
import { openTaskSession, planIdOf, TASK_PREFIX, taskPlanOf, withTaskSession } from './task-session.ts';

/** Shows a plan like any session; with `--json` its state. */
export async function show(
  invocation: Invocation,
  named: string,
  { at }: { readonly at?: number },
): Promise<undefined> {
  const { output } = invocation;
  await withTaskSession(invocation, named, async (session) => {
    const id = planIdOf(session.id);
    const view = await session.view(at);
    const { state } = taskPlanOf(view);
    if (output.json) await output.value({ id, seq: view.head, ...state });
    else await printSession(invocation, view);
    if (!state.completed) output.note(`Continue: wayfold tasks run --resume ${id}`);
  });
}

/** Searches the results of all plans, or of one. */
export async function recall(
  invocation: Invocation,
  words: readonly string[],
  { plan }: { readonly plan?: string },
): Promise<undefined> {
  const found = await withSessions(invocation, { create: false }, async (sessions) => {
    const ids =
      plan === undefined
        ? (await sessions.list()).filter(isTaskPlan).map(({ id }) => id)
        : [(await openTaskSession(sessions, plan)).id];
    const each = ids.map(async (id) => await recalledIn(await sessions.open(id), words.join(' ')));
    return (await Promise.all(each)).flat().toSorted((a, b) => b.score - a.score);
  });
  const results = found.slice(0, MAX_RECALLED).map(({ score: _, ...rest }) => rest);
  const { output } = invocation;
  if (output.json) await output.value({ results });
  else if (results.length === 0) await output.line('No result contains these words.');
  for (const { plan: id, task, status, description, excerpt } of output.json ? [] : results) {
    await output.line([
      { text: `${id} #${task} ${description}`, style: 'bold' },
      { text: ` (${status.toLowerCase()})` },
    ]);
    for (const line of excerpt.split('\n')) await output.line(`  ${line}`);
  }
}

const MAX_RECALLED = 20;

function isTaskPlan({ id, plannerId }: { readonly id: string; readonly plannerId: string }): boolean {
  return plannerId === 'tasks' && id.startsWith(TASK_PREFIX);
}

async function recalledIn(session: OpenSession, words: string) {
  const events = (await session.journal.facts()).flatMap((fact) => taskEventOf(fact) ?? []);
  return recalled(events, words).map((each) => ({ plan: planIdOf(session.id), ...each }));
}

export async function list(invocation: Invocation): Promise<undefined> {
  const plans = await withSessions(invocation, { create: false }, async (sessions) => {
    const found = (await sessions.list()).filter(isTaskPlan);
    return await Promise.all(
      found.map(async ({ id, title, lastActivity }) => {
        const { state } = taskPlanOf(await (await sessions.open(id)).view());
        return { id: planIdOf(id), title, ...countsOf(state), updatedAt: lastActivity };
      }),
    );
  });
  await printList(invocation, plans, {
    value: (plan) => plan,
    none: 'No task plans yet. Start one:\n  wayfold tasks run "Write the tests. Then fix the bug."',
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
}

function countsOf(plan: TaskPlannerState) {
  const { tasks, removed } = plan;
  const gone = removed.completed + removed.cancelled + removed.failed.length + (removed.simulated ?? 0);
  const done = removed.completed + tasks.filter(({ status }) => status === 'Completed').length;
  const status = statusOf(plan);
  return { status, done, tasks: tasks.length + gone };
}

/** A plan that was only simulated, or missed its acceptance criteria, is not done. */
function statusOf(plan: TaskPlannerState): string {
  if (!plan.completed) return plan.waitingForClarification ? 'asks' : 'open';
  if (isUnmet(plan)) return 'not accepted';
  return plan.tasks.some(({ status }) => status === 'Simulated') || plan.removed.simulated !== undefined
    ? 'simulated'
    : 'finished';
}
