import type { FactStore } from '../../../journal/store.ts';

/** Where a store is, and how to come to it. */
export interface StorePlace {
  /** Opens the store; it may be made by that. */
  readonly open: () => Promise<FactStore>;
  /** Whether there is something to read without opening, which may create the store. Default: yes. */
  readonly exists?: () => boolean;
  /** Which store is there now, undefined for none: another one when its file was deleted. Default: always the same. */
  readonly identity?: () => string | undefined;
}

/** How often to look whether a store is still there, or there by now. */
export const LOOK_AGAIN_MS = 500;

/**
 * The store of a place, opened when it is first asked for: who only lists tools leaves no data behind. When another is
 * there than the one that was opened, the opened one is given up: what it takes nobody would ever find.
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

  /** The store, opened. What failed to open is tried again next time: a locked file may be free by then. */
  store(): Promise<FactStore> {
    this.#giveUpReplaced();
    this.#store ??= this.#open();
    return this.#store;
  }

  /** Whether there may be something to read, found out without making a store. */
  exists(): boolean {
    this.#giveUpReplaced();
    return this.#store !== undefined || (this.#place.exists?.() ?? true);
  }

  /** The store if there is one. None is made. */
  async existing(): Promise<FactStore | undefined> {
    return this.exists() ? await this.store() : undefined;
  }

  /** Calls `listener` soon after the opened store was replaced or deleted, until the returned function is called. */
  onReplaced(listener: () => void): () => void {
    // A function of its own, so that each call has its own end.
    const listen = () => listener();
    this.#listeners.add(listen);
    if (this.#place.identity)
      this.#looking ??= setInterval(() => this.#giveUpReplaced(), LOOK_AGAIN_MS).unref();
    return () => {
      this.#listeners.delete(listen);
      if (this.#listeners.size > 0) return;
      clearInterval(this.#looking);
      this.#looking = undefined;
    };
  }

  /** Closes the store if it was ever opened. */
  async close(): Promise<void> {
    await (await this.#store?.catch(() => undefined))?.close();
  }

  #giveUpReplaced(): void {
    if (this.#opened === undefined || this.#opened === this.#place.identity?.()) return;
    // Who works on it is told that it is closed: a change would be lost.
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
