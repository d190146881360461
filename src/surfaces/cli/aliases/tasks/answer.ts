import { localUser } from '../../../../host/local-user.ts';
import { PlannerError } from '../../../../planners/tasks/error.ts';
import { withSessions } from '../../config/open-sessions.ts';
import type { Invocation } from '../../invocation.ts';
import { openTaskSession, planIdOf, taskPlanOf } from './task-session.ts';

export interface AnswerOptions {
  readonly id: string;
  readonly text: string;
  readonly task?: number;
}

export async function answer(invocation: Invocation, { id, text, task }: AnswerOptions): Promise<undefined> {
  const { output } = invocation;
  await withSessions(invocation, { create: false }, async (sessions) => {
    const session = await openTaskSession(sessions, id);
    const planId = planIdOf(session.id);
    const { pendingClarificationFor } = taskPlanOf(await session.view()).state;
    const taskId = task ?? pendingClarificationFor ?? nothingAsked(planId);
    await session.do({ type: 'task-answer', taskId, answer: text }, { by: localUser() });
    if (output.json) await output.value({ id: planId, task: taskId, answered: true });
    else await output.line(`Answered task ${taskId}. Go on: wayfold tasks run --resume ${planId}`);
  });
  return undefined;
}

function nothingAsked(id: string): never {
  throw new PlannerError('InvalidCommand', {
    expected: `plan ${id} to wait for an answer`,
    actual: 'no open question',
    fix: `See how it stands: wayfold tasks show ${id}`,
  });
}
