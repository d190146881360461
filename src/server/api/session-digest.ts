import type { SessionLine, Standing } from './answers.ts';
import type { SessionHost } from './session-host.ts';
import type { SessionView } from './session-view.ts';

/** What a list needs to know of a session: little enough to be kept for all of them. */
export type SessionDigest = Omit<SessionLine, 'standing' | 'hosted'> & { readonly isDone: boolean };

const ENDED: ReadonlySet<string> = new Set(['completed', 'failed', 'canceled', 'rejected']);

export function digestOf(view: SessionView): SessionDigest {
  const { session, ledger, configured, head, lastActivity, planner } = view;
  const { id, name } = session.entry.planner;
  return {
    id: session.journal.id,
    title: view.title,
    plannerId: id,
    plannerName: name,
    status: ledger.status ?? null,
    mode: configured?.mode ?? null,
    // What has no setup needs none.
    ready: configured?.ready ?? session.entry.planner.createConfigStore === undefined,
    archived: ledger.archived,
    head,
    lastActivity,
    waiting: view.waiting(),
    pause: ledger.pause ?? null,
    spent: view.spent,
    isDone: planner.isDone() || ENDED.has(ledger.status ?? ''),
  };
}

/** A session as a list shows it, with what the server that runs it knows. */
export function sessionLine({ isDone, ...digest }: SessionDigest, host: SessionHost): SessionLine {
  const { id } = digest;
  return { ...digest, standing: standingOf({ isDone, ...digest }, host), hosted: host.isHosted(id) };
}

function standingOf(
  { id, archived, ready, pause, waiting, isDone }: SessionDigest,
  host: SessionHost,
): Standing {
  if (archived) return 'archived';
  if (!ready) return 'setup-needed';
  if (host.isBusy(id)) return 'working';
  if (pause) return 'paused';
  if (waiting.length > 0) return 'waiting';
  return isDone ? 'done' : 'idle';
}
