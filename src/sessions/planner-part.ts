import type { Session } from '../host/session.ts';
import { type Following, follow } from '../kernel/follow.ts';
import { sessionSnapshots, withLenientSnapshots } from './session-snapshot.ts';
import { type SessionState, sessionProjection } from './session-state.ts';

/** A session as one of the planners that were set up in it sees it. */
export interface PlannerPart {
  readonly plannerId: string;
  readonly session: Session;
  readonly following: Following<SessionState>;
}

/** Follows a session for the planner it is opened with. `onError`: the journal could not be read, and is tried again. */
export function partOf(
  session: Session,
  { onError }: { readonly onError?: ((error: unknown) => void) | undefined },
): PlannerPart {
  const { journal, entry } = session;
  const snapshots = sessionSnapshots(entry);
  return {
    plannerId: entry.module.id,
    session,
    following: follow(withLenientSnapshots(journal), sessionProjection(entry), {
      ...(onError && { onError }),
      ...(snapshots && { snapshots }),
    }),
  };
}
