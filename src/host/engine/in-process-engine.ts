import type { FactStore } from '../../journal/store.ts';
import { QueueGauge } from '../../kernel/measurements.ts';
import type { RunningSession } from '../run-session.ts';
import { runHostedSession, type SessionEquipment } from './hosted-session.ts';
import type { SessionEngine } from './session-engine.ts';

/** How sessions are run in this process. */
export interface InProcessOptions extends SessionEquipment {
  /** How many sessions are at work at once; further ones wait until one has nothing to do. */
  readonly atOnce?: number;
  /** How long a session that has nothing to do is kept at work. */
  readonly idleMs?: number;
  /** Told when a session is taken up, has nothing more to do, or is put to rest. */
  readonly onChange?: (session: string) => void;
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
 * Runs sessions in this process. One that has nothing to do for long is put to rest, and taken up again when it is
 * woken.
 */
export class InProcessEngine implements SessionEngine {
  readonly #store: FactStore;
  readonly #options: InProcessOptions;
  readonly #posts = new Map<string, Post>();
  readonly #queue = new Set<string>();
  readonly #gauge = new QueueGauge('sessions');
  readonly #sweep: ReturnType<typeof setInterval>;
  #closed = false;

  constructor(store: FactStore, options: InProcessOptions) {
    this.#store = store;
    this.#options = options;
    const { idleMs = DEFAULT_IDLE_MS } = options;
    this.#sweep = setInterval(() => this.#putToRest(idleMs), Math.min(idleMs, LONGEST_SWEEP_MS)).unref();
  }

  isAtWork(session: string): boolean {
    return this.#posts.has(session);
  }

  isBusy(session: string): boolean {
    const post = this.#posts.get(session);
    return this.#queue.has(session) || (post !== undefined && !post.settled);
  }

  wake(session: string): void {
    if (this.#closed) return;
    const post = this.#posts.get(session);
    if (post === undefined) {
      this.#queue.add(session);
      this.#changed(session);
      this.#pump();
      return;
    }
    post.lastActive = Date.now();
    post.again = true;
    if (post.settled && !post.closing) void this.#settle(session, post);
  }

  async rest(session: string): Promise<void> {
    this.#queue.delete(session);
    const post = this.#posts.get(session);
    if (post) await this.#leave(session, post);
  }

  async close(): Promise<void> {
    this.#closed = true;
    clearInterval(this.#sweep);
    this.#queue.clear();
    this.#gauge.tell(0);
    await Promise.all([...this.#posts].map(([id, post]) => this.#leave(id, post)));
  }

  #pump(): void {
    const { atOnce = DEFAULT_AT_ONCE } = this.#options;
    for (const session of this.#queue) {
      if (this.#posts.size >= atOnce) {
        this.#makeRoom();
        break;
      }
      this.#queue.delete(session);
      this.#begin(session);
    }
    this.#gauge.tell(this.#queue.size);
  }

  #begin(session: string): void {
    const post: Post = {
      running: runHostedSession(this.#store, session, this.#options),
      lastActive: Date.now(),
      settled: false,
      again: true,
      closing: false,
    };
    this.#posts.set(session, post);
    void post.running.then(
      (running) => (running === undefined ? this.#drop(session, post) : this.#settle(session, post)),
      (error: unknown) => {
        this.#drop(session, post);
        this.#failed(error, session);
        // Nobody may tell of it again.
        setTimeout(() => this.wake(session), RETRY_MS).unref();
      },
    );
  }

  /** Follows a session until it has nothing to do. */
  async #settle(session: string, post: Post): Promise<void> {
    post.settled = false;
    this.#changed(session);
    try {
      const running = await post.running;
      while (post.again && !post.closing) {
        post.again = false;
        await running?.idle();
      }
    } catch (error) {
      this.#failed(error, session);
    }
    post.settled = true;
    this.#changed(session);
    this.#pump();
  }

  #drop(session: string, post: Post): void {
    if (this.#posts.get(session) === post) this.#posts.delete(session);
    this.#changed(session);
    if (!this.#closed) this.#pump();
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
      this.#failed(error, session);
    }
    this.#drop(session, post);
    // What happened while it was closing is not to be missed.
    if (post.again) this.wake(session);
  }

  #changed(session: string): void {
    this.#options.onChange?.(session);
  }

  #failed(error: unknown, session: string): void {
    this.#options.onError?.(error, session);
  }
}
