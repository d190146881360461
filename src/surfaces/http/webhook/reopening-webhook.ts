import { setTimeout } from 'node:timers/promises';
import type { Sessions } from '../../../sessions/sessions.ts';
import type { ReopeningStore } from '../reopening-store.ts';
import { type InboxWebhookOptions, startInboxWebhook } from './inbox-webhook.ts';

const RETRY_MS = 2000;

/** The webhook of a server, whichever store is at its place; `undefined` when the environment names none. */
export function webhookFor(
  env: Readonly<Record<string, string | undefined>>,
  setting: { readonly place: ReopeningStore; readonly sessions: Sessions; onError(error: unknown): void },
): ReopeningWebhook | undefined {
  const url = env.WAYFOLD_WEBHOOK_URL?.trim();
  const secret = env.WAYFOLD_WEBHOOK_SECRET?.trim() || undefined;
  return url ? new ReopeningWebhook({ ...setting, url, secret }) : undefined;
}

/** Follows the store of a place: another one when it was replaced. */
export class ReopeningWebhook {
  readonly #options: InboxWebhookOptions & { readonly place: ReopeningStore };
  readonly #forget: () => void;
  #running: { close(): Promise<void> } | undefined;
  #turn: Promise<void> = Promise.resolve();
  #closed = false;

  constructor(options: InboxWebhookOptions & { readonly place: ReopeningStore }) {
    this.#options = options;
    this.#forget = options.place.onReplaced(() => void this.start());
  }

  /** Begins with the store that is there. One that cannot be read may be there soon. */
  start(): Promise<void> {
    this.#turn = this.#turn.then(() => this.#begin());
    return this.#turn;
  }

  async close(): Promise<void> {
    this.#closed = true;
    this.#forget();
    await this.#turn;
    await this.#running?.close();
  }

  async #begin(): Promise<void> {
    const { place, onError } = this.#options;
    await this.#running?.close();
    this.#running = undefined;
    for (let attempt = 1; !this.#closed; attempt++) {
      try {
        const store = await place.existing();
        if (store) this.#running = await startInboxWebhook(store, this.#options);
        return;
      } catch (error) {
        if (attempt > 1) onError(error);
        await setTimeout(RETRY_MS, undefined, { ref: false });
      }
    }
  }
}
