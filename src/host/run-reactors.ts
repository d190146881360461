import { type Clock, type NewId, systemClock } from '../journal/clock.ts';
import { type Envelope, type Fact, REDACTED } from '../journal/fact.ts';
import type { Journal } from '../journal/journal.ts';
import { journalNotFound } from '../journal/refusals.ts';
import { ClaimLostError } from '../kernel/error.ts';
import type { ProjectionChange } from '../kernel/projection/delivery.ts';
import { type Following, follow } from '../kernel/projection/follow.ts';
import { QueueGauge } from '../kernel/telemetry/measurements.ts';
import { outsideSpan } from '../kernel/telemetry/spans.ts';
import { systemTimer, type Timer } from '../kernel/timer.ts';
import { ClaimCache, ClaimFold } from '../kernel/work/claim-fold.ts';
import { isFor, type ReactableJournal, type Reactor, react } from '../kernel/work/reactor.ts';

/** Options for running reactors. */
export interface RunReactorsOptions {
  /** A unique name of this process. */
  readonly worker: string;
  /** How long an unresponsive process keeps its work. */
  readonly ttlMs?: number;
  /** Whether another worker is known to be dead, so that its work can be taken over at once. */
  readonly isGone?: (worker: string) => boolean;
  /** How many reactions may run at once. */
  readonly atOnce?: number;
  /** Called before each reaction. While it returns no, nothing starts until `wake` is called. */
  readonly mayBegin?: () => Promise<boolean>;
  /**
   * Whether to wait until a reaction is due before claiming it, so that it does not count as current work.
   * Otherwise it is claimed first and waits then.
   */
  readonly deferred?: boolean;
  /** Called for every failure of a reactor or the journal; the work is retried with increasing delays. */
  readonly onError?: (error: unknown, fact: Fact | undefined) => void;
  /** Called when work has to wait for another worker. */
  readonly onHeld?: (fact: Fact, held: { readonly worker: string; readonly until: number }) => void;
  readonly clock?: Clock;
  readonly timer?: Timer;
  readonly newId?: NewId;
}

/** The part of a journal that running reactors needs. */
export type HostedJournal = ReactableJournal & Pick<Journal<Envelope>, 'redactions' | 'watch'>;

/** Running reactors on a journal. */
export interface RunningReactors {
  /** Makes them check again what they were not allowed to start. */
  wake(): void;
  /** Resolves when nothing is running and nothing is left that this worker could do now. */
  idle(): Promise<void>;
  /** Stops: running work is aborted and released. */
  close(): Promise<void>;
}

const DEFAULT_AT_ONCE = 16;
const FIRST_RETRY_MS = 200;
/** The longest delay between retries. */
export const LAST_RETRY_MS = 60_000;
/** How often to check whether the holder of work has died. */
const LOOK_FOR_THE_DEAD_MS = 1000;

/** Reactors need the facts one by one, not a fold of them. */
const FACTS_ALONE = { initial: () => undefined, apply: () => undefined };

/** Lets reactors act on a journal's existing and future facts, each once among all workers. */
export async function runReactors(
  journal: HostedJournal,
  reactors: readonly Reactor[],
  options: RunReactorsOptions,
): Promise<RunningReactors> {
  const loop = new ReactorLoop(journal, reactors, options);
  await loop.start();
  return loop;
}

/** A reactor and a fact it has yet to act on. */
interface Work {
  readonly reactor: Reactor;
  readonly fact: Fact;
  failures: number;
  /** The claims of the fact's journal, which differ if the journal was recreated. */
  readonly claims: ClaimCache;
  /** The other worker it waits for. */
  heldBy?: string;
}

class ReactorLoop implements RunningReactors {
  readonly #journal: HostedJournal;
  readonly #reactors: readonly Reactor[];
  readonly #options: RunReactorsOptions;
  readonly #clock: Clock;
  readonly #timer: Timer;
  readonly #following: Following<undefined>;
  #claims = new ClaimCache();
  readonly #stop = new AbortController();
  /** For claims and outcomes: concurrent ones would only compete for the next seq. */
  readonly #turns = new Turns();
  /** Work that can start, oldest first. */
  #ready: Work[] = [];
  readonly #underWay = new Set<Promise<void>>();
  /** Work that may not start while the session, or everything, is paused. */
  readonly #heldBack: Work[] = [];
  #wakeUps = 0;
  /** Work that waits for a time, with a function that cancels the wait. */
  readonly #later = new Map<Work, () => void>();
  readonly #idlers: (() => void)[] = [];
  readonly #gauge = new QueueGauge('reactions');
  /** When the journal was created, and its first fact: both differ if it was recreated. */
  #identity: string | undefined;
  /** The last seq that was read. */
  #seen = 0;
  /** What was erased since it was read. */
  #erased: ReadonlySet<number> = new Set();
  #isCaughtUp = false;

