import { type Clock, type NewId, systemClock } from '../journal/clock.ts';
import { type Envelope, type Fact, REDACTED } from '../journal/fact.ts';
import type { Journal } from '../journal/journal.ts';
import { journalNotFound } from '../journal/refusals.ts';
import { ClaimLostError } from '../kernel/error.ts';
import type { ProjectionChange } from '../kernel/projection/delivery.ts';
import { type Following, follow } from '../kernel/projection/follow.ts';
import { QueueGauge } from '../kernel/telemetry/measurements.ts';
import { detached } from '../kernel/telemetry/spans.ts';
import { systemTimer, type Timer } from '../kernel/timer.ts';
import { ClaimCache, ClaimFold } from '../kernel/work/claim-fold.ts';
import { isFor, type ReactableJournal, type Reactor, react } from '../kernel/work/reactor.ts';

/** Who runs the reactors, and how. */
export interface RunReactorsOptions {
  /** A name of this process, unlike that of any other. */
  readonly worker: string;
  /** How long work stays with a process that fell silent. */
  readonly ttlMs?: number;
  /** Whether another worker is known to be dead, so that its work can be taken over at once. */
  readonly isGone?: (worker: string) => boolean;
  /** How many deeds may be under way at once. */
  readonly atOnce?: number;
  /** Asked before each deed. While it says no, nothing is begun until `wake` is called. */
  readonly mayBegin?: () => Promise<boolean>;
  /**
   * Whether to wait for the time of a deed before it is claimed: then it is nothing that could be done now. Otherwise who
   * has claimed it waits.
   */
  readonly deferred?: boolean;
  /** Told of every failure of a reactor or of the journal; the work is tried again, later each time. */
  readonly onError?: (error: unknown, fact: Fact | undefined) => void;
  /** Told when work has to wait for another worker. */
  readonly onHeld?: (fact: Fact, held: { readonly worker: string; readonly until: number }) => void;
  readonly clock?: Clock;
  readonly timer?: Timer;
  readonly newId?: NewId;
}

/** What running reactors needs of a journal. */
export type HostedJournal = ReactableJournal & Pick<Journal<Envelope>, 'redactions' | 'watch'>;

/** Reactors at work on a journal. */
export interface RunningReactors {
  /** Has them look again at what they were not allowed to begin. */
  wake(): void;
  /** Resolves when nothing is under way and nothing is left that this worker could do now. */
  idle(): Promise<void>;
  /** Stops: what is under way is aborted and given back. */
  close(): Promise<void>;
}

const DEFAULT_AT_ONCE = 16;
const FIRST_RETRY_MS = 200;
/** The longest wait before work that failed is tried again. */
export const LAST_RETRY_MS = 60_000;
/** How often to look whether the holder of work has died. */
const LOOK_FOR_THE_DEAD_MS = 1000;

/** Reactors go by the facts one by one, not by what they come to. */
const FACTS_ALONE = { initial: () => undefined, apply: () => undefined };

/** Lets reactors act on a journal's facts, those that are there and those to come, each once among all workers. */
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
  /** The claims of the journal that the fact is in: others when the journal was made anew. */
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
  /** For claims and outcomes: any number of deeds at once would only take the next seq from each other. */
  readonly #turns = new Turns();
  /** What can be begun, oldest first. */
  #ready: Work[] = [];
  readonly #underWay = new Set<Promise<void>>();
  /** What may not be begun while the session, or everything, is paused. */
  readonly #heldBack: Work[] = [];
  #wakeUps = 0;
  /** Work that waits for a time, with what calls that off. */
  readonly #later = new Map<Work, () => void>();
  readonly #idlers: (() => void)[] = [];
  readonly #gauge = new QueueGauge('reactions');
  /** When the journal was made, and its first fact: others when it was made anew. */
  #identity: string | undefined;
  /** The last seq that was taken in. */
  #seen = 0;
  /** What was erased since it was taken in. */
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

  /** Nothing is begun before all facts that are there have been seen: most of them are settled already. */
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
    this.#gauge.tell(0);
    await Promise.all(this.#underWay);
    this.#wakeIdlers();
  }

  #take({ facts, restarted }: ProjectionChange<undefined>): void {
    const isFirst = this.#identity === undefined || restarted;
    if (isFirst) this.#identify(facts);
    const { nativeFrom } = this.#following.origin;
    // Every fact has the fields of its payload, whichever types the journal is held to.
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
   * Decides what a journal that is told from its first fact on means. Another journal under the same id, or none: nothing
   * of what was known counts, and what is under way loses its claim. The same one: something was erased, so claims and
   * work stay, but nobody acts any more on what was erased.
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
      const deed = detached(() => this.#attempt(work)).finally(() => {
        this.#underWay.delete(deed);
        this.#pump();
      });
      this.#underWay.add(deed);
    }
    this.#gauge.tell(this.#ready.length + this.#later.size);
    if (this.#isIdle()) this.#wakeIdlers();
  }

  #isOver({ reactor, fact }: Work): boolean {
    const { type } = this.#claims.fold.standing(nameOf(reactor), fact.seq);
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
        // Deeds that wait for nothing follow one another in microtasks alone: nobody else in this process had a turn.
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

  /** Who was woken meanwhile asks again. */
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

  /** What another worker gave back is there to take, before its claim would have run out. */
  #takeUpReturned(): void {
    const now = this.#clock.now();
    for (const [work, cancel] of this.#later) {
      if (work.heldBy === undefined) continue;
      const standing = this.#claims.fold.standing(nameOf(work.reactor), work.fact.seq);
      if (standing.type === 'held' && standing.until > now) continue;
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

  /** Work that waits, for another worker or for a better time, is nothing this one could do now. */
  #isIdle(): boolean {
    return this.#isCaughtUp && this.#underWay.size === 0 && this.#ready.length === 0;
  }

  #wakeIdlers(): void {
    for (const wake of this.#idlers.splice(0)) wake();
  }
}

/** Lets one after the other, in the order they asked. */
class Turns {
  #last: Promise<void> = Promise.resolve();

  /** Resolves when it is one's turn, to what ends it; ending it twice does nothing. */
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
