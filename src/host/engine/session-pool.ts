import { ledgerOf } from '../../harness/conversation/ledger.ts';
import { isFinal } from '../../harness/conversation/task-status.ts';
import type { FactStore, JournalSummary } from '../../journal/store.ts';
import { type Following, follow } from '../../kernel/projection/follow.ts';
import { QueueGauge } from '../../kernel/telemetry/measurements.ts';
import { HostError } from '../error.ts';
import { type Pairing, pairSessions } from '../pair-sessions.ts';
import type { RunningSession } from '../run-session.ts';
import { openHostSession } from '../session.ts';
import { type HostFold, hosting, openHostJournal } from './host-fold.ts';
import { runHostedSession, type SessionRunOptions } from './hosted-session.ts';
import { PausableSession } from './pausable-session.ts';

/** An idle session. */
export interface IdleSession {
  /** Of the journal that was read. A journal recreated under the same id has another one. */
  readonly createdAt: string;
  /** Every fact up to here was read, and everything it asks for was done or waits. */
  readonly head: number;
  /** The time, in milliseconds since 1970. */
  readonly at: number;
  /** How long until something has to be retried. */
  readonly againInMs?: number;
}

/** Options for running sessions until they are idle. */
export interface SessionPoolOptions extends SessionRunOptions {
  /** How many sessions run at once; further ones wait. */
  readonly atOnce?: number;
  /** How many idle sessions are kept in memory, so that their journals are not read again. */
  readonly keep?: number;
  /** Called when it is a session's turn. False: another worker has it, and it is left alone. */
  readonly mayWork?: (session: string) => Promise<boolean>;
  /** Called when a session is unloaded. */
  readonly onClosed?: (session: string) => void;
}

/** A session in memory. It is paused between runs. */
interface PooledSession {
  readonly control: PausableSession;
  readonly running: RunningSession;
  /** What transfers messages between it and its paired session; `key` names the two. */
  pairing?: Pairing & { readonly key: string };
  rest?: IdleSession;
}

export const DEFAULT_AT_ONCE = 16;
const DEFAULT_KEEP = 256;

/** Runs sessions until they are idle, only when asked to. */
export class SessionPool {
  readonly #store: FactStore;
  readonly #options: SessionPoolOptions;
  readonly #pooled = new Map<string, PooledSession>();
  /** The end of the work on each running session. */
  readonly #working = new Map<string, Promise<void>>();
  /** Sessions that are being unloaded: they are opened again only after that. */
  readonly #closings = new Map<string, Promise<void>>();
  readonly #waiting: (() => void)[] = [];
  readonly #closing = new AbortController();
  readonly #hosting: Following<HostFold>;
  readonly #gauge = new QueueGauge('sessions');
  #places: number;

  constructor(store: FactStore, options: SessionPoolOptions) {
    this.#store = store;
    this.#hosting = follow(openHostJournal(store), hosting);
    this.#options = options;
    this.#places = options.atOnce ?? DEFAULT_AT_ONCE;
  }

