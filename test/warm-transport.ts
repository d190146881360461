import {
  type JSONRPCMessage,
  ReadBuffer,
  serializeMessage,
  type Transport,
} from '@modelcontextprotocol/client';
import { type WarmCommand, WarmProgram } from './warm-program.ts';

/** The streams of a `wayfold mcp` in a process that has run others before. */
export class WarmTransport implements Transport {
  onclose?: () => void;
  onerror?: (error: Error) => void;
  onmessage?: (message: JSONRPCMessage) => void;
  readonly #command: WarmCommand;
  readonly #received = new ReadBuffer();
  #program: WarmProgram | undefined;
  #ended: Promise<unknown> = Promise.resolve();

  constructor(command: WarmCommand) {
    this.#command = command;
  }

  get pid(): number {
    return this.#program?.pid ?? 0;
  }

  async start(): Promise<void> {
    this.#program = WarmProgram.run({ ...this.#command, isInputOpen: true }, (text) => this.#receive(text));
    this.#ended = this.#program.end().then(() => {
      this.#program = undefined;
      this.onclose?.();
    });
  }

  async send(message: JSONRPCMessage): Promise<void> {
    this.#program?.write(serializeMessage(message));
  }

  async close(): Promise<void> {
    this.#program?.endInput();
    await this.#ended;
  }

  #receive(text: string): void {
    this.#received.append(Buffer.from(text));
    for (let message = this.#received.readMessage(); message; message = this.#received.readMessage())
      this.onmessage?.(message);
  }
}
