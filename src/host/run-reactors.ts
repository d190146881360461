import { type Clock, type NewId, systemClock } from '../journal/clock.ts';
import type { Envelope, Fact } from '../journal/fact.ts';
import type { Journal } from '../journal/journal.ts';
import { ClaimBook } from '../kernel/claim-book.ts';
import { ClaimLostError } from '../kernel/error.ts';
import { isFor, type ReactableJournal, type Reactor, react } from '../kernel/reactor.ts';
import { systemTimer, type Timer } from '../kernel/timer.ts';

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
  /** Told of every failure of a reactor or of the journal; the work is tried again, later each time. */
  readonly onError?: (error: unknown, fact: Fact | undefined) => void;
  /** Told when work has to wait for another worker. */
  readonly onHeld?: (fact: Fact, held: { readonly worker: string; readonly until: number }) => void;
  readonly clock?: Clock;
  readonly timer?: Timer;
  readonly newId?: NewId;
}

/** What running reactors needs of a journal. */
export type HostedJournal = ReactableJournal & Pick<Journal<Envelope>, 'head'>;

/** Reactors at work on a journal. */
export interface RunningReactors {
  /** Resolves when nothing is under way and nothing is left that this worker could do now. */
  idle(): Promise<void>;
  /** Stops: what is under way is aborted and given back. */
  close(): Promise<void>;
}

const DEFAULT_AT_ONCE = 16;
const FIRST_RETRY_MS = 200;
const LAST_RETRY_MS = 60_000;
/** How often to look whether the holder of work has died. */
const LOOK_FOR_THE_DEAD_MS = 1000;

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
  /** The other worker it waits for. */
  heldBy?: string;
}

class ReactorLoop implements RunningReactors {
  readonly #journal: HostedJournal;
  readonly #reactors: readonly Reactor[];
  readonly #options: RunReactorsOptions;
  readonly #clock: Clock;
  readonly #timer: Timer;
  readonly #book = new ClaimBook();
  readonly #stop = new AbortController();
  /** For claims and outcomes: any number of deeds at once would only take the next seq from each other. */
  readonly #turns = new Turns();
  /** What can be begun, oldest first. */
  #ready: Work[] = [];
  readonly #underWay = new Set<Promise<void>>();
  /** Work that waits for a time, with what calls that off. */
  readonly #later = new Map<Work, () => void>();
  readonly #idlers: (() => void)[] = [];
  /** The last seq that the subscription delivered. */
  #seen = 0;
  #caughtUp = false;
  #unsubscribe = (): void => {};

  constructor(journal: HostedJournal, reactors: readonly Reactor[], options: RunReactorsOptions) {
    this.#journal = journal;
    this.#reactors = reactors;
    this.#options = options;
    this.#clock = options.clock ?? systemClock;
    this.#timer = options.timer ?? systemTimer;
  }

  /** Nothing is begun before all facts that are there have been seen: most of them are settled already. */
  async start(): Promise<void> {
    const { head = 0, nativeFrom = 1 } = (await this.#journal.describe()) ?? {};
    const onError = (error: unknown): void => this.#options.onError?.(error, undefined);
    await new Promise<void>((resolve) => {
      if (head === 0) resolve();
      this.#unsubscribe = this.#journal.subscribe({ from: 1, onError }, (facts) => {
        // Every fact has the fields of its payload, whichever types the journal is held to.
        this.#take(facts as readonly Fact[], nativeFrom);
        if (this.#seen >= head) resolve();
      });
    });
    this.#ready = this.#ready.filter((work) => !this.#isSettled(work));
    this.#caughtUp = true;
    this.#pump();
  }

  async idle(): Promise<void> {
    while (!this.#stop.signal.aborted) {
      const head = await this.#journal.head();
      if (this.#isIdle() && this.#seen >= head) return;
      await new Promise<void>((resolve) => this.#idlers.push(resolve));
    }
  }

  async close(): Promise<void> {
    this.#unsubscribe();
    this.#stop.abort();
    for (const cancel of this.#later.values()) cancel();
    this.#later.clear();
    this.#ready = [];
    await Promise.all(this.#underWay);
    this.#wakeIdlers();
  }

  #take(facts: readonly Fact[], nativeFrom: number): void {
    this.#book.accept(facts);
    this.#seen = facts.at(-1)?.seq ?? this.#seen;
    for (const fact of facts) {
      if (fact.seq < nativeFrom) continue;
      for (const reactor of this.#reactors) {
        if (isFor(reactor, fact)) this.#ready.push({ reactor, fact, failures: 0 });
      }
    }
    this.#takeUpReturned();
    if (this.#caughtUp) this.#pump();
  }

  #pump(): void {
    const { atOnce = DEFAULT_AT_ONCE } = this.#options;
    while (this.#underWay.size < atOnce && !this.#stop.signal.aborted) {
      const work = this.#ready.shift();
      if (work === undefined) break;
      if (this.#isSettled(work)) continue;
      const deed = this.#attempt(work).finally(() => {
        this.#underWay.delete(deed);
        this.#pump();
      });
      this.#underWay.add(deed);
    }
    if (this.#isIdle()) this.#wakeIdlers();
  }

  #isSettled({ reactor, fact }: Work): boolean {
    return this.#book.standing(nameOf(reactor), fact.seq).type === 'settled';
  }

  async #attempt(work: Work): Promise<void> {
    const { worker, ttlMs, isGone, newId } = this.#options;
    let endTurn = await this.#turns.take();
    const reactor: Reactor = {
      ...work.reactor,
      name: nameOf(work.reactor),
      reactsTo: work.reactor.reactsTo,
      act: async (fact, context) => {
        endTurn();
        const outcome = await work.reactor.act(fact, context);
        endTurn = await this.#turns.take();
        return outcome;
      },
    };
    try {
      const reaction = await react(this.#journal, reactor, work.fact, {
        worker,
        clock: this.#clock,
        timer: this.#timer,
        signal: this.#stop.signal,
        book: this.#book,
        ...(ttlMs !== undefined && { ttlMs }),
        ...(isGone && { isGone }),
        ...(newId && { newId }),
      });
      if (!reaction.ok && reaction.reason === 'held') this.#waitFor(work, reaction);
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
      const standing = this.#book.standing(nameOf(work.reactor), work.fact.seq);
      if (standing.type === 'held' && standing.until > now) continue;
      cancel();
      this.#later.delete(work);
      this.#ready.push(work);
    }
  }

  #tryLater(work: Work, ms: number): void {
    if (this.#stop.signal.aborted) return;
    const cancel = this.#timer.after(Math.max(1, ms), () => {
      this.#later.delete(work);
      this.#ready.push(work);
      this.#pump();
    });
    this.#later.set(work, cancel);
  }

  /** Work that waits, for another worker or for a better time, is nothing this one could do now. */
  #isIdle(): boolean {
    return this.#caughtUp && this.#underWay.size === 0 && this.#ready.length === 0;
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
