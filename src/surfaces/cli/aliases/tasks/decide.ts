import { limitsFrom } from '../../../../host/config/limits.ts';
import { localUser } from '../../../../host/local-user.ts';
import { PlannerError } from '../../../../planners/tasks/error.ts';
import { usualModel } from '../../config/models.ts';
import { withSessions } from '../../config/open-sessions.ts';
import { plannerRegistry } from '../../config/planner-registry.ts';
import { EXIT, type ExitCode } from '../../exit-code.ts';
import type { Invocation } from '../../invocation.ts';
import { errorNote } from '../../terminal/error-note.ts';
import { openTaskSession, planIdOf, taskPlanOf } from './task-session.ts';

interface DecideFlags {
  readonly digest?: string;
  readonly reason?: string;
}

/** Approves and merges the change of a task, in this process. Starts no task. */
export async function approve(
  invocation: Invocation,
  named: string,
  taskId: number,
  flags: DecideFlags,
): Promise<ExitCode> {
  return await decide(invocation, { named, taskId, type: 'task-approve' }, flags);
}

/** Rejects the change of a task, and deletes its branch. */
export async function reject(
  invocation: Invocation,
  named: string,
  taskId: number,
  flags: DecideFlags,
): Promise<ExitCode> {
  return await decide(invocation, { named, taskId, type: 'task-reject' }, flags);
}

async function decide(
  invocation: Invocation,
  { named, taskId, type }: { readonly named: string; readonly taskId: number; readonly type: string },
  { digest, reason }: DecideFlags,
): Promise<ExitCode> {
  const { output, env, signal } = invocation;
  // No executor runs here: tasks that the decision unblocks start when the plan is resumed.
  const registry = await plannerRegistry(invocation, undefined, { tasks: { executors: {}, kinds: {} } });
  return await withSessions(invocation, { create: false, registry }, async (sessions) => {
    const session = await openTaskSession(sessions, named);
    const id = planIdOf(session.id);
    const waiting = taskPlanOf(await session.view()).task(taskId)?.change?.digest;
    const { facts } = await session.do(
      {
        type,
        taskId,
        digest: digest ?? waiting ?? nothingProposed(id, taskId),
        ...(reason !== undefined && { reason }),
      },
      { by: localUser() },
    );
    await session.untilIdle({
      llm: await usualModel(invocation),
      limits: limitsFrom(env),
      signal,
      appended: facts,
      onError: (error) => output.note(errorNote(error, env)),
    });
    const task = taskPlanOf(await session.view()).task(taskId);
    const { status = 'Completed', result = '', conflict } = task ?? {};
    if (output.json) await output.value({ id, task: taskId, status, result, ...(conflict && { conflict }) });
    else {
      const text = result === '' ? `Task ${taskId} is ${status.toLowerCase()}.` : result;
      for (const line of text.split('\n')) await output.line(line);
    }
    output.note(`Continue: wayfold tasks run --resume ${id}`);
    return type === 'task-approve' && status !== 'Completed' ? EXIT.incomplete : EXIT.ok;
  });
}

function nothingProposed(id: string, task: number): never {
  throw new PlannerError('InvalidCommand', {
    summary: `Task ${task} of plan ${id} has no change to decide on.`,
    fix: `See its status: wayfold tasks show ${id}`,
  });
}
