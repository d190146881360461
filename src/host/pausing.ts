import type { Envelope, ProposedFact } from '../journal/fact.ts';
import type { Journal } from '../journal/journal.ts';
import type { FactStore } from '../journal/store.ts';
import { ConflictError } from '../kernel/error.ts';
import { LimitName, type Limits, type Pause, PauseFold } from '../kernel/limits/pause.ts';
import { type ReachedLimit, SpendingFold, type Spent } from '../kernel/limits/spending.ts';
import { decideOn } from '../kernel/projection/follow.ts';
import type { Projection } from '../kernel/projection/projection.ts';
import { hostPauses, hostPausing, openPauseJournal } from './host-journal.ts';
import { totalSpending } from './total-spending.ts';

/** Who pauses, and why. */
export interface PauseRequest {
  readonly by: string;
  readonly reason?: string | undefined;
}

/** Who resumes, and the new total budgets. */
export interface ResumeRequest {
  readonly by: string;
  /** By default every reached limit is raised by the usual amount. */
  readonly limits?: Limits | undefined;
  /** The usual limits. */
  readonly usual?: Limits | undefined;
}

/** What was appended, and the head of the journal. Nothing is appended if it had that status already. */
export interface PauseChange {
  readonly facts: readonly Envelope[];
  readonly head: number;
}

/** The part of a session's journal that pausing needs. */
export type PausableJournal = Pick<Journal<Envelope>, 'id' | 'append' | 'describe' | 'facts'>;

/** Whether a session is paused, and what it has spent. */
export interface SessionPausing {
  readonly pauses: PauseFold;
  readonly spending: SpendingFold;
}

export const sessionPausing: Projection<SessionPausing> = {
  initial: ({ nativeFrom }) => ({
    pauses: new PauseFold({ nativeFrom }),
    spending: new SpendingFold({ nativeFrom }),
  }),
  apply: ({ pauses, spending }, fact) => ({
    pauses: pauses.accept(fact),
    spending: spending.accept(fact),
  }),
};

/** Pauses a session, because somebody asks for it or a limit is reached. Running work finishes. */
export async function pauseSession(
  journal: PausableJournal,
  cause: PauseRequest | ReachedLimit,
): Promise<PauseChange> {
  return await change(journal, sessionPausing, ({ pauses: { pause } }) =>
    pause ? [] : [{ type: 'session_paused', ...causeFields(cause) }],
  );
}

/** Resumes a session. One that is not paused changes only if limits are given. */
export async function resumeSession(journal: PausableJournal, request: ResumeRequest): Promise<PauseChange> {
  return await change(journal, sessionPausing, ({ pauses, spending }) =>
    resumed('session_resumed', pauses, spending.spent, request),
  );
}

/** The same for all sessions of a store, in every process. */
export async function pauseEverything(
  store: FactStore,
  cause: PauseRequest | ReachedLimit,
): Promise<PauseChange> {
  return await change(openPauseJournal(store), hostPausing, ({ pause }) =>
    pause ? [] : [{ type: 'host_paused', ...causeFields(cause) }],
  );
}

/** Resumes all sessions that are not paused themselves. */
export async function resumeEverything(store: FactStore, request: ResumeRequest): Promise<PauseChange> {
  const { spent } = await totalSpending(store);
  return await change(openPauseJournal(store), hostPausing, (pauses) =>
    resumed('host_resumed', pauses, spent, request),
  );
}

/** Why nothing starts in any session of the store; `undefined` if not paused. */
export async function pauseOfEverything(store: FactStore): Promise<Pause | undefined> {
  return (await hostPauses(store)).pause;
}

async function change<State>(
  journal: PausableJournal,
  projection: Projection<State>,
  choose: (state: State) => readonly ProposedFact[],
): Promise<PauseChange> {
  const { facts, head } = await decideOn(journal, projection, (state) => ({ append: choose(state) }));
  return { facts, head };
}

function causeFields(cause: PauseRequest | ReachedLimit): object {
  if ('limit' in cause) return { cause: 'limit', ...cause };
  const { by, reason } = cause;
  return { cause: 'person', by, ...(reason !== undefined && reason !== '' && { reason }) };
}

function resumed(
  type: string,
  { pause, raised }: PauseFold,
  spent: Spent,
  { by, limits, usual = {} }: ResumeRequest,
): ProposedFact[] {
  if (pause === undefined && limits === undefined) return [];
  if (limits) checkAbove(limits, spent);
  const granted = limits ?? grantedAgain({ pause, raised, spent, usual });
  return [{ type, by, ...(Object.keys(granted).length > 0 && { limits: granted }) }];
}

/** The usual amount again, for every reached limit. */
function grantedAgain({
  pause,
  raised,
  spent,
  usual,
}: {
  readonly pause: Pause | undefined;
  readonly raised: Limits;
  readonly spent: Spent;
  readonly usual: Limits;
}): Limits {
  const stopped: Limits = pause?.cause === 'limit' ? { [pause.limit]: pause.allowed } : {};
  const portions = { ...stopped, ...usual };
  const usedUp = LimitName.options.flatMap((name) => {
    const portion = portions[name];
    if (portion === undefined || spent[name] < Math.max(portion, raised[name] ?? 0)) return [];
    return [[name, spent[name] + portion] as const];
  });
  return Object.fromEntries(usedUp);
}

function checkAbove(limits: Limits, spent: Spent): void {
  const tooLow = LimitName.options.find((name) => (limits[name] ?? Number.POSITIVE_INFINITY) <= spent[name]);
  if (tooLow === undefined) return;
  throw new ConflictError({
    summary: `The limit of ${String(limits[tooLow])} ${tooLow} is not above the ${spent[tooLow]} already spent.`,
    fix: 'Allow more, or leave the limit out to allow as much again. Nothing was appended.',
  });
}
