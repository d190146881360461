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

/** Who stops work, and why. */
export interface PauseRequest {
  readonly by: string;
  readonly reason?: string | undefined;
}

/** Who lets work go on, and how much may be spent in all from now on. */
export interface ResumeRequest {
  readonly by: string;
  /** Without these, every limit that is used up is raised by what is usual. */
  readonly limits?: Limits | undefined;
  /** What is usually allowed. */
  readonly usual?: Limits | undefined;
}

/** What was appended, and where the journal stands. Nothing was when it stood that way already. */
export interface PauseChange {
  readonly facts: readonly Envelope[];
  readonly head: number;
}

/** What pausing needs of a session's journal. */
export type PausableJournal = Pick<Journal<Envelope>, 'id' | 'append' | 'describe' | 'facts'>;

/** Whether a session is paused, and what it has spent. */
export const sessionPausing: Projection<{ readonly pauses: PauseFold; readonly spending: SpendingFold }> = {
  initial: ({ nativeFrom }) => ({
    pauses: new PauseFold({ nativeFrom }),
    spending: new SpendingFold({ nativeFrom }),
  }),
  apply: ({ pauses, spending }, fact) => ({
    pauses: pauses.accept(fact),
    spending: spending.accept(fact),
  }),
};

/** Lets no work begin in a session: somebody asks for it, or a limit is used up. What is under way is finished. */
export async function pauseSession(
  journal: PausableJournal,
  cause: PauseRequest | ReachedLimit,
): Promise<PauseChange> {
  return await change(journal, sessionPausing, ({ pauses: { pause } }) =>
    pause ? [] : [{ type: 'session_paused', ...causeFields(cause) }],
  );
}

/** Lets a session go on. One that is not paused is only changed when limits are named. */
export async function resumeSession(journal: PausableJournal, request: ResumeRequest): Promise<PauseChange> {
  return await change(journal, sessionPausing, ({ pauses, spending }) =>
    resumed('session_resumed', pauses, spending.spent, request),
  );
}

/** The same for all sessions of a store, whichever process runs them. */
export async function pauseEverything(
  store: FactStore,
  cause: PauseRequest | ReachedLimit,
): Promise<PauseChange> {
  return await change(openPauseJournal(store), hostPausing, ({ pause }) =>
    pause ? [] : [{ type: 'host_paused', ...causeFields(cause) }],
  );
}

/** Lets all sessions go on that are not paused themselves. */
export async function resumeEverything(store: FactStore, request: ResumeRequest): Promise<PauseChange> {
  const { spent } = await totalSpending(store);
  return await change(openPauseJournal(store), hostPausing, (pauses) =>
    resumed('host_resumed', pauses, spent, request),
  );
}

/** Why nothing begins in any session of the store; `undefined` when everything goes on. */
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

/** As much again as is usual, of whatever is used up. */
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
