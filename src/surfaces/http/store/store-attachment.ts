import { setTimeout } from 'node:timers/promises';
import type { FactStore } from '../../../journal/store.ts';
import type { ReopeningStore } from './reopening-store.ts';

/** Options for what is opened for a store. */
export interface StoreAttachmentOptions<Opened> {
  readonly place: ReopeningStore;
  open(store: FactStore): Promise<Opened>;
  onError(error: unknown): void;
}

const RETRY_MS = 2000;

/** A resource that is open while one store is at its location, and reopened for the next one. */
export class StoreAttachment<Opened extends { close(): Promise<void> }> {
  readonly #options: StoreAttachmentOptions<Opened>;
  readonly #forget: () => void;
  #attached: { readonly store: FactStore; readonly opened: Promise<Opened> } | undefined;
  #current: Opened | undefined;
  #closed = false;

  constructor(options: StoreAttachmentOptions<Opened>) {
    this.#options = options;
    this.#forget = options.place.onReplaced(() => void this.#leave().then(() => this.start()));
  }

  /** The open resource; undefined while opening. */
  get current(): Opened | undefined {
    return this.#current;
  }

  /** Opens it for the current store. Does nothing without a store; a failing store is retried. */
  async start(): Promise<void> {
    const { place, onError } = this.#options;
    for (let attempt = 1; !this.#closed; attempt++) {
      try {
        const store = await place.existing();
        if (store !== undefined && !this.#closed) await this.attach(store);
        return;
      } catch (error) {
        if (attempt > 1) onError(error);
        await setTimeout(RETRY_MS, undefined, { ref: false });
      }
    }
  }

  /** The resource for this store. One that is open for another store is closed first. */
  async attach(store: FactStore): Promise<Opened> {
    while (this.#attached !== undefined && this.#attached.store !== store) await this.#leave();
    this.#attached ??= { store, opened: this.#options.open(store) };
    const attached = this.#attached;
    try {
      const opened = await attached.opened;
      if (this.#attached === attached) this.#current = opened;
      return opened;
    } catch (error) {
      if (this.#attached === attached) await this.#leave();
      throw error;
    }
  }

  async close(): Promise<void> {
    this.#closed = true;
    this.#forget();
    await this.#leave();
  }

  async #leave(): Promise<void> {
    const attached = this.#attached;
    this.#attached = undefined;
    this.#current = undefined;
    await (await attached?.opened.catch(() => undefined))?.close();
  }
}