  /**
   * Runs a session's planner and reactors until nothing is left to do. Does nothing for a missing one. If `signal`
   * aborts first, running work is released and this rejects.
   */
  async bringToRest(session: string, signal: AbortSignal): Promise<IdleSession | undefined> {
    const over = AbortSignal.any([signal, this.#closing.signal]);
    while (this.#working.has(session)) await this.#working.get(session);
    over.throwIfAborted();
    const work = this.#inTurn(session, over);
    const ended = work.then(
      () => {},
      () => {},
    );
    this.#working.set(session, ended);
    try {
      return await work;
    } finally {
      this.#working.delete(session);
    }
  }

  /** Whether a session is running here; otherwise how far it was read here, if that is still known. */
  statusOf(session: string): 'working' | IdleSession | undefined {
    return this.#working.has(session) ? 'working' : this.#pooled.get(session)?.rest;
  }

  /** Whether a session's journal ends where it did when the session came to rest. */
  async isSeen(session: string, { createdAt, head }: IdleSession): Promise<boolean> {
    const summary = await this.#store.describe(session);
    return summary?.createdAt === createdAt && summary.head === head;
  }

  /** Whether a session is kept in memory. */
  has(session: string): boolean {
    return this.#pooled.has(session);
  }

  /** The sessions that have been idle since a time, in milliseconds since 1970. */
  restingSince(time: number): readonly string[] {
    return [...this.#pooled]
      .filter(([session, { rest }]) => rest && rest.at <= time && !this.#working.has(session))
      .map(([session]) => session);
  }

  /** Unloads a session. Waits for its running work. */
  async forget(session: string): Promise<void> {
    await this.#working.get(session);
    await this.#forget(session);
  }

  /** Releases running work, and unloads all sessions. */
  async close(): Promise<void> {
    this.#closing.abort(new DOMException('The worker is closing.', 'AbortError'));
    await Promise.all(this.#working.values());
    await Promise.all([...this.#pooled.keys()].map((session) => this.#forget(session)));
  }

  async #inTurn(session: string, over: AbortSignal): Promise<IdleSession | undefined> {
    await this.#takePlace(over);
    try {
      if ((await this.#options.mayWork?.(session)) === false) {
        await this.#forget(session);
        return undefined;
      }
      return await this.#work(session, over);
    } finally {
      this.#places += 1;
      this.#callWaiting();
    }
  }

  async #takePlace(over: AbortSignal): Promise<void> {
    const call = () => this.#callWaiting();
    over.addEventListener('abort', call);
    while (this.#places === 0 && !over.aborted) {
      const called = new Promise<void>((resolve) => this.#waiting.push(resolve));
      this.#gauge.report(this.#waiting.length);
      await called;
    }
    over.removeEventListener('abort', call);
    over.throwIfAborted();
    this.#places -= 1;
  }

  /** All of them, because the first may have been aborted. */
  #callWaiting(): void {
    for (const pass of this.#waiting.splice(0)) pass();
    this.#gauge.report(0);
  }

  async #work(session: string, over: AbortSignal): Promise<IdleSession | undefined> {
    // Those that look at a journal in the same moment share a look.
    const [summary, hosting, isSuperseded] = await Promise.all([
      this.#store.describe(session),
      this.#hosting.catchUp(),
      this.#pooled.get(session)?.running.isSuperseded(),
    ]);
    if (summary === undefined || isSuperseded) await this.#forget(session);
    if (summary === undefined) return undefined;
    const pooled = await this.#open(session);
    if (pooled === undefined) return undefined;
    const aborted = Promise.withResolvers<never>();
    // It may be rejected before anybody awaits it.
    aborted.promise.catch(() => {});
    const abort = () => aborted.reject(over.reason);
    over.addEventListener('abort', abort);
    try {
      await this.#pair(pooled, hosting);
      over.throwIfAborted();
      const rest = await Promise.race([this.#settle(pooled, summary), aborted.promise]);
      if (rest === undefined) {
        // It is taken up again as what it is by now.
        await this.#forget(session);
        return await this.#work(session, over);
      }
      pooled.rest = rest;
      await this.#makeRoom();
      return rest;
    } catch (error) {
      await this.#forget(session);
      throw error;
    } finally {
      over.removeEventListener('abort', abort);
    }
  }

  /**
   * The session is paused at the end: later changes are for the next caller, possibly in another worker. Does nothing
   * for a session that is to be reopened.
   */
  async #settle(pooled: PooledSession, { createdAt }: JournalSummary): Promise<IdleSession | undefined> {
    const { running, control } = pooled;
    const { journal } = running.session;
    for (;;) {
      control.resume();
      const [head] = await Promise.all([journal.head(), pooled.pairing?.idle(), running.idle()]);
      control.pause();
      const [now, isSuperseded] = await Promise.all([journal.head(), running.isSuperseded()]);
      if (now !== head) continue;
      if (isSuperseded) return undefined;
      const at = Date.now();
      const due = control.nextDue;
      const again = [due === undefined ? undefined : Math.max(0, due - at), await running.againInMs?.()];
      const soonest = Math.min(...again.map((ms) => ms ?? Number.POSITIVE_INFINITY));
      return { createdAt, head, at, ...(Number.isFinite(soonest) && { againInMs: soonest }) };
    }
  }

  /** The last requested one comes last. */
  async #open(session: string): Promise<PooledSession | undefined> {
    await this.#closings.get(session);
    const known = this.#pooled.get(session);
    this.#pooled.delete(session);
    const pooled = known ?? (await this.#begin(session));
    if (pooled) this.#pooled.set(session, pooled);
    return pooled;
  }

  async #begin(session: string): Promise<PooledSession | undefined> {
    const control = new PausableSession();
    const running = await runHostedSession(this.#store, session, this.#options, control);
    return running && { control, running };
  }

  /** Messages to the paired session are transferred while the session is open. */
  async #pair(pooled: PooledSession, hosted: HostFold): Promise<void> {
    const { registry, onError } = this.#options;
    const pair = hosted.pairOf(pooled.running.session.journal.id);
    const key = pair && `${pair.first} ${pair.second}`;
    if (key === pooled.pairing?.key) return;
    pooled.pairing?.close();
    delete pooled.pairing;
    if (pair === undefined || key === undefined) return;
    const { control } = pooled;
    try {
      const first = control.wrap(await openHostSession(this.#store, registry, pair.first));
      const second = control.wrap(await openHostSession(this.#store, registry, pair.second));
      const ledgers = await Promise.all([ledgerOf(first.journal), ledgerOf(second.journal)]);
      if (ledgers.every(({ status, archived }) => archived || isFinal(status))) return;
      const options = { onError, timer: control.timer };
      pooled.pairing = { key, ...(await pairSessions(first.journal, second.journal, options)) };
    } catch (error) {
      // The other side was deleted: there is nobody to talk to.
      if (!(error instanceof HostError)) throw error;
    }
  }

  async #makeRoom(): Promise<void> {
    const { keep = DEFAULT_KEEP } = this.#options;
    for (const session of this.#pooled.keys()) {
      if (this.#pooled.size <= keep) return;
      if (!this.#working.has(session)) await this.#forget(session);
    }
  }

  async #forget(session: string): Promise<void> {
    const pooled = this.#pooled.get(session);
    this.#pooled.delete(session);
    if (pooled === undefined) return;
    pooled.pairing?.close();
    // Resumed, so that waiting code can see that it is over.
    pooled.control.resume();
    const closed = pooled.running.close().catch((error: unknown) => this.#options.onError?.(error, session));
    this.#closings.set(session, closed);
    await closed;
    this.#closings.delete(session);
    this.#options.onClosed?.(session);
  }
}