  constructor(journal: HostedJournal, reactors: readonly Reactor[], options: RunReactorsOptions) {
    this.#journal = journal;
    this.#reactors = reactors;
    this.#options = options;
    this.#clock = options.clock ?? systemClock;
    this.#timer = options.timer ?? systemTimer;
    const onError = (error: unknown) => options.onError?.(error, undefined);
    this.#following = follow(journal, FACTS_ALONE, { onError, timer: this.#timer });
  }

  /** Nothing starts before all existing facts have been read: most of them are settled already. */
  async start(): Promise<void> {
    this.#following.subscribe((change) => this.#take(change));
    try {
      await this.#following.caughtUp();
    } catch (error) {
      this.#following.close();
      throw error;
    }
    this.#isCaughtUp = true;
    this.#pump();
  }

  wake(): void {
    this.#wakeUps += 1;
    this.#ready.unshift(...this.#heldBack.splice(0));
    if (this.#isCaughtUp) this.#pump();
  }

  async idle(): Promise<void> {
    while (!this.#stop.signal.aborted) {
      await this.#following.caughtUp();
      if (this.#isIdle()) return;
      await new Promise<void>((resolve) => this.#idlers.push(resolve));
    }
  }

  async close(): Promise<void> {
    this.#following.close();
    this.#stop.abort();
    this.#forgetWork();
    this.#gauge.report(0);
    await Promise.all(this.#underWay);
    this.#wakeIdlers();
  }

  #take({ facts, restarted }: ProjectionChange<undefined>): void {
    const isFirst = this.#identity === undefined || restarted;
    if (isFirst) this.#identify(facts);
    const { nativeFrom } = this.#following.origin;
    // Every fact has the fields of its payload, whatever the journal's types.
    const news = facts.filter(({ seq }) => seq > this.#seen) as unknown as readonly Fact[];
    this.#claims.accept(news);
    this.#seen = news.at(-1)?.seq ?? this.#seen;
    for (const fact of news) {
      if (fact.seq < nativeFrom) continue;
      for (const reactor of this.#reactors) {
        if (isFor(reactor, fact)) this.#ready.push({ reactor, fact, failures: 0, claims: this.#claims });
      }
    }
    if (isFirst) this.#ready = this.#ready.filter((work) => !this.#isOver(work));
    this.#takeUpReturned();
    if (news.some(({ type }) => type === 'session_resumed')) this.wake();
    else if (this.#isCaughtUp) this.#pump();
  }

  /**
   * Decides what it means when a journal is delivered from its first fact again. If it is another journal under the
   * same id, or none, everything known is void and running work loses its claim. If it is the same, something was
   * erased: claims and work stay, but nobody acts on erased facts.
   */
  #identify(facts: readonly Envelope[]): void {
    const { createdAt, nativeFrom } = this.#following.origin;
    const [first] = facts;
    const identity = first && `${createdAt} ${first.id}`;
    if (identity !== undefined && identity === this.#identity) {
      this.#erased = new Set(facts.filter(({ type }) => type === REDACTED).map(({ seq }) => seq));
      return;
    }
    if (this.#identity !== undefined) this.#options.onError?.(journalNotFound(this.#journal.id), undefined);
    this.#identity = identity;
    this.#forgetWork();
    this.#claims = new ClaimCache(new ClaimFold(0, { nativeFrom }));
    this.#seen = 0;
    this.#erased = new Set();
  }

  #forgetWork(): void {
    for (const cancel of this.#later.values()) cancel();
    this.#later.clear();
    this.#ready = [];
    this.#heldBack.length = 0;
  }

  #pump(): void {
    const { atOnce = DEFAULT_AT_ONCE } = this.#options;
    while (this.#underWay.size < atOnce && !this.#stop.signal.aborted) {
      const work = this.#ready.shift();
      if (work === undefined) break;
      if (this.#isOver(work)) continue;
      const attempt = outsideSpan(() => this.#attempt(work)).finally(() => {
        this.#underWay.delete(attempt);
        this.#pump();
      });
      this.#underWay.add(attempt);
    }
    this.#gauge.report(this.#ready.length + this.#later.size);
    if (this.#isIdle()) this.#wakeIdlers();
  }

  #isOver({ reactor, fact }: Work): boolean {
    const { type } = this.#claims.fold.statusOf(nameOf(reactor), fact.seq);
    return type === 'settled' || this.#erased.has(fact.seq);
  }

  async #attempt(work: Work): Promise<void> {
    const leftMs = this.#options.deferred
      ? (work.reactor.notBefore?.(work.fact) ?? 0) - this.#clock.now()
      : 0;
    if (leftMs > 0) return this.#tryLater(work, leftMs);
    const { worker, ttlMs, isGone, newId, mayBegin } = this.#options;
    const wakeUps = this.#wakeUps;
    let endTurn = (): void => {};
    const reactor: Reactor = {
      ...work.reactor,
      name: nameOf(work.reactor),
      reactsTo: work.reactor.reactsTo,
      act: async (fact, context) => {
        endTurn();
        // Reactions that wait for nothing run in consecutive microtasks: nobody else in this process had a turn.
        await new Promise<void>((resolve) => setImmediate(resolve));
        const outcome = await work.reactor.act(fact, context);
        endTurn = await this.#turns.take();
        return outcome;
      },
    };
    try {
      if (mayBegin && !(await mayBegin())) {
        this.#holdBack(work, wakeUps);
        return;
      }
      endTurn = await this.#turns.take();
      const reaction = await react(this.#journal, reactor, work.fact, {
        worker,
        clock: this.#clock,
        timer: this.#timer,
        signal: this.#stop.signal,
        claims: work.claims,
        ...(ttlMs !== undefined && { ttlMs }),
        ...(isGone && { isGone }),
        ...(newId && { newId }),
      });
      if (!reaction.ok && reaction.reason === 'held') this.#waitFor(work, reaction);
      if (!reaction.ok && reaction.reason === 'paused') this.#holdBack(work, wakeUps);
    } catch (error) {
      if (this.#stop.signal.aborted) return;
      if (!(error instanceof ClaimLostError)) this.#options.onError?.(error, work.fact);
      work.failures += 1;
      delete work.heldBy;
      this.#tryLater(work, Math.min(LAST_RETRY_MS, FIRST_RETRY_MS * 2 ** (work.failures - 1)));
    } finally {
      endTurn();
    }
  }

  /** If it was woken meanwhile, checks again. */
  #holdBack(work: Work, wakeUps: number): void {
    if (work.claims !== this.#claims) return;
    if (wakeUps === this.#wakeUps) this.#heldBack.push(work);
    else this.#ready.push(work);
  }

  #waitFor(work: Work, held: { readonly worker: string; readonly until: number }): void {
    if (work.heldBy !== held.worker) this.#options.onHeld?.(work.fact, held);
    work.heldBy = held.worker;
    const left = held.until - this.#clock.now();
    this.#tryLater(work, this.#options.isGone ? Math.min(left, LOOK_FOR_THE_DEAD_MS) : left);
  }

  /** Work that another worker released can be taken before its claim would have expired. */
  #takeUpReturned(): void {
    const now = this.#clock.now();
    for (const [work, cancel] of this.#later) {
      if (work.heldBy === undefined) continue;
      const status = this.#claims.fold.statusOf(nameOf(work.reactor), work.fact.seq);
      if (status.type === 'held' && status.until > now) continue;
      cancel();
      this.#later.delete(work);
      this.#ready.push(work);
    }
  }

  #tryLater(work: Work, ms: number): void {
    if (this.#stop.signal.aborted || work.claims !== this.#claims) return;
    const cancel = this.#timer.after(Math.max(1, ms), () => {
      this.#later.delete(work);
      this.#ready.push(work);
      this.#pump();
    });
    this.#later.set(work, cancel);
  }

  /** Work that waits for another worker or for a time is not something this one could do now. */
  #isIdle(): boolean {
    return this.#isCaughtUp && this.#underWay.size === 0 && this.#ready.length === 0;
  }

  #wakeIdlers(): void {
    for (const wake of this.#idlers.splice(0)) wake();
  }
}

/** A mutex: one after the other, in order. */
class Turns {
  #last: Promise<void> = Promise.resolve();

  /** Resolves when it is the caller's turn, to a function that ends it; ending it twice does nothing. */
  async take(): Promise<() => void> {
    const { promise, resolve } = Promise.withResolvers<void>();
    const before = this.#last;
    this.#last = promise;
    await before;
    return resolve;
  }
}

function nameOf({ name, reactsTo }: Reactor): string {
  return name ?? reactsTo.join(' ');
}
