import { openContextSession } from '../../host/a2a/published/context-session.ts';
import type { ContextSession } from '../../host/a2a/published/published-contexts.ts';
import { openPublishedSession } from '../../host/a2a/published/published-session.ts';
import { type Publication, publishedTasksOf } from '../../host/a2a/published/published-tasks.ts';
import type { Session } from '../../host/session.ts';
import type { FactStore } from '../../journal/store.ts';
import type { A2aOptions } from './endpoint.ts';
import { LiveTasks } from './live-tasks.ts';

/** A session with a caller's conversation. */
export interface OpenContext {
  readonly session: Session;
  readonly tasks: LiveTasks;
}

/** An open published session. */
export interface OpenSession extends OpenContext {
  readonly publication: Publication;
}

interface CachedContext extends OpenContext {
  readonly store: FactStore;
}

type Opening = (store: FactStore) => Promise<Session | undefined>;

type OpenSessionsOptions = Pick<A2aOptions, 'place' | 'registry' | 'host' | 'idleMs' | 'onFailure'>;

const DEFAULT_IDLE_MS = 10 * 60_000;
const MAX_SWEEP_MS = 30_000;

/**
 * The published sessions in use: each is run and followed from its first request on, closed when it is idle for long,
 * and dropped when it is unpublished.
 */
export class OpenSessions {
  readonly #options: OpenSessionsOptions;
  readonly #kept = new Map<string, Promise<CachedContext | undefined>>();
  readonly #sweep: ReturnType<typeof setInterval>;

  constructor(options: OpenSessionsOptions) {
    this.#options = options;
    const { idleMs = DEFAULT_IDLE_MS } = options;
    this.#sweep = setInterval(() => this.#leaveIdle(idleMs), Math.min(idleMs, MAX_SWEEP_MS)).unref();
  }

  /** The session, or `undefined` if there is no published one with this id. */
  async find(id: string): Promise<OpenSession | undefined> {
    const { registry, host } = this.#options;
    const found = await this.#current(id, async (store) => {
      const session = await openPublishedSession(store, registry, id);
      if (session) await host.runPublished(store, id);
      return session;
    });
    const publication = found?.tasks.now.publication;
    return found && publication && { ...found, publication };
  }

  /** The session of a context, created if necessary; `undefined` if it was archived. */
  async context(
    { session: published }: OpenSession,
    context: ContextSession,
  ): Promise<OpenContext | undefined> {
    const { registry, host } = this.#options;
    return await this.#current(context.session, async (store) => {
      const session = await openContextSession({ ...published, store }, registry, context);
      const { isOpenToCallers } = await publishedTasksOf(session.journal);
      if (!isOpenToCallers) return undefined;
      await host.host(store, context.session);
      return session;
    });
  }

  async close(): Promise<void> {
    clearInterval(this.#sweep);
    const all = await Promise.allSettled(this.#kept.values());
    this.#kept.clear();
    for (const kept of all) if (kept.status === 'fulfilled') kept.value?.tasks.close();
  }

  /** Changes by other processes, such as publishing or erasing, take effect at once. */
  async #current(id: string, open: Opening): Promise<OpenContext | undefined> {
    const store = await this.#options.place.existing();
    if (store === undefined) return undefined;
    const kept = await this.#keep(store, id, open);
    if (kept === undefined) return undefined;
    kept.tasks.touch();
    await kept.tasks.catchUp();
    if (!kept.tasks.ended.aborted) return kept;
    // It was deleted and possibly recreated, or unpublished and possibly republished.
    await this.#leave(id, kept);
    return await this.#current(id, open);
  }

  async #keep(store: FactStore, id: string, open: Opening): Promise<CachedContext | undefined> {
    const before = this.#kept.get(id);
    const kept = await before;
    if (kept?.store === store) return kept;
    // Another request may have opened it first.
    if (this.#kept.get(id) !== before) return await this.#keep(store, id, open);
    const opening = this.#open(store, id, open);
    this.#kept.set(id, opening);
    kept?.tasks.close();
    try {
      const opened = await opening;
      if (opened === undefined) this.#forget(id, opening);
      return opened;
    } catch (error) {
      this.#forget(id, opening);
      throw error;
    }
  }

  async #open(store: FactStore, id: string, open: Opening): Promise<CachedContext | undefined> {
    const { onFailure } = this.#options;
    const session = await open(store);
    if (session === undefined) return undefined;
    const gone = (): void => {
      const kept = this.#kept.get(id);
      this.#kept.delete(id);
      void kept?.then((each) => each?.tasks.close());
    };
    const tasks = await LiveTasks.of(session, {
      onFailure: (error) => onFailure?.(error),
      onWithdrawn: gone,
    });
    return { store, session, tasks };
  }

  #leaveIdle(idleMs: number): void {
    for (const [id, opening] of this.#kept) {
      opening
        .then(async (kept) => {
          const isIdle = kept && !kept.tasks.isWatched && Date.now() - kept.tasks.lastActive >= idleMs;
          if (isIdle) await this.#leave(id, kept);
        })
        // The error was reported to the caller.
        .catch(() => undefined);
    }
  }

  async #leave(id: string, kept: CachedContext): Promise<void> {
    if ((await this.#kept.get(id)) === kept) this.#kept.delete(id);
    kept.tasks.close();
  }

  #forget(id: string, opening: Promise<CachedContext | undefined>): void {
    if (this.#kept.get(id) === opening) this.#kept.delete(id);
  }
}
