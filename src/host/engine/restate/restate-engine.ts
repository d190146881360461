import type { Ingress } from '@restatedev/restate-sdk-clients';
import { withDeadline } from '../../../journal/deadline.ts';
import { causeText, JournalError } from '../../../journal/error.ts';
import type { FactStore, JournalSummary } from '../../../journal/store.ts';
import { isGone, ownWorkerName } from '../../this-process.ts';
import { EngineError } from '../error.ts';
import type { SessionEngine, WakeCause } from '../session-engine.ts';
import type { IdleSession } from '../session-pool.ts';
import type { RestateAddress } from './address.ts';
import { ChangeReporters, type ChangeReportersOptions } from './change-reporters.ts';
import type { Wake } from './object-state.ts';

/** That this process runs a session, or how it last became idle here. */
type LocalStatus = 'working' | IdleSession | undefined;

/** The Restate server, and who is told about failures. */
export interface RestateEngineOptions {
  readonly address: RestateAddress;
  /** Sent with every call, if Restate requires a token. */
  readonly token?: string | undefined;
  /**
   * What this process knows about a session that it runs itself: then nobody has to be notified of what it has
   * seen. While it runs, nobody is notified at all, and it has to be woken once more when that ends.
   */
  readonly statusOf?: (session: string) => LocalStatus;
  /** Where this process has the sessions worked on whose home it is, for others to call, and who hears of other homes. */
  readonly home?: Pick<ChangeReportersOptions, 'home' | 'name' | 'onHomes'>;
  /** Called when the engine does not know of any worker: none has come yet, or the engine has lost what it knew. */
  readonly onForgotten?: () => Promise<void>;
  readonly onError?: (error: unknown) => void;
}

const MAX_AT_ONCE = 32;
/** After the first, all changes of a session within this time are one call. Most are its own work, and need none. */
const SPACING_MS = 200;
const FIRST_RETRY_MS = 200;
const LAST_RETRY_MS = 5000;
const CALL_TIMEOUT_MS = 10_000;
const NOT_FOUND = 404;

/**
 * Lets the workers of a Restate server run sessions. Each change of a journal is at most one call, whoever notices
 * it: one process reports it, and calls about the same fact have the same idempotency key. What cannot be reported
 * now is reported when the engine is back.
 */
export class RestateEngine implements SessionEngine {
  readonly #store: FactStore;
  readonly #options: RestateEngineOptions;
  readonly #asked = new Set<string>();
  readonly #telling = new Set<string>();
  /** Sessions that may have been held back, and are reported whatever is known about them. */
  readonly #held = new Set<string>();
  readonly #underWay = new Set<Promise<void>>();
  readonly #reporters: ChangeReporters | undefined;
  #ingress: Promise<Ingress> | undefined;
  #retry: ReturnType<typeof setTimeout> | undefined;
  #retryMs = FIRST_RETRY_MS;
  #resumed = 0;
  #closed = false;

  constructor(store: FactStore, options: RestateEngineOptions) {
    this.#store = store;
    this.#options = options;
    this.#reporters =
      store.leases &&
      new ChangeReporters(store.leases, {
        group: options.address.object,
        name: ownWorkerName('reporter'),
        isGone,
        onAbandoned: (session) => this.report(session),
        ...options.home,
      });
    if (options.home) this.#reporters?.begin();
  }

  /** Where the session is worked on, if that is known and another process. */
  homeOf(session: string): string | undefined {
    return this.#reporters?.homeOf(session);
  }

  /** Whether nobody is at a home any more that cannot be reached. */
  isLost(home: string, how: { readonly ended: boolean }): boolean {
    return this.#reporters?.isLost(home, how) ?? true;
  }

  /** Whether the worker of this name is known to have ended. */
  isDead(worker: string): boolean {
    return this.#reporters?.isDead(worker) === true;
  }

