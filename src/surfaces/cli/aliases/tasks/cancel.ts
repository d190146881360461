import { localUser } from '../../../../host/local-user.ts';
import { taskEventOf } from '../../../../planners/tasks/facts.ts';
import { withSessions } from '../../config/open-sessions.ts';
import type { Invocation } from '../../invocation.ts';
import { pluralize } from '../../terminal/pluralize.ts';
import { openTaskSession, planIdOf } from './task-session.ts';

export interface CancelOptions {
  readonly id: string;
  readonly task: number | undefined;
  readonly reason?: string;
}

export async function cancel(
  invocation: Invocation,
  { id, task, reason }: CancelOptions,
): Promise<undefined> {
  const { output } = invocation;
  await withSessions(invocation, { create: false }, async (sessions) => {
    const session = await openTaskSession(sessions, id);
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
  return undefined;
}
