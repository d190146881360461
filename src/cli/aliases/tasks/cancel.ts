import { localUser } from '../../../host/local-user.ts';
import { runHandler } from '../../../kernel/index.ts';
import { taskPlan } from '../../../planners/tasks/task-plan.ts';
import { type Invocation, withStore } from '../../invocation.ts';
import { pluralize } from '../../terminal/pluralize.ts';
import { existingTaskJournal, planIdOf } from './task-journal.ts';

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
  await withStore(invocation, { create: false }, async (store) => {
    const journal = await existingTaskJournal(store, id);
    const why = { by: localUser(), ...(reason !== undefined && { reason }) };
    const { events } = await runHandler(journal, {
      ...taskPlan,
      command:
        task === undefined ? { type: 'CancelAll', ...why } : { type: 'CancelTask', taskId: task, ...why },
    });
    const cancelled = events.flatMap((event) =>
      event.type === 'TasksCancelled'
        ? event.taskIds
        : event.type === 'TaskStatusUpdated' && event.status === 'Cancelled'
          ? [event.taskId]
          : [],
    );
    if (output.json) await output.value({ id: planIdOf(journal.id), cancelled });
    else if (cancelled.length === 0) await output.line('Nothing to cancel: it had finished.');
    else await output.line(`Cancelled ${pluralize(cancelled.length, 'task')}: ${cancelled.join(', ')}.`);
  });
  return undefined;
}
