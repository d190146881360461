import { localUser } from '../../../../host/local-user.ts';
import { PlannerError } from '../../../../planners/tasks/error.ts';
import { taskEventOf } from '../../../../planners/tasks/facts.ts';
import { shortName } from '../../../../sessions/short-name.ts';
import type { Invocation } from '../../invocation.ts';
import { pluralize } from '../../terminal/text/pluralize.ts';
import { planIdOf, sessionIdOf, taskPlanOf, withTaskSession } from './task-session.ts';

export async function answer(
  invocation: Invocation,
  named: string,
  text: string,
  { task }: { readonly task?: number },
): Promise<undefined> {
  const { output } = invocation;
  await withTaskSession(invocation, named, async (session) => {
    const id = planIdOf(session.id);
    const { pendingClarificationFor } = taskPlanOf(await session.view()).state;
    const taskId = task ?? pendingClarificationFor ?? nothingAsked(id);
    await session.do({ type: 'task-answer', taskId, answer: text }, { by: localUser() });
    if (output.json) await output.value({ id, task: taskId, answered: true });
    else await output.line(`Answered task ${taskId}. Continue: wayfold tasks run --resume ${id}`);
  });
}

export async function cancel(
  invocation: Invocation,
  named: string,
  task: number | undefined,
  { reason }: { readonly reason?: string },
): Promise<undefined> {
  const { output } = invocation;
  await withTaskSession(invocation, named, async (session) => {
    const why = reason === undefined ? {} : { reason };
    const command =
      task === undefined ? { type: 'cancel', ...why } : { type: 'task-cancel', taskId: task, ...why };
    const { facts } = await session.do(command, { by: localUser() });
    const cancelled = facts
      .flatMap((fact) => taskEventOf(fact) ?? [])
      .flatMap((event) => {
        if (event.type === 'TasksCancelled') return event.taskIds;
        return event.type === 'TaskStatusUpdated' && event.status === 'Cancelled' ? [event.taskId] : [];
      });
    if (output.json) await output.value({ id: planIdOf(session.id), cancelled });
    else if (cancelled.length === 0) await output.line('Nothing to cancel: it had finished.');
    else await output.line(`Cancelled ${pluralize(cancelled.length, 'task')}: ${cancelled.join(', ')}.`);
  });
}

/** A fork, because the original plan continues independently. */
export async function restore(invocation: Invocation, named: string, seq: number): Promise<undefined> {
  const { output } = invocation;
  await withTaskSession(invocation, named, async (session, sessions) => {
    const [from, id] = [planIdOf(session.id), shortName()];
    await sessions.fork(session.id, seq, sessionIdOf(id));
    if (output.json) await output.value({ id, from, seq });
    else {
      await output.line(`Plan ${id} is ${from} as it was at seq ${seq}.`);
      await output.line(`Continue from there: wayfold tasks run --resume ${id}`);
    }
  });
}

function nothingAsked(id: string): never {
  throw new PlannerError('InvalidCommand', {
    summary: `Plan ${id} has no open question.`,
    fix: `See its status: wayfold tasks show ${id}`,
  });
}
