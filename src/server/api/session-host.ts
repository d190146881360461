import { setTimeout } from 'node:timers/promises';
import { ledgerOf } from '../../harness/ledger.ts';
import { runPublishedSession } from '../../host/a2a/published-session.ts';
import { taskBookOf } from '../../host/a2a/task-book.ts';
import { HostError } from '../../host/error.ts';
import type { PlannerRegistry } from '../../host/registry.ts';
import { type RunningSession, runSession } from '../../host/run-session.ts';
import { openSession } from '../../host/session.ts';
import { JournalError } from '../../journal/error.ts';
import type { FactStore } from '../../journal/store.ts';
import type { Llm } from '../../model/llm.ts';
import type { PlacedStore } from '../placed-store.ts';
import {
  HostBook,
  type HostJournal,
  openHostJournal,
  type PairedSessions,
  recordHosted,
  recordPaired,
} from './host-book.ts';
import { HudBoard } from './hud-board.ts';
import { type OpenModel, SessionModel } from './session-model.ts';
import { SessionPairings } from './session-pairings.ts';
import { isGone, workerName } from './this-process.ts';

/** How the sessions of a store are run. */
export interface SessionHostOptions {
  readonly place: PlacedStore;
  readonly registry: PlannerRegistry;
  /** The model of sessions whose setup names none. */
  readonly llm: Llm;
  readonly openModel: OpenModel;
  /** How many sessions are at work at once; further ones wait until one has nothing to do. */
  readonly atOnce?: number;
  /** How long a session that has nothing to do is kept at work. */
  readonly idleMs?: number;
  readonly onError?: (error: unknown) => void;
}

/** A session that is, or is about to be, at work. */
interface Post {
  readonly running: Promise<RunningSession | undefined>;
  lastActive: number;
  /** Whether it has nothing to do that it could do now. */
  settled: boolean;
  /** Whether something happened while it was looked at. */
  again: boolean;
  closing: boolean;
}

const DEFAULT_AT_ONCE = 64;
const DEFAULT_IDLE_MS = 10 * 60_000;
const LONGEST_SWEEP_MS = 30_000;
const RETRY_MS = 2000;

/**
 * Runs the sessions of a store that this server is responsible for: those begun, forked, set up or paired through it.
 * Which ones stands in a journal, so that a restart goes on with them. One that has nothing to do for long is put to
 * rest, and taken up again with the next fact.
 */
export class SessionHost {
  readonly hud = new HudBoard();
  readonly #options: SessionHostOptions;
  readonly #worker = workerName();
  readonly #posts = new Map<string, Post>();
  readonly #queue = new Set<string>();
  readonly #pairings: SessionPairings;
  readonly #sweep: ReturnType<typeof setInterval>;
  readonly #forget: () => void;
  #book = new HostBook();
  #store: FactStore | undefined;
  #attaching: Promise<HostJournal> | undefined;
  #detach = (): void => {};
  #closed = false;

