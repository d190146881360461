import { setTimeout as wait } from 'node:timers/promises';
import type { Client } from 'pg';
import { Watchers } from '../watchers.ts';
import { answeredWithin, type Database, type Session, type Statement } from './database.ts';
import { PendingNotifications } from './pending-notifications.ts';

const FIRST_RETRY_MS = 50;
const LAST_RETRY_MS = 5000;
const HEARTBEAT_MS = 15_000;
const HEARTBEAT_TIMEOUT_MS = 10_000;
const IDS_PAGE = 1000;
/** In a store with many journals a check takes longer, and runs less often. */
const MIN_REST_RATIO = 20;

const NOTIFY: Statement = {
  name: 'notify',
  text: `SELECT pg_notify($1, $2::text || ' ' || journal) FROM unnest($3::text[]) journal`,
};
const IDS: Statement = {
  name: 'ids',
  text: `SELECT id FROM journals WHERE id > $1 ORDER BY id LIMIT ${IDS_PAGE}`,
};

/**
 * Tells who watches when a journal changes: at once for this store's commits, by LISTEN for other processes'. It listens
 * while somebody watches. Whatever was missed while no connection listened is made good by telling of everything.
 *
 * Appends are told of after their commit, those of one moment in one statement. A notification in the transaction itself
 * would make every commit of the server wait for the one before it to be on disk. Who dies in between has not told: who
 * watches looks for such changes from time to time.
 */
export class ChangeFeed {
  readonly channel: string;
  readonly #db: Database;
  readonly #watchers = new Watchers();
  #watchingAll = 0;
  readonly #changes: PendingNotifications;
  readonly #lookMs: number;
  readonly #pending = new Set<string>();
  #telling: Promise<void> | undefined;
  #sender = newSender();
  #listening: { readonly stop: AbortController; readonly stopped: Promise<void> } | undefined;

  /** `lookMs`: how often to look for changes that nobody was told of. */
  constructor(db: Database, { lookMs }: { readonly lookMs: number }) {
    this.#db = db;
    this.#lookMs = lookMs;
    this.#changes = new PendingNotifications(db);
    this.channel = `wayfold:${db.schema}`;
  }

  /** Marks this store's notifications, so that it ignores those of its own commits. */
  get sender(): string {
    return this.#sender;
  }