  /** Of many processes that are woken for a change one tells the engine. */
  wake(session: string, { resumed = 0 }: WakeCause = {}): void {
    if (this.#closed) return;
    this.#resumed = Math.max(this.#resumed, resumed);
    if (resumed > 0) this.#held.add(session);
    else if (this.#reporters?.isMine(session) === false) return;
    this.report(session);
  }

  /** Notifies the engine of a session, whichever process would normally do so. */
  report(session: string): void {
    if (this.#closed) return;
    this.#asked.add(session);
    this.#pump();
  }

  /** The work is done elsewhere. */
  isAtWork(): boolean {
    return false;
  }

  isBusy(session: string): boolean {
    return this.#asked.has(session);
  }

  async rest(session: string): Promise<void> {
    this.#asked.delete(session);
  }

  async close(): Promise<void> {
    this.#closed = true;
    this.#asked.clear();
    clearTimeout(this.#retry);
    await Promise.all(this.#underWay);
    await this.#reporters?.close();
  }

  #pump(): void {
    if (this.#retry !== undefined) return;
    for (const session of this.#asked) {
      if (this.#underWay.size >= MAX_AT_ONCE) return;
      if (this.#telling.has(session)) continue;
      this.#asked.delete(session);
      this.#telling.add(session);
      const notification = this.#tell(session).finally(() => {
        this.#underWay.delete(notification);
        this.#pump();
      });
      this.#underWay.add(notification);
    }
  }

  async #tell(session: string): Promise<void> {
    try {
      await this.#call(session);
      this.#retryMs = FIRST_RETRY_MS;
      setTimeout(() => this.#again(session), SPACING_MS).unref();
    } catch (error) {
      this.#telling.delete(session);
      if (this.#closed || isStoreClosed(error)) return;
      this.#asked.add(session);
      this.#waitAfter(error);
    }
  }

  #again(session: string): void {
    this.#telling.delete(session);
    this.#pump();
  }

  async #call(session: string): Promise<void> {
    const { statusOf } = this.#options;
    const held = this.#held.has(session);
    if (!held && statusOf?.(session) === 'working') return;
    const summary = await this.#store.describe(session);
    if (summary === undefined) return;
    const { createdAt, head, hash } = summary;
    if (!held && isSeen(statusOf?.(session), summary)) return;
    const resumed = this.#resumed;
    const wake: Wake = { type: 'changed', createdAt, head, resumed };
    const { SendOpts } = await import('@restatedev/restate-sdk-clients');
    this.#ingress ??= this.#connect();
    const ingress = await this.#ingress;
    const idempotencyKey = `${head}:${resumed}:${hash}`;
    const target = ingress.objectSendClient<{ wake(context: unknown, wake: Wake): Promise<void> }>(
      { name: this.#options.address.object },
      session,
    );
    try {
      await withDeadline(CALL_TIMEOUT_MS, noAnswer, (signal) =>
        target.wake(wake, SendOpts.from({ idempotencyKey, signal })),
      );
      this.#held.delete(session);
    } catch (error) {
      throw callFailed(this.#options.address.ingress, error);
    }
  }

  async #connect(): Promise<Ingress> {
    const { connect } = await import('@restatedev/restate-sdk-clients');
    const { address, token } = this.#options;
    return connect({
      url: address.ingress,
      retry: false,
      ...(token && { headers: { Authorization: `Bearer ${token}` } }),
    });
  }

  #waitAfter(error: unknown): void {
    if (this.#retry !== undefined) return;
    const { onError, onForgotten } = this.#options;
    if (this.#retryMs === FIRST_RETRY_MS) onError?.(error);
    if (error instanceof EngineError && error.code === 'engine-refused' && onForgotten) {
      void onForgotten().catch((failure: unknown) => onError?.(failure));
    }
    this.#retry = setTimeout(() => {
      this.#retry = undefined;
      this.#pump();
    }, this.#retryMs);
    this.#retryMs = Math.min(this.#retryMs * 2, LAST_RETRY_MS);
  }
}

/** The engine remembers retries, so it is notified anyway. */
function isSeen(state: LocalStatus, { createdAt, head }: JournalSummary): boolean {
  if (state === 'working') return true;
  return state?.createdAt === createdAt && state.head >= head && state.againInMs === undefined;
}

function isStoreClosed(error: unknown): boolean {
  return error instanceof JournalError && error.code === 'store-closed';
}

function noAnswer(): Error {
  return new Error(`no answer within ${CALL_TIMEOUT_MS / 1000} s`);
}

function callFailed(ingress: string, cause: unknown): EngineError {
  const status = cause instanceof Error && 'status' in cause ? cause.status : undefined;
  if (typeof status !== 'number' || status >= 500) {
    return new EngineError('engine-unreachable', {
      summary: `Restate does not accept calls at ${ingress}: ${causeText(cause)}.`,
      fix: 'Nothing is lost: the journals keep everything, and work resumes when the engine is back.',
      cause,
    });
  }
  return new EngineError('engine-refused', {
    summary:
      status === NOT_FOUND
        ? `No Wayfold worker is registered with Restate at ${ingress}.`
        : `Restate at ${ingress} answered with status ${status}.`,
    fix: 'Start a worker: wayfold worker --store postgres://… --engine restate://… Nothing is lost meanwhile.',
    cause,
  });
}
