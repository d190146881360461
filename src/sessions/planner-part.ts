import { failedPlanner } from '../harness/module/missing-planner.ts';
import type { ModuleFailure } from '../harness/module/module-failure.ts';
import { entryOf } from '../host/registry.ts';
import type { Session } from '../host/session.ts';
import { type Following, follow } from '../kernel/projection/follow.ts';
import { sessionSnapshots, withLenientSnapshots } from './session-snapshot.ts';
import { type SessionState, sessionProjection } from './session-state.ts';
import type { ReadableSession } from './view/session-view.ts';

/** A session as one of the planners that were set up in it sees it. */
export interface PlannerPart {
  readonly plannerId: string;
  readonly session: ReadableSession;
  readonly following: Following<SessionState>;
}

/** Follows a session for the planner it is opened with. `onError`: the journal could not be read, and is tried again. */
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

/** Follows a session whose planner fails to read its facts, without that planner. */
export function partWithout(
  session: Session,
  failure: ModuleFailure,
  options: { readonly onError?: ((error: unknown) => void) | undefined },
): PlannerPart {
  const entry = entryOf(failedPlanner(session.entry.module, failure));
  return partOf({ ...session, entry, isReadOnly: true, failure }, options);
}
