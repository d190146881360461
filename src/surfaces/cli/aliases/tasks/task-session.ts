import { HostError } from '../../../../host/error.ts';
import { JournalError } from '../../../../journal/error.ts';
import type { TasksState } from '../../../../planners/tasks/session-fold.ts';
import type { OpenSession } from '../../../../sessions/open-session.ts';
import type { Sessions } from '../../../../sessions/sessions.ts';
import type { SessionView } from '../../../../sessions/view/session-view.ts';
import { withSessions } from '../../config/open-sessions.ts';
import type { Invocation } from '../../invocation.ts';

/** The ids of sessions with a task plan begin with this. */
export const TASK_PREFIX = 'tasks:';

/** The name that people use for a plan: the id of its session without what all of them begin with. */
export function planIdOf(sessionId: string): string {
  return sessionId.startsWith(TASK_PREFIX) ? sessionId.slice(TASK_PREFIX.length) : sessionId;
}

/** The id of the session of a plan, by its name or by that of the session itself. */
export function sessionIdOf(named: string): string {
  return named.includes(':') ? named : `${TASK_PREFIX}${named}`;
}

/** Works on the session of a plan that must be there. */
export async function withTaskSession(
  invocation: Invocation,
  named: string,
  work: (session: OpenSession, sessions: Sessions) => Promise<void>,
): Promise<void> {
  await withSessions(invocation, { create: false }, async (sessions) =>
    work(await openTaskSession(sessions, named), sessions),
  );
}

/** The session of a plan that must be there. */
export async function openTaskSession(sessions: Sessions, named: string): Promise<OpenSession> {
  try {
    return await sessions.open(sessionIdOf(named));
  } catch (error) {
    if (!(error instanceof HostError) || error.code !== 'no-session') throw error;
    throw new JournalError('journal-not-found', {
      summary: `There is no task plan ${planIdOf(sessionIdOf(named))}.`,
      fix: 'See `wayfold tasks list`, or start one: wayfold tasks run "What to do"',
    });
  }
}

/** The plan of a session at a moment. */
export function taskPlanOf({ at }: SessionView): TasksState['plan'] {
  // The session is one of the task planner, whose state this is.
  return (at.state as TasksState).plan;
}
