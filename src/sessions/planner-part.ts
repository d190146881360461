import { failedPlanner } from '../harness/module/missing-planner.ts';
import type { ModuleFailure } from '../harness/module/module-failure.ts';
import { entryOf } from '../host/registry.ts';
import type { Session } from '../host/session.ts';
import { type Following, follow } from '../kernel/projection/follow.ts';
import { sessionSnapshots, withLenientSnapshots } from './session-snapshot.ts';
import { type SessionState, sessionProjection } from './session-state.ts';
import type { ReadableSession } from './view/session-view.ts';

/** A session as one of its planners sees it. */
export interface PlannerPart {
  readonly plannerId: string;
  readonly session: ReadableSession;
  readonly following: Following<SessionState>;
}

/** Follows a session with the planner it is opened with. `onError`: the journal could not be read, and is retried. */
export function partOf(
  session: ReadableSession,
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

/** Follows a session without its planner, which failed to read its facts. */
export function partWithout(
  session: Session,
  failure: ModuleFailure,
  options: { readonly onError?: ((error: unknown) => void) | undefined },
): PlannerPart {
  const entry = entryOf(failedPlanner(session.entry.module, failure));
  return partOf({ ...session, entry, isReadOnly: true, failure }, options);
}
