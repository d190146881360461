import type { FactStore } from '../../../journal/store.ts';

/** The location of a store, and how to open it. */
export interface StorePlace {
  /** Opens the store, creating it if necessary. */
  readonly open: () => Promise<FactStore>;
  /** Whether a store exists, without opening it, which might create it. Default: yes. */
  readonly exists?: () => boolean;
  /**
   * The identity of the current store, undefined for none; it changes when its file is deleted and recreated. Default:
   * always the same.
   */
  readonly identity?: () => string | undefined;
}

/** How often to check whether a store exists or was replaced. */
export const RECHECK_MS = 500;

/**
 * The store at a location, opened on first use, so that listing tools creates no data. If the store at the location is
 * replaced, the open one is closed: nobody would ever find what it stores.
 */
export class ReopeningStore {
  readonly #place: StorePlace;
  readonly #listeners = new Set<() => void>();
  #store: Promise<FactStore> | undefined;
  #opened: string | undefined;
  #looking: ReturnType<typeof setInterval> | undefined;

  constructor(place: StorePlace) {
    this.#place = place;
  }

  /** The open store. A failed attempt is retried on the next call, for a locked file may be free by then. */
  store(): Promise<FactStore> {
    this.#giveUpReplaced();
    this.#store ??= this.#open();
    return this.#store;
  }

  /** Whether a store may exist, without creating one. */
  exists(): boolean {
    this.#giveUpReplaced();
    return this.#store !== undefined || (this.#place.exists?.() ?? true);
  }

  /** The store if it exists; does not create one. */
  async existing(): Promise<FactStore | undefined> {
    return this.exists() ? await this.store() : undefined;
  }

  /** Calls `listener` soon after the open store was replaced or deleted, until the returned function is called. */
  onReplaced(listener: () => void): () => void {
    // A separate function for each call, so that each can be removed separately.
    const listen = () => listener();
    this.#listeners.add(listen);
    if (this.#place.identity) this.#looking ??= setInterval(() => this.#giveUpReplaced(), RECHECK_MS).unref();
    return () => {
      this.#listeners.delete(listen);
      if (this.#listeners.size > 0) return;
      clearInterval(this.#looking);
      this.#looking = undefined;
    };
  }

  /** Closes the store if it was opened. */
  async close(): Promise<void> {
    await (await this.#store?.catch(() => undefined))?.close();
  }

  #giveUpReplaced(): void {
    if (this.#opened === undefined || this.#opened === this.#place.identity?.()) return;
    // Pending work gets a store-closed error: its changes would be lost.
    void this.close().catch(() => undefined);
    this.#store = undefined;
    this.#opened = undefined;
    for (const listener of [...this.#listeners]) listener();
  }

  async #open(): Promise<FactStore> {
    try {
      const store = await this.#place.open();
      this.#opened = this.#place.identity?.();
      return store;
    } catch (error) {
      this.#store = undefined;
      throw error;
    }
  }
}
