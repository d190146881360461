import { styleText } from 'node:util';
import { printable } from './printable.ts';

type Style = 'bold' | 'dim' | 'green' | 'red' | 'yellow';

/** Whoever reads the output has gone away, as `head` does after ten lines: no failure, but nothing more to do. */
export class OutputClosed extends Error {}

/** What a command writes: results to stdout, word to the person to stderr. */
export class Output {
  readonly json: boolean;
  readonly #stdout: NodeJS.WriteStream;
  readonly #stderr: NodeJS.WriteStream;
  #closed = false;

  constructor(streams: { stdout: NodeJS.WriteStream; stderr: NodeJS.WriteStream }, json: boolean) {
    this.json = json;
    this.#stdout = streams.stdout;
    this.#stderr = streams.stderr;
    this.#stdout.on('error', this.#onError);
    this.#stderr.on('error', this.#onError);
  }

  get isTerminal(): boolean {
    return this.#stdout.isTTY === true;
  }

  /** How wide a line may be before it is cut. */
  get columns(): number {
    return this.isTerminal ? this.#stdout.columns : 160;
  }

  /** Writes a line and waits until it is taken, so that a slow reader slows the command down. */
  async line(text: string): Promise<void> {
    await this.raw(`${text}\n`);
  }

  /** One value of a `--json` answer. */
  async value(value: unknown): Promise<void> {
    await this.line(printable(JSON.stringify(value)));
  }

  async raw(text: string): Promise<void> {
    if (this.#closed) throw new OutputClosed();
    await new Promise<void>((resolve, reject) => {
      this.#stdout.write(text, (error) => (error ? reject(this.#failure(error)) : resolve()));
    });
  }

  /** A word to the person, left out of `--json`. */
  note(text: string): void {
    if (!this.json) this.#stderr.write(`${printable(text)}\n`);
  }

  /** Colours and weights, on a terminal only and never with NO_COLOR. */
  style(format: Style, text: string): string {
    return styleText(format, text, { stream: this.#stdout });
  }

  readonly #onError = (error: Error): void => {
    this.#failure(error);
  };

  #failure(error: Error): Error {
    if (!('code' in error) || (error.code !== 'EPIPE' && error.code !== 'ERR_STREAM_DESTROYED')) return error;
    this.#closed = true;
    return new OutputClosed();
  }
}
