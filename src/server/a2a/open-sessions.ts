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
}

/** The sessions that were asked for: followed, and run if that is wanted, from the first request on. */
export class OpenSessions {
  readonly #options: Pick<A2aOptions, 'place' | 'registry' | 'run' | 'onFailure'>;
  readonly #kept = new Map<string, Promise<Kept | undefined>>();

  constructor(options: Pick<A2aOptions, 'place' | 'registry' | 'run' | 'onFailure'>) {
    this.#options = options;
  }

  /** The session, or `undefined` when there is no published one of that id. */
  async find(id: string): Promise<OpenSession | undefined> {
    const store = await this.#options.place.existing();
    if (store === undefined) return undefined;
    const kept = await this.#keep(store, id);
    if (kept === undefined) return undefined;
    const { session, tasks } = kept;
    const head = await session.journal.head();
    if (head < tasks.book.head) {
      // Deleted, and perhaps made again.
      if ((await this.#kept.get(id)) === kept) this.#kept.delete(id);
      await stop(kept);
      return await this.find(id);
    }
    // What another process has just published or unpublished counts at once.
    await tasks.upTo(head);
    const { publication } = tasks.book;
    return publication && { session, tasks, publication };
  }

  async close(): Promise<void> {
    const all = await Promise.all(this.#kept.values());
    this.#kept.clear();
    for (const kept of all) await stop(kept);
  }

  async #keep(store: FactStore, id: string): Promise<Kept | undefined> {
    const before = this.#kept.get(id);
    const kept = await before;
    if (kept?.store === store) return kept;
    // Another request may have been here first.
    if (this.#kept.get(id) !== before) return await this.#keep(store, id);
    const opening = this.#open(store, id);
    this.#kept.set(id, opening);
    void stop(kept).catch((error) => this.#options.onFailure?.(error));
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
    const session = await openPublishedSession(store, registry, id);
    if (session === undefined) return undefined;
    const tasks = await LiveTasks.of(session.journal, (error) => {
      onFailure?.(error);
      const gone = this.#kept.get(id);
      this.#kept.delete(id);
      void gone?.then(stop).catch((failure) => onFailure?.(failure));
    });
    return { store, session, tasks, running: await run?.(session) };
  }

  #forget(id: string, opening: Promise<Kept | undefined>): void {
    if (this.#kept.get(id) === opening) this.#kept.delete(id);
  }
}

async function stop(kept: Kept | undefined): Promise<void> {
  kept?.tasks.close();
  await kept?.running?.close();
}
