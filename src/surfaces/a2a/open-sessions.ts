import { isUnderWay } from '../../harness/status-kinds.ts';
import { openPublishedSession } from '../../host/a2a/published-session.ts';
import type { Publication } from '../../host/a2a/task-book.ts';
import type { RunningSession } from '../../host/run-session.ts';
import type { Session } from '../../host/session.ts';
import type { FactStore } from '../../journal/store.ts';
import type { A2aOptions } from './endpoint.ts';
import { LiveTasks } from './live-tasks.ts';

/** A published session that somebody has asked for. */
export interface OpenSession {
  readonly session: Session;
  readonly tasks: LiveTasks;
  readonly publication: Publication;
}

interface Kept {
  readonly store: FactStore;
  readonly session: Session;
  readonly tasks: LiveTasks;
  readonly running: RunningSession | undefined;
  /** Whether it is being found out if it has anything to do. */
  settling: boolean;
}

type OpenSessionsOptions = Pick<A2aOptions, 'place' | 'registry' | 'run' | 'idleMs' | 'onFailure'>;

const DEFAULT_IDLE_MS = 10 * 60_000;
const LONGEST_SWEEP_MS = 30_000;

/**
 * The sessions that were asked for: followed, and run if that is wanted, from the first request on. One that has nothing to
 * do for long is put to rest, and taken up again with the next request or fact; one that is unpublished is left alone.
 */
export class OpenSessions {
  readonly #options: OpenSessionsOptions;
  readonly #kept = new Map<string, Promise<Kept | undefined>>();
  readonly #resting = new Set<string>();
  readonly #sweep: ReturnType<typeof setInterval>;
  #watched: { readonly store: FactStore; stop(): void } | undefined;

  constructor(options: OpenSessionsOptions) {
    this.#options = options;
    const { idleMs = DEFAULT_IDLE_MS } = options;
    this.#sweep = setInterval(() => this.#putToRest(idleMs), Math.min(idleMs, LONGEST_SWEEP_MS)).unref();
  }

  /** The session, or `undefined` when there is no published one of that id. */
  async find(id: string): Promise<OpenSession | undefined> {
    const store = await this.#options.place.existing();
    if (store === undefined) return undefined;
    const kept = await this.#keep(store, id);
    if (kept === undefined) return undefined;
    const { session, tasks } = kept;
    tasks.touch();
    // What another process has just published, unpublished or erased counts at once.
    await tasks.catchUp();
    if (tasks.ended.aborted) {
      // Deleted, and perhaps made again, or unpublished, and perhaps published again.
      await this.#leave(id, kept);
      return await this.find(id);
    }
    const { publication } = tasks.book;
    return publication && { session, tasks, publication };
  }

  async close(): Promise<void> {
    clearInterval(this.#sweep);
    this.#watched?.stop();
    this.#resting.clear();
    const all = await Promise.allSettled(this.#kept.values());
    this.#kept.clear();
    for (const kept of all) if (kept.status === 'fulfilled') await stop(kept.value);
  }

  async #keep(store: FactStore, id: string): Promise<Kept | undefined> {
    const before = this.#kept.get(id);
    const kept = await before;
    if (kept?.store === store) return kept;
    // Another request may have been here first.
    if (this.#kept.get(id) !== before) return await this.#keep(store, id);
    const opening = this.#open(store, id);
    this.#kept.set(id, opening);
    this.#resting.delete(id);
    this.#stopLater(kept);
    try {
      const opened = await opening;
      if (opened === undefined) this.#forget(id, opening);
      return opened;
    } catch (error) {
      this.#forget(id, opening);
      throw error;
    }
  }

  async #open(store: FactStore, id: string): Promise<Kept | undefined> {
    const { registry, run, onFailure } = this.#options;
    this.#watch(store);
    const session = await openPublishedSession(store, registry, id);
    if (session === undefined) return undefined;
    const gone = (): void => {
      const kept = this.#kept.get(id);
      this.#kept.delete(id);
      void kept?.then((each) => this.#stopLater(each));
    };
    const tasks = await LiveTasks.of(session, {
      onFailure: (error) => onFailure?.(error),
      onWithdrawn: gone,
    });
    try {
      return { store, session, tasks, running: await run?.(session), settling: false };
    } catch (error) {
      tasks.close();
      throw error;
    }
  }

  /** What happens in a session that rests wakes it: a draft that was approved has to go out. */
  #watch(store: FactStore): void {
    if (this.#watched?.store === store) return;
    this.#watched?.stop();
    const unwatch = store.watch((id) => {
      if (this.#resting.delete(id)) this.find(id).catch((error) => this.#options.onFailure?.(error));
    });
    this.#watched = { store, stop: unwatch };
  }

  #putToRest(idleMs: number): void {
    for (const [id, opening] of this.#kept) {
      opening
        .then((kept) => kept && this.#restIfIdle(id, kept, idleMs))
        .catch((error) => this.#options.onFailure?.(error));
    }
  }

  async #restIfIdle(id: string, kept: Kept, idleMs: number): Promise<void> {
    const { session, tasks, running } = kept;
    const isIdle = (): boolean => !tasks.isWatched && Date.now() - tasks.lastActive >= idleMs;
    if (kept.settling || !isIdle()) return;
    kept.settling = true;
    try {
      const { drafts } = tasks.ledger;
      const { current } = tasks.book;
      // Somebody is owed an answer, and it is not for a person to give it.
      if (current && isUnderWay(current.status) && drafts.open.length === 0) return;
      await running?.idle();
      if ((await this.#kept.get(id)) !== kept || !isIdle()) return;
      this.#kept.delete(id);
      this.#resting.add(id);
      await stop(kept);
      // What came in while it was about to rest was not seen by whoever wakes it.
      if ((await session.journal.head()) > tasks.book.head && this.#resting.has(id)) await this.find(id);
    } finally {
      kept.settling = false;
    }
  }

  async #leave(id: string, kept: Kept): Promise<void> {
    if ((await this.#kept.get(id)) === kept) this.#kept.delete(id);
    await stop(kept);
  }

  #stopLater(kept: Kept | undefined): void {
    void stop(kept).catch((error) => this.#options.onFailure?.(error));
  }

  #forget(id: string, opening: Promise<Kept | undefined>): void {
    if (this.#kept.get(id) === opening) this.#kept.delete(id);
  }
}

async function stop(kept: Kept | undefined): Promise<void> {
  kept?.tasks.close();
  await kept?.running?.close();
}
