import type { Readable, Writable } from 'node:stream';
import {
  INVALID_REQUEST,
  isJSONRPCErrorResponse,
  isJSONRPCNotification,
  isJSONRPCRequest,
  isJSONRPCResultResponse,
  type JSONRPCMessage,
  type RequestId,
  type Transport,
} from '@modelcontextprotocol/server';
import { StdioServerTransport } from '@modelcontextprotocol/server/stdio';
import { ServerError } from '../http/error.ts';
import { showsApps } from './apps/app-client.ts';
import { InputLines } from './input-lines.ts';
import { protoKeyRefusal, rpcError } from './proto-key.ts';

/** The maximum length of a line, the same as in the SDK. */
const MAX_LINE_BYTES = 10 * 1024 * 1024;

/** The streams of a connection. */
export interface StdioWireOptions {
  readonly stdin: Readable;
  readonly stdout: Writable;
  /** Called before the SDK confirms a subscription to changes. */
  readonly onListen: () => Promise<void>;
}

/**
 * Standard input and output as a transport. Unlike the SDK's own, it answers everything it has read before it closes.
 */
export class StdioWire implements Transport {
  onclose?: () => void;
  onerror?: (error: Error) => void;
  onmessage?: (message: JSONRPCMessage) => void;
  /** Resolves when either side has closed the connection. */
  readonly closed: Promise<void>;
  readonly #stdin: Readable;
  readonly #stdout: Writable;
  readonly #input: InputLines;
  readonly #inner: StdioServerTransport;
  readonly #onListen: () => Promise<void>;
  readonly #unanswered = new Set<RequestId>();
  #ended = false;
  #showsApps = false;

  constructor({ stdin, stdout, onListen }: StdioWireOptions) {
    this.#stdin = stdin;
    this.#stdout = stdout;
    this.#input = new InputLines({
      maxBytes: MAX_LINE_BYTES,
      onTooLong: () => this.#refuseLongLine(),
      takes: (line) => this.#takes(line),
    });
    this.#inner = new StdioServerTransport(this.#input, stdout, { maxBufferSize: 2 * MAX_LINE_BYTES });
    this.#onListen = onListen;
    const { promise, resolve } = Promise.withResolvers<void>();
    this.closed = promise;
    this.#inner.onmessage = (message) => void this.#receive(message);
    this.#inner.onerror = (cause) => this.onerror?.(unreadable(cause));
    this.#inner.onclose = () => {
      this.onclose?.();
      resolve();
    };
  }

  /** Whether the client has declared support for apps. */
  get showsApps(): boolean {
    return this.#showsApps;
  }

  async start(): Promise<void> {
    await this.#inner.start();
    this.#stdin.pipe(this.#input, { end: false });
    for (const event of ['end', 'close', 'error']) this.#stdin.once(event, () => this.#endOfInput());
  }

  async send(message: JSONRPCMessage): Promise<void> {
    if (isJSONRPCResultResponse(message) || isJSONRPCErrorResponse(message)) this.#settle(message.id);
    await this.#inner.send(message);
    this.#endWhenAnswered();
  }

  async close(): Promise<void> {
    this.#stdin.unpipe(this.#input);
    await this.#inner.close();
  }

  async #receive(message: JSONRPCMessage): Promise<void> {
    this.#showsApps = showsApps(message) ?? this.#showsApps;
    if (isJSONRPCRequest(message)) {
      // A subscription is answered when it ends, so closing does not wait for that answer.
      if (message.method === 'subscriptions/listen') await this.#onListen();
      else this.#unanswered.add(message.id);
    } else if (isJSONRPCNotification(message) && message.method === 'notifications/cancelled') {
      this.#settle(message.params?.requestId);
    }
    this.onmessage?.(message);
  }

  /** The sender's request id is unknown: it may be in the part that was not read. */
  #refuseLongLine(): void {
    const message = `A message may have at most ${MAX_LINE_BYTES} bytes. This one was longer and was not read.`;
    this.#write(rpcError(null, INVALID_REQUEST, message));
  }

  #takes(line: string): boolean {
    const refusal = protoKeyRefusal(line);
    if (refusal) this.#write(refusal);
    return refusal === undefined;
  }

  /** Writes directly, because the SDK's types allow no response without an id. */
  #write(answer: object): void {
    this.#stdout.write(`${JSON.stringify(answer)}\n`);
  }

  #settle(id: unknown): void {
    if (typeof id === 'string' || typeof id === 'number') this.#unanswered.delete(id);
  }

  #endOfInput(): void {
    this.#ended = true;
    // The last message may still be in the pipe.
    setImmediate(() => this.#endWhenAnswered());
  }

  #endWhenAnswered(): void {
    if (this.#ended && this.#unanswered.size === 0) this.#input.end();
  }
}

function unreadable(cause: Error): ServerError {
  return new ServerError('invalid-request', {
    summary: 'The input is not a JSON-RPC message per line.',
    fix: 'Start it from an MCP client: see docs/mcp.md.',
    cause,
  });
}