  constructor(options: SessionHostOptions) {
    this.#options = options;
    this.#pairings = new SessionPairings(options.registry, (error) => this.#onError(error));
    const { idleMs = DEFAULT_IDLE_MS } = options;
    this.#sweep = setInterval(() => this.#putToRest(idleMs), Math.min(idleMs, LONGEST_SWEEP_MS)).unref();
    this.#forget = options.place.onReplaced(() => {
      void this.#leaveStore().then(() => this.start());
    });
  }

  /** Takes up every session that is to be run here. Without a store there is none; one that fails may be there soon. */
  async start(): Promise<void> {
    for (let attempt = 1; !this.#closed; attempt++) {
      try {
        const store = await this.#options.place.existing();
        if (store !== undefined && !this.#closed) await this.#attach(store);
        return;
      } catch (error) {
        if (attempt > 1) this.#onError(error);
        await setTimeout(RETRY_MS, undefined, { ref: false });
      }
    }
  }

  isHosted(session: string): boolean {
    return this.#book.hosted.has(session);
  }

  /** Whether the session is run at the moment, also when it has nothing to do. */
  isAtWork(session: string): boolean {
    return this.#posts.has(session);
  }

  /** Whether the session is at work and not done with what there is to do. */
  isBusy(session: string): boolean {
    const post = this.#posts.get(session);
    return this.#queue.has(session) || (post !== undefined && !post.settled);
  }

  get pairs(): readonly PairedSessions[] {
    return this.#book.pairs;
  }

  /** Runs a session from now on, also after a restart. */
  async host(store: FactStore, session: string): Promise<void> {
    const journal = await this.#attach(store);
    await recordHosted(journal, session);
    this.#book.accept(await journal.facts());
    this.#wake(session);
  }

  /** Lets two sessions talk to each other, also after a restart. */
  async pair(store: FactStore, pair: PairedSessions): Promise<void> {
    const journal = await this.#attach(store);
    await recordPaired(journal, pair);
    await this.host(store, pair.second);
    await this.host(store, pair.first);
    await this.#pairings.carryOver(store, pair);
  }

  /** Stops work on a session: it was archived. */
  async rest(session: string): Promise<void> {
    this.#queue.delete(session);
    const post = this.#posts.get(session);
    if (post) await this.#leave(session, post);
  }

  async close(): Promise<void> {
    this.#closed = true;
    clearInterval(this.#sweep);
    this.#forget();
    await this.#leaveStore();
  }

  readonly #onError = (error: unknown): void => {
    // The sessions of a store that was deleted end with it.
    if (!this.#closed && !isStoreClosed(error)) this.#options.onError?.(error);
  };

  async #attach(store: FactStore): Promise<HostJournal> {
    if (this.#store === store && this.#attaching) return await this.#attaching;
    if (this.#store !== undefined) await this.#leaveStore();
    this.#store = store;
    this.#attaching = this.#open(store);
    this.#attaching.catch(() => {
      if (this.#store === store) this.#store = undefined;
    });
    return await this.#attaching;
  }

  async #open(store: FactStore): Promise<HostJournal> {
    const journal = openHostJournal(store);
    this.#book.accept(await journal.facts());
    this.#detach = store.watch((id) => {
      if (id === journal.id) void this.#readBook(journal);
      else if (this.#book.hosted.has(id)) this.#wake(id);
    });
    for (const id of this.#book.hosted) this.#wake(id);
    for (const pair of this.#book.pairs) await this.#pairings.goOn(store, pair);
    return journal;
  }

  /** Another process may have taken sessions on. */
  async #readBook(journal: HostJournal): Promise<void> {
    try {
      const before = new Set(this.#book.hosted);
      this.#book.accept(await journal.facts());
      for (const id of this.#book.hosted) if (!before.has(id)) this.#wake(id);
    } catch (error) {
      this.#onError(error);
    }
  }

  async #leaveStore(): Promise<void> {
    this.#detach();
    this.#detach = () => {};
    this.#store = undefined;
    this.#attaching = undefined;
    this.#book = new HostBook();
    this.#queue.clear();
    await this.#pairings.close();
    await Promise.all([...this.#posts].map(([id, post]) => this.#leave(id, post)));
  }

  #wake(session: string): void {
    const post = this.#posts.get(session);
    if (this.#closed) return;
    if (post === undefined) {
      this.#queue.add(session);
      this.#pump();
      return;
    }
    post.lastActive = Date.now();
    post.again = true;
    if (post.settled && !post.closing) void this.#settle(post);
  }

  #pump(): void {
    const { atOnce = DEFAULT_AT_ONCE } = this.#options;
    for (const session of this.#queue) {
      if (this.#posts.size >= atOnce) {
        this.#makeRoom();
        return;
      }
      this.#queue.delete(session);
      this.#begin(session);
    }
  }

  #begin(session: string): void {
    const post: Post = {
      running: this.#run(session),
      lastActive: Date.now(),
      settled: false,
      again: true,
      closing: false,
    };
    this.#posts.set(session, post);
    void post.running.then(
      (running) => (running === undefined ? this.#drop(session, post) : this.#settle(post)),
      (error: unknown) => {
        this.#drop(session, post);
        this.#onError(error);
      },
    );
  }

  /** Nothing for a session that is archived or was deleted. */
  async #run(session: string): Promise<RunningSession | undefined> {
    const { registry, llm: usual, openModel } = this.#options;
    const store = this.#store;
    if (store === undefined) return undefined;
    try {
      const opened = await openSession(store, registry, session);
      if ((await ledgerOf(opened.journal)).archived || this.#closed) return undefined;
      const llm = new SessionModel(usual, openModel);
      const setting = {
        worker: this.#worker,
        isGone,
        llm,
        // There are no secrets to add, but this is told of every setup before it is used.
        secrets: (config: unknown) => {
          llm.configured(config);
          return config;
        },
        onError: this.#onError,
        hooks: { hud: this.hud.set.bind(this.hud, session) },
      };
      const { publication } = await taskBookOf(opened.journal);
      return await (publication ? runPublishedSession(opened, setting) : runSession(opened, setting));
    } catch (error) {
      if (error instanceof HostError) return undefined;
      throw error;
    }
  }

  /** Follows a session until it has nothing to do. */
  async #settle(post: Post): Promise<void> {
    post.settled = false;
    try {
      const running = await post.running;
      while (post.again && !post.closing) {
        post.again = false;
        await running?.idle();
      }
    } catch (error) {
      this.#onError(error);
    }
    post.settled = true;
    this.#pump();
  }

  #drop(session: string, post: Post): void {
    if (this.#posts.get(session) === post) this.#posts.delete(session);
    this.hud.set(session, 'idle');
    this.#pump();
  }

  #putToRest(idleMs: number): void {
    const before = Date.now() - idleMs;
    for (const [session, post] of this.#posts) {
      if (post.settled && post.lastActive <= before) void this.#leave(session, post);
    }
  }

  /** The session that has had nothing to do for longest gives its place up; `#drop` fills it. */
  #makeRoom(): void {
    const posts = [...this.#posts].toSorted(([, a], [, b]) => a.lastActive - b.lastActive);
    if (posts.some(([, { closing }]) => closing)) return;
    const rested = posts.find(([, { settled }]) => settled);
    if (rested) void this.#leave(...rested);
  }

  async #leave(session: string, post: Post): Promise<void> {
    if (post.closing) return;
    post.closing = true;
    post.again = false;
    try {
      await (await post.running)?.close();
    } catch (error) {
      this.#onError(error);
    }
    this.#drop(session, post);
    // What happened while it was closing is not to be missed.
    if (post.again && this.isHosted(session)) this.#wake(session);
  }
}

function isStoreClosed(error: unknown): boolean {
  return error instanceof JournalError && error.code === 'store-closed';
}
