import type { A2aStatus, PlannerMode } from '../../harness/facts.ts';
import type { SessionStatus } from '../../harness/module/planner-module.ts';
import type { Pause } from '../../kernel/limits/pause.ts';
import type { Spent } from '../../kernel/limits/spending.ts';
import type { Waiting } from '../waiting/waiting.ts';
import type { SessionView } from './session-view.ts';

/** What a list needs to know about a session: small enough to be cached for all of them. */
export interface SessionSummary {
  readonly id: string;
  readonly title: string;
  readonly plannerId: string;
  readonly plannerName: string;
  /** The status of the other side of a conversation. */
  readonly remoteStatus: A2aStatus | null;
  readonly mode: PlannerMode | null;
  /** Whether its planner is set up. */
  readonly ready: boolean;
  readonly archived: boolean;
  readonly head: number;
  readonly lastActivity: string;
  readonly waiting: readonly Waiting[];
  /** What failed, if the work ended with a failure and nothing waits. */
  readonly failure: Waiting | null;
  readonly pause: Pause | null;
  readonly spent: Spent;
  readonly status: SessionStatus;
  readonly isDone: boolean;
  /** Its planner is not loaded: it is read-only. */
  readonly isReadOnly: boolean;
}

/** What a list shows of a session. */
export function summaryOf(view: SessionView): SessionSummary {
  const { session, ledger, configured, module } = view;
  return {
    id: view.id,
    title: view.title,
    plannerId: module.id,
    plannerName: module.title,
    remoteStatus: ledger.status ?? null,
    mode: configured?.mode ?? null,
    ready: view.ready,
    archived: ledger.archived,
    head: view.head,
    lastActivity: view.lastActivity,
    waiting: view.waiting,
    failure: view.failure ?? null,
    pause: ledger.pause ?? null,
    spent: view.spent,
    status: view.status,
    isDone: view.isDone,
    isReadOnly: session.isReadOnly ?? false,
  };
}

/** All values of {@link ListStatus}. */
export const LIST_STATUSES = [
  'archived',
  'setup-needed',
  'paused',
  'waiting',
  'working',
  'failed',
  'canceled',
  'rejected',
  'simulated',
  'done',
  'idle',
] as const;

/** The status of a session in one word, for a list. */
export type ListStatus = (typeof LIST_STATUSES)[number];

/**
 * The status of a session, the same on every surface; `isBusy`: somebody works on it right now. What a person can
 * act on comes first, then what its planner says about the work.
 */
export function listStatusOf(
  {
    archived,
    ready,
    pause,
    waiting,
    status,
    isDone,
    isReadOnly,
  }: Pick<SessionSummary, 'archived' | 'ready' | 'pause' | 'waiting' | 'status' | 'isDone' | 'isReadOnly'>,
  isBusy: boolean,
): ListStatus {
  if (archived) return 'archived';
  // Work that a command started and carried out needs no setup of the session.
  if (!ready && !isReadOnly && status === 'idle' && !isDone) return 'setup-needed';
  if (isBusy) return 'working';
  if (pause) return 'paused';
  // A failure can be retried, and has to be visible.
  if (waiting.some(({ data }) => data?.type === 'error')) return 'failed';
  if (waiting.length > 0) return 'waiting';
  if (status === 'completed') return 'done';
  return status === 'idle' && isDone ? 'done' : status;
}
