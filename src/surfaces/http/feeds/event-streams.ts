import type { Context } from 'hono';
import { type SSEStreamingApi, streamSSE } from 'hono/streaming';
import type { ClientOf } from '../access/client-address.ts';
import { ClientCounts } from '../access/client-counts.ts';
import { ServerError } from '../error.ts';
import type { EventStreamsOptions } from '../server-options.ts';
import type { FeedEnds } from './change-feed.ts';

/** One event of a stream. `data` is JSON, so it contains no line breaks. */
export interface StreamEvent {
  readonly event: string;
  readonly data: unknown;
  readonly id?: number | string;
}

/** Writes to a stream. It resolves when the events are sent, so a slow client slows its source down. */
export interface Feed {
  send(events: readonly StreamEvent[]): Promise<void>;
  end(): void;
}

/** The default limits of streams. */
export const DEFAULT_STREAMS: Required<EventStreamsOptions> = {
  limit: 512,
  perAddress: 128,
  heartbeatMs: 15_000,
};

const RETRY_HINT = 'retry: 1000\n\n';
/** A stream is closed after this many heartbeats without the client reading; it can resume later. */
const MISSED_HEARTBEATS = 4;

/** The open server-sent event streams: counts them, sends heartbeats and closes them together. */
export class EventStreams {
  readonly #limit: number;
  readonly #perAddress: number;
  readonly #clientOf: ClientOf | undefined;
  readonly #clients = new ClientCounts();
  readonly #heartbeatMs: number;
  readonly #ends = new Set<() => void>();
  readonly #running = new Set<Promise<void>>();
  #closed = false;

  /** Without `clientOf`, only the total is limited. */
  constructor(options: EventStreamsOptions = {}, clientOf?: ClientOf) {
    const { limit, perAddress, heartbeatMs } = { ...DEFAULT_STREAMS, ...options };
    this.#limit = limit;
    this.#perAddress = perAddress;
    this.#clientOf = clientOf;
    this.#heartbeatMs = heartbeatMs;
  }

  get count(): number {
    return this.#ends.size;
  }

  /** Responds with a stream. `begin` starts its sources and returns functions that end them. */
  open(c: Context, begin: (feed: Feed) => FeedEnds): Response {
    c.header('Cache-Control', 'no-store');
    c.header('X-Accel-Buffering', 'no');
    if (c.req.raw.method === 'HEAD') return c.body(null, 200, { 'Content-Type': 'text/event-stream' });
    if (this.#closed || this.#ends.size >= this.#limit) {
      throw new ServerError('too-many-streams', {
        summary: this.#closed
          ? 'The server is stopping.'
          : `There are already ${this.#limit} open event streams.`,
        fix: 'Close pages you do not need, or try again in a moment.',
      });
    }
    const client = this.#clientOf?.(c);
    if (client !== undefined && this.#clients.of(client) >= this.#perAddress) {
      throw new ServerError('too-many-streams', {
        summary: `There are already ${this.#perAddress} open event streams from this address.`,
        fix: 'Close pages you do not need, or try again in a moment.',
      });
    }
    const release = client === undefined ? undefined : this.#clients.add(client);
    const ended = Promise.withResolvers<void>();
    this.#ends.add(ended.resolve);
    c.req.raw.signal.addEventListener('abort', () => ended.resolve(), { once: true });
    return streamSSE(c, (stream) => {
      const running = this.#run(stream, begin, ended).finally(() => {
        this.#ends.delete(ended.resolve);
        release?.();
        this.#running.delete(running);
      });
      this.#running.add(running);
      return running;
    });
  }

  /** Ends every stream with a retry hint, because the store they report on is gone. */
  endAll(): void {
    for (const end of this.#ends) end();
  }

  /** Ends every stream and accepts no new ones. */
  async close(): Promise<void> {
    this.#closed = true;
    this.endAll();
    await Promise.all(this.#running);
  }

  async #run(
    stream: SSEStreamingApi,
    begin: (feed: Feed) => FeedEnds,
    ended: PromiseWithResolvers<void>,
  ): Promise<void> {
    let writing = 0;
    let missed = 0;
    const write = async (text: string): Promise<void> => {
      writing += 1;
      await stream.write(text);
      writing -= 1;
      missed = 0;
    };
    stream.onAbort(ended.resolve);
    const heartbeat = setInterval(() => {
      if (writing === 0) void write(':\n\n');
      else if (++missed >= MISSED_HEARTBEATS) stream.abort();
    }, this.#heartbeatMs);
    void write(RETRY_HINT);
    try {
      const ends = begin({
        send: (events) => write(events.map(eventText).join('')),
        end: ended.resolve,
      });
      await ended.promise;
      for (const end of ends) end();
    } finally {
      clearInterval(heartbeat);
      void write(RETRY_HINT);
    }
  }
}

function eventText({ event, data, id }: StreamEvent): string {
  const idLine = id === undefined ? '' : `id: ${id}\n`;
  return `${idLine}event: ${event}\ndata: ${JSON.stringify(data)}\n\n`;
}