  watch(listener: (journal: string) => void, journal?: string): () => void {
    const unwatch = this.#watchers.add(listener, journal);
    const all = journal === undefined ? 1 : 0;
    this.#watchingAll += all;
    this.#listening ??= this.#listen();
    let watching = true;
    return () => {
      if (!watching) return;
      watching = false;
      unwatch();
      this.#watchingAll -= all;
      if (this.#watchers.size === 0) void this.#stop();
    };
  }

  /** Calls this store's own watchers after a commit. A throwing watcher must not make the commit look failed. */
  notify(journal: string): void {
    try {
      this.#watchers.notify(journal);
    } catch (error) {
      queueMicrotask(() => {
        throw error;
      });
    }
  }

  /** Notifies the watchers of other stores when the transaction commits. */
  async announce(session: Session, journals: readonly string[]): Promise<void> {
    await session.query(NOTIFY, [this.channel, this.#sender, journals]);
  }

  /** Notifies the watchers of other stores of a commit, soon. */
  announceSoon(journals: Iterable<string>): void {
    for (const journal of journals) this.#pending.add(journal);
    if (this.#pending.size === 0) return;
    this.#telling ??= this.#tellOthers();
  }

  /** After a commit with an unknown outcome: its notification then counts as another store's. */
  loseTrack(journals: Iterable<string>): void {
    this.#sender = newSender();
    for (const journal of journals) this.notify(journal);
  }

  /** Resolves when everything is announced, or cannot be. */
  async announced(): Promise<void> {
    await this.#telling;
  }

  async close(): Promise<void> {
    this.#watchers.clear();
    await this.#stop();
  }

  async #tellOthers(): Promise<void> {
    while (this.#pending.size > 0) {
      const journals = [...this.#pending];
      this.#pending.clear();
      // Watchers find what could not be announced.
      await this.#db.query(NOTIFY, [this.channel, this.#sender, journals]).catch(() => {});
    }
    // At once: what is announced a moment later must not rely on a loop that has ended.
    this.#telling = undefined;
  }

  async #stop(): Promise<void> {
    const listening = this.#listening;
    this.#listening = undefined;
    listening?.stop.abort();
    await listening?.stopped;
  }

  #listen(): { stop: AbortController; stopped: Promise<void> } {
    const stop = new AbortController();
    const ended = Promise.all([this.#keepListening(stop.signal), this.#keepLooking(stop.signal)]);
    return { stop, stopped: ended.then(() => {}) };
  }

  async #keepLooking(stop: AbortSignal): Promise<void> {
    let restMs = this.#lookMs;
    while (!stop.aborted) {
      await wait(restMs, undefined, { signal: stop, ref: false }).catch(() => {});
      if (stop.aborted) return;
      const began = performance.now();
      try {
        const among = this.#watchingAll > 0 ? undefined : [...this.#watchers.named()];
        for (const journal of await this.#changes.look(among)) this.notify(journal);
      } catch {
        // It is found by the next check.
      }
      restMs = Math.max(this.#lookMs, (performance.now() - began) * MIN_REST_RATIO);
    }
  }

  async #keepListening(stop: AbortSignal): Promise<void> {
    let retryMs = FIRST_RETRY_MS;
    while (!stop.aborted) {
      try {
        await this.#listenOnce(stop, () => {
          retryMs = FIRST_RETRY_MS;
        });
      } catch {
        // Watchers read too, and get the error from that.
      }
      await wait(retryMs, undefined, { signal: stop }).catch(() => {});
      retryMs = Math.min(retryMs * 2, LAST_RETRY_MS);
    }
  }

  async #listenOnce(stop: AbortSignal, onActive: () => void): Promise<void> {
    const client = await this.#db.dedicated();
    try {
      const end = connectionEnd(client, stop);
      client.on('notification', ({ payload = '' }) => this.#hear(payload));
      await this.#changes.begin();
      await client.query(`LISTEN "${this.channel}"`);
      onActive();
      await this.#tellOfEverything(stop);
      await end;
    } finally {
      client.connection.stream.destroy();
    }
  }

  #hear(payload: string): void {
    const [sender, journal] = payload.split(' ', 2);
    if (journal !== undefined && sender !== this.#sender) this.notify(journal);
  }

  async #tellOfEverything(stop: AbortSignal): Promise<void> {
    for (const journal of [...this.#watchers.named()]) this.notify(journal);
    if (this.#watchingAll === 0) return;
    for (let after: string | undefined = ''; after !== undefined && !stop.aborted; ) {
      const page: { id: string }[] = await this.#db.query<{ id: string }>(IDS, [after]);
      for (const { id } of page) this.notify(id);
      after = page.at(-1)?.id;
    }
  }
}

/**
 * Resolves when the connection has ended, and ends it when nobody listens any more or the server does not answer: a
 * silently broken connection would otherwise never be noticed.
 */
function connectionEnd(client: Client, stop: AbortSignal): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  const cut = () => client.connection.stream.destroy();
  const beat = () => answeredWithin(HEARTBEAT_TIMEOUT_MS, client.query('SELECT 1'));
  const heartbeat = setInterval(() => void beat().catch(cut), HEARTBEAT_MS);
  stop.addEventListener('abort', cut, { once: true });
  client.on('end', () => {
    clearInterval(heartbeat);
    stop.removeEventListener('abort', cut);
    resolve();
  });
  if (stop.aborted) cut();
  return promise;
}

function newSender(): string {
  return crypto.randomUUID();
}
