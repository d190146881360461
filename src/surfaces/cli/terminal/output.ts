import { styleText } from 'node:util';
import { onOneLine, printable, setIn } from './printable.ts';

/** A colour or weight. */
export type Style = 'bold' | 'dim' | 'green' | 'red' | 'yellow';

/** A piece of a line, in a colour or weight. */
export interface Span {
  readonly text: string;
  readonly style?: Style | readonly Style[];
}

/** A line in pieces. */
export type StyledLine = readonly Span[];

/** A piece of a line in these colours and weights. */
export function span(text: string, ...style: Style[]): Span {
  return { text, style };
}

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

  /** Whether colours are shown: on a terminal, unless NO_COLOR says otherwise. */
  get colors(): boolean {
    return this.style('bold', 'x') !== 'x';
  }

  /** How wide a line may be before it is cut. */
  get columns(): number {
    return this.isTerminal ? this.#stdout.columns : 160;
  }

  /**
   * Writes a line and waits until it is taken, so that a slow reader slows the command down. Whatever it tells, and
   * whoever wrote that into the store: a terminal obeys nothing in it but the styles of its spans, and it stays one line.
   */
  async line(line: string | StyledLine): Promise<void> {
    const text =
      typeof line === 'string'
        ? printable(line).replaceAll('\n', '\\n')
        : line.map((span) => this.#painted(span)).join('');
    await this.raw(`${text.trimEnd()}\n`);
  }

  /** One value of a `--json` answer. */
  async value(value: unknown): Promise<void> {
    await this.line(JSON.stringify(value));
  }

  /** Text as it is, for a file or a program. */
  async raw(text: string): Promise<void> {
    if (this.#closed) throw new OutputClosed();
    await new Promise<void>((resolve, reject) => {
      this.#stdout.write(text, (error) => (error ? reject(this.#failure(error)) : resolve()));
    });
  }

  /** A word to the person, left out of `--json`. Lines after the first are set in, whoever wrote them. */
  note(text: string): void {
    if (!this.json) this.#stderr.write(`${setIn(text)}\n`);
  }

  /** Colours and weights, on a terminal only and never with NO_COLOR. */
  style(format: Style, text: string): string {
    return styleText(format, text, { stream: this.#stdout });
  }

  #painted({ text, style }: Span): string {
    const shown = onOneLine(text);
    return [style ?? []].flat().reduce((inner, each) => this.style(each, inner), shown);
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
