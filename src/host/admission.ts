import type { Envelope } from '../journal/fact.ts';
import type { Journal } from '../journal/journal.ts';
import type { FactStore } from '../journal/store.ts';
import { type Following, follow, stateOf } from '../kernel/follow.ts';
import { LimitName, type Limits, type PauseBook } from '../kernel/pause.ts';
import { reachedLimit } from '../kernel/spending.ts';
import { HOST_JOURNAL, hostPausing, openPauseJournal } from './host-journal.ts';
import { pauseEverythingAtLimit, pauseSessionAtLimit, sessionPausing } from './pausing.ts';
import { totalSpending } from './total-spending.ts';

/** How much may be spent: in each session, and in all of them together. */
export interface WorkLimits {
  readonly session?: Limits;
  readonly total?: Limits;
}

/** Whether work on a session may begin. */
export interface Admission {
  /** Not while the session or everything is paused. A limit that is used up pauses, and stands in the journal then. */
  mayBegin(): Promise<boolean>;
  /** Calls back when everything may go on again. What the session's own journal says wakes whoever follows that. */
  onOpened(listener: () => void): () => void;
}

/** What admission needs of a session's journal. */
type AdmittingJournal = Pick<Journal<Envelope>, 'id' | 'append' | 'describe' | 'facts'>;

/** Watches over the work on a session. Without a store, over what concerns this session alone. */
export function openAdmission(
  journal: AdmittingJournal,
  {
    store,
    limits = {},
  }: { readonly store?: FactStore | undefined; readonly limits?: WorkLimits | undefined },
): Admission {
  const session = new SessionGate(journal, limits.session ?? {});
  const everything = store && new HostGate(store, limits.total ?? {});
  return {
    mayBegin: async () => (await session.isOpen()) && ((await everything?.isOpen()) ?? true),
    onOpened: (listener) => store?.watch(listener, HOST_JOURNAL) ?? (() => {}),
  };
}

/** Lets one question after the other be answered. */
abstract class Gate {
  #turn: Promise<unknown> = Promise.resolve();

  isOpen(): Promise<boolean> {
    const isOpen = this.#turn.then(() => this.look());
    this.#turn = isOpen.catch(() => {});
    return isOpen;
  }

  protected abstract look(): Promise<boolean>;
}

/** One session: paused or not, and what it has spent. */
class SessionGate extends Gate {
  readonly #journal: AdmittingJournal;
  readonly #limits: Limits;

  constructor(journal: AdmittingJournal, limits: Limits) {
    super();
    this.#journal = journal;
    this.#limits = limits;
  }

  protected async look(): Promise<boolean> {
    const { pauses, spending } = await stateOf(this.#journal, sessionPausing);
    if (pauses.pause) return false;
    const reached = reachedLimit(spending.spent, effectiveLimits(this.#limits, pauses.raised));
    if (reached === undefined) return true;
    await pauseSessionAtLimit(this.#journal, reached);
    return false;
  }
}

/** All sessions of a store together. */
class HostGate extends Gate {
  readonly #store: FactStore;
  readonly #limits: Limits;
  readonly #pauses: Following<PauseBook>;

  constructor(store: FactStore, limits: Limits) {
    super();
    this.#store = store;
    this.#limits = limits;
    this.#pauses = follow(openPauseJournal(store), hostPausing);
  }

  protected async look(): Promise<boolean> {
    const { pause, raised } = await this.#pauses.catchUp();
    if (pause) return false;
    if (Object.keys(this.#limits).length === 0) return true;
    const spent = await totalSpending(this.#store);
    const reached = reachedLimit(spent, effectiveLimits(this.#limits, raised));
    if (reached === undefined) return true;
    await pauseEverythingAtLimit(this.#store, reached);
    return false;
  }
}

/** What is limited, with what somebody has allowed where that is more. */
export function effectiveLimits(limits: Limits, allowed: Limits): Limits {
  const names = LimitName.options.filter((name) => limits[name] !== undefined);
  return Object.fromEntries(names.map((name) => [name, Math.max(limits[name] ?? 0, allowed[name] ?? 0)]));
}
