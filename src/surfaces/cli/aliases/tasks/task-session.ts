import { HostError } from '../../../../host/error.ts';
import { JournalError } from '../../../../journal/error.ts';
import type { TasksState } from '../../../../planners/tasks/session-fold.ts';
import type { OpenSession } from '../../../../sessions/open-session.ts';
import type { Sessions } from '../../../../sessions/sessions.ts';
import type { SessionView } from '../../../../sessions/view/session-view.ts';
import { withSessions } from '../../config/open-sessions.ts';
import type { Invocation } from '../../invocation.ts';

/** The prefix of the session ids of task plans. */
export const TASK_PREFIX = 'tasks:';

/** The name of a plan for people: its session id without the prefix. */
export function planIdOf(sessionId: string): string {
  return sessionId.startsWith(TASK_PREFIX) ? sessionId.slice(TASK_PREFIX.length) : sessionId;
}

/** The session id of a plan, by its name or its session id. */
export function sessionIdOf(named: string): string {
  return named.includes(':') ? named : `${TASK_PREFIX}${named}`;
}

/** Works on the session of an existing plan. */
export async function withTaskSession(
  invocation: Invocation,
  named: string,
  work: (session: OpenSession, sessions: Sessions) => Promise<void>,
): Promise<void> {
  await withSessions(invocation, { create: false }, async (sessions) =>
    work(await openTaskSession(sessions, named), sessions),
  );
}

/** The session of an existing plan. */
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

/** The plan of a session at one moment. */
export function taskPlanOf({ at }: SessionView): TasksState['plan'] {
  // A session of the task planner has its state.
  return (at.state as TasksState).plan;
}
