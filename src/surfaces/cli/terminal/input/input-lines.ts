import { createInterface, type Interface } from 'node:readline';

/** Typed or piped lines, buffered until they are read. */
export class InputLines {
  readonly #terminal: Interface;
  readonly #lines: { readonly text: string; readonly isFresh: boolean }[] = [];
  #ended = false;
  #arrived = Promise.withResolvers<void>();

  constructor(stdin: NodeJS.ReadStream) {
    this.#terminal = createInterface({ input: stdin });
    this.#terminal.on('line', (line) => {
      this.#lines.push({ text: line, isFresh: this.#lines.length === 0 });
      this.#tell();
    });
    this.#terminal.on('close', () => {
      this.#ended = true;
      this.#tell();
    });
  }

  /** Whether the input has ended and every line was read. */
  get isOver(): boolean {
    return this.#ended && this.#lines.length === 0;
  }

  /** The next line, if there is one. */
  take(): string | undefined {
    return this.#lines.shift()?.text;
  }

  /** The next line, if it matches and arrived while no other was waiting: typed now, not queued in advance. */
  takeFresh(isWanted: (line: string) => boolean): string | undefined {
    const [next] = this.#lines;
    return next?.isFresh && isWanted(next.text) ? this.take() : undefined;
  }

  /** Resolves when a line or the end arrives. */
  arrival(): Promise<void> {
    return this.#arrived.promise;
  }

  close(): void {
    this.#terminal.close();
  }

  #tell(): void {
    this.#arrived.resolve();
    this.#arrived = Promise.withResolvers<void>();
  }
}
