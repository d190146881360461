import { isFinal } from '../../../src/harness/conversation/task-status.ts';
import type { PlannerLine, SessionState } from '../api/contracts.ts';

/** Whether a session is a conversation with another agent that is over, so that nothing more can be said. */
export function hasEnded(
  { status }: Pick<SessionState, 'status'>,
  planner: Pick<PlannerLine, 'talks'> | undefined,
): boolean {
  return planner?.talks === 'agent' && isFinal(status ?? undefined);
}

/** The point at which to fork a conversation that is over: after the last message of the other side. */
export function beforeTheEnd({ said, head }: Pick<SessionState, 'said' | 'head'>): number | undefined {
  const last = said.findLast(({ type }) => type === 'remote_received');
  // With the message stands that it is our turn.
  return last && Math.min(last.seq + 1, head);
}
