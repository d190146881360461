import { ledgerOf } from '../../harness/ledger.ts';
import { isFinal } from '../../harness/status-kinds.ts';
import type { FactStore, JournalSummary } from '../../journal/store.ts';
import { HostError } from '../error.ts';
import { type Pairing, pairSessions } from '../pair-sessions.ts';
import type { RunningSession } from '../run-session.ts';
import { openHostSession } from '../session.ts';
import { Gate } from './gate.ts';
import type { PairedSessions } from './host-book.ts';
import { runHostedSession, type SessionEquipment } from './hosted-session.ts';

/** A session that has nothing left to do at the moment. */
export interface Rest {
  /** Of the journal that was seen. A journal that was made anew under the same id has another one. */
  readonly createdAt: string;
  /** Every fact up to here was seen, and everything it asks for was done or waits. */
  readonly head: number;
  /** When it was, in milliseconds since 1970. */
  readonly at: number;
  /** How long it is until something is to be tried again. */
  readonly againInMs?: number;
}

/** With what sessions are brought to rest. */
export interface WarmSessionsOptions extends SessionEquipment {
  /** Whom a session talks to. */
  pairOf(session: string): Promise<PairedSessions | undefined>;
  /** How many sessions are worked on at once; further ones wait. */
  readonly atOnce?: number;
  /** How many sessions that have come to rest are kept in memory, so that their journals are not read again. */
  readonly keep?: number;
}

/** A session in memory. Between two times that it is worked on its gate is shut. */
interface Warm {
  readonly gate: Gate;
  readonly running: RunningSession;
  pairing?: Pairing;
  rest?: Rest;
}

export const DEFAULT_AT_ONCE = 16;
const DEFAULT_KEEP = 256;

/** Works on sessions from one rest to the next, whenever it is asked to and at no other time. */
export class WarmSessions {
  readonly #store: FactStore;
  readonly #options: WarmSessionsOptions;
  readonly #warm = new Map<string, Warm>();
  /** The end of the work on each session that is worked on. */
  readonly #working = new Map<string, Promise<void>>();
  readonly #waiting: (() => void)[] = [];
  readonly #closing = new AbortController();
  #places: number;

  constructor(store: FactStore, options: WarmSessionsOptions) {
    this.#store = store;
    this.#options = options;
    this.#places = options.atOnce ?? DEFAULT_AT_ONCE;
  }

  /**
   * Lets a session's planner plan and its reactors act until nothing is left to do. Nothing for one that is not there.
   * When `signal` aborts first, what is under way is given back and this rejects.
   */
  async bringToRest(session: string, signal: AbortSignal): Promise<Rest | undefined> {
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

  /** Whether a session is worked on here at the moment; otherwise how far it was seen here, if it is still known. */
  standingOf(session: string): 'working' | Rest | undefined {
    return this.#working.has(session) ? 'working' : this.#warm.get(session)?.rest;
  }

  /** Gives back what is under way, and forgets all sessions. */
  async close(): Promise<void> {
    this.#closing.abort(new DOMException('The worker closes.', 'AbortError'));
    await Promise.all(this.#working.values());
    await Promise.all([...this.#warm.keys()].map((session) => this.#forget(session)));
  }

  async #inTurn(session: string, over: AbortSignal): Promise<Rest | undefined> {
    await this.#takePlace(over);
    try {
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
      await new Promise<void>((resolve) => this.#waiting.push(resolve));
    }
    over.removeEventListener('abort', call);
    over.throwIfAborted();
    this.#places -= 1;
  }

  /** All of them: the first may have given up. */
  #callWaiting(): void {
    for (const pass of this.#waiting.splice(0)) pass();
  }

  async #work(session: string, over: AbortSignal): Promise<Rest | undefined> {
    const summary = await this.#store.describe(session);
    if (summary === undefined) return undefined;
    const warm = await this.#open(session);
    if (warm === undefined) return undefined;
    const aborted = Promise.withResolvers<never>();
    const abort = () => aborted.reject(over.reason);
    over.addEventListener('abort', abort);
    try {
      warm.gate.open();
      over.throwIfAborted();
      const rest = await Promise.race([this.#settle(warm, summary), aborted.promise]);
      warm.gate.shut();
      warm.rest = rest;
      await this.#makeRoom();
      return rest;
    } catch (error) {
      await this.#forget(session);
      throw error;
    } finally {
      over.removeEventListener('abort', abort);
    }
  }

  async #settle(warm: Warm, { createdAt }: JournalSummary): Promise<Rest> {
    const { running, gate } = warm;
    const { journal } = running.session;
    for (;;) {
      const head = await journal.head();
      await this.#pair(warm);
      await warm.pairing?.idle();
      await running.idle();
      if ((await journal.head()) !== head) continue;
      const at = Date.now();
      const due = gate.nextDue;
      return { createdAt, head, at, ...(due !== undefined && { againInMs: Math.max(0, due - at) }) };
    }
  }

  /** The last one that was asked for comes last. */
  async #open(session: string): Promise<Warm | undefined> {
    const known = this.#warm.get(session);
    this.#warm.delete(session);
    const warm = known ?? (await this.#begin(session));
    if (warm) this.#warm.set(session, warm);
    return warm;
  }

  async #begin(session: string): Promise<Warm | undefined> {
    const gate = new Gate();
    const running = await runHostedSession(this.#store, session, this.#options, gate);
    return running && { gate, running };
  }

  /** What a session says to the one it talks to is carried over while it is worked on. */
  async #pair(warm: Warm): Promise<void> {
    if (warm.pairing) return;
    const { registry, onError, pairOf } = this.#options;
    const pair = await pairOf(warm.running.session.journal.id);
    if (pair === undefined) return;
    const { gate } = warm;
    try {
      const first = gate.take(await openHostSession(this.#store, registry, pair.first));
      const second = gate.take(await openHostSession(this.#store, registry, pair.second));
      const ledgers = await Promise.all([ledgerOf(first.journal), ledgerOf(second.journal)]);
      if (ledgers.every(({ status, archived }) => archived || isFinal(status))) return;
      warm.pairing = await pairSessions(first.journal, second.journal, { onError, timer: gate.timer });
    } catch (error) {
      // The other side was deleted: there is nobody to talk to.
      if (!(error instanceof HostError)) throw error;
    }
  }

  async #makeRoom(): Promise<void> {
    const { keep = DEFAULT_KEEP } = this.#options;
    for (const session of this.#warm.keys()) {
      if (this.#warm.size <= keep) return;
      if (!this.#working.has(session)) await this.#forget(session);
    }
  }

  async #forget(session: string): Promise<void> {
    const warm = this.#warm.get(session);
    this.#warm.delete(session);
    if (warm === undefined) return;
    warm.pairing?.close();
    // Open, so that what waits at the gate can see that it is over.
    warm.gate.open();
    await warm.running.close().catch((error: unknown) => this.#options.onError?.(error, session));
  }
}
