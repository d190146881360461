import type { Envelope } from '../journal/fact.ts';
import type { Journal } from '../journal/journal.ts';
import type { FactStore } from '../journal/store.ts';
import { LimitName, type Limits, type PauseFold } from '../kernel/limits/pause.ts';
import { isSpendingUnknown, reachedLimit } from '../kernel/limits/spending.ts';
import { stateOf } from '../kernel/projection/follow.ts';
import { SerialQueue } from '../kernel/work/serial-queue.ts';
import { followHostPauses } from './host-journal.ts';
import { pauseEverything, pauseSession, type SessionPausing, sessionPausing } from './pausing.ts';
import { totalSpending } from './total-spending.ts';

/** Budgets: for each session, and for all of them together. */
export interface WorkLimits {
  readonly session?: Limits;
  readonly total?: Limits;
}

/** Whether work on a session may start. */
export interface Admission {
  /** Not while the session or everything is paused. A reached limit pauses it, which is then recorded. */
  mayBegin(): Promise<boolean>;
  /** Calls back when everything is resumed. Changes in the session's own journal wake its followers anyway. */
  onOpened(listener: () => void): () => void;
}

/** The part of a session's journal that admission needs. */
type AdmittingJournal = Pick<Journal<Envelope>, 'id' | 'append' | 'describe' | 'facts'>;

/** Controls whether work on a session may start. Without a store, only this session's own pause and limits count. */
export function openAdmission(
  journal: AdmittingJournal,
  {
    store,
    limits = {},
  }: { readonly store?: FactStore | undefined; readonly limits?: WorkLimits | undefined },
): Admission {
  const everything = store && followHostPauses(store);
  const questions = new SerialQueue();
  return {
    mayBegin: () =>
      questions.run(async () => {
        const [session, pauses] = await Promise.all([
          stateOf(journal, sessionPausing),
          everything?.catchUp(),
        ]);
        return (
          (await isSessionOpen(journal, session, limits.session ?? {})) &&
          (store === undefined ||
            pauses === undefined ||
            (await isEverythingOpen(store, pauses, limits.total ?? {})))
        );
      }),
    onOpened(listener) {
      // Most facts of the host's journal are sessions that were started.
      const unfollow = everything?.subscribe(({ facts, restarted }) => {
        if (restarted || facts.some(({ type }) => type === 'host_resumed')) listener();
      });
      return unfollow ?? (() => {});
    },
  };
}

/** For one session: whether it is paused, and what it has spent. */
async function isSessionOpen(
  journal: AdmittingJournal,
  { pauses, spending }: SessionPausing,
  limits: Limits,
): Promise<boolean> {
  if (pauses.pause) return false;
  const isUnknown = isSpendingUnknown(spending, pauses);
  const reached = reachedLimit(spending.spent, effectiveLimits(limits, pauses.raised), { isUnknown });
  if (reached === undefined) return true;
  await pauseSession(journal, reached);
  return false;
}

/** For all sessions of a store together. */
async function isEverythingOpen(store: FactStore, fold: PauseFold, limits: Limits): Promise<boolean> {
  if (fold.pause) return false;
  if (Object.keys(limits).length === 0) return true;
  const total = await totalSpending(store);
  const isUnknown = isSpendingUnknown(total, fold);
  const reached = reachedLimit(total.spent, effectiveLimits(limits, fold.raised), { isUnknown });
  if (reached === undefined) return true;
  await pauseEverything(store, reached);
  return false;
}

/** The limits, raised where somebody has allowed more. */
export function effectiveLimits(limits: Limits, allowed: Limits): Limits {
  const names = LimitName.options.filter((name) => limits[name] !== undefined);
  return Object.fromEntries(names.map((name) => [name, Math.max(limits[name] ?? 0, allowed[name] ?? 0)]));
}
