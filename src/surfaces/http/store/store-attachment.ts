import { setTimeout } from 'node:timers/promises';
import type { FactStore } from '../../../journal/store.ts';
import type { ReopeningStore } from './reopening-store.ts';

/** What is opened for a store, and how. */
export interface StoreAttachmentOptions<Opened> {
  readonly place: ReopeningStore;
  open(store: FactStore): Promise<Opened>;
  onError(error: unknown): void;
}

const RETRY_MS = 2000;

/** Something that is open for as long as one store is at its place, and opened anew for the next one. */
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

  /** What is open now; nothing while it is being opened. */
  get current(): Opened | undefined {
    return this.#current;
  }

  /** Opens it for the store that is there. Without a store nothing is opened; one that fails may be there soon. */
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

  /** What is opened for this store. What is open for another one is closed before. */
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
