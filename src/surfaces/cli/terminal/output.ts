import { styleText } from 'node:util';
import { onOneLine, printable, setIn } from './text/printable.ts';

/** A color or weight. */
export type Style = 'bold' | 'dim' | 'green' | 'red' | 'yellow';

/** A styled part of a line. */
export interface Span {
  readonly text: string;
  readonly style?: Style | readonly Style[];
}

/** A line of styled parts. */
export type StyledLine = readonly Span[];

/** Creates a styled part of a line. */
export function span(text: string, ...style: Style[]): Span {
  return { text, style };
}

/** The reader of the output closed it, as `head` does after ten lines; not a failure. */
export class OutputClosed extends Error {}

/** The output of a command: results to stdout, notes for the person to stderr. */
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

  /** Whether to use colors: on a terminal, unless NO_COLOR is set. */
  get colors(): boolean {
    return this.style('bold', 'x') !== 'x';
  }

  /** The maximum width of a line. */
  get columns(): number {
    return this.isTerminal ? this.#stdout.columns : 160;
  }

  /**
   * Writes a line and waits until it is flushed, so that a slow reader slows the command down. Control characters in it
   * are escaped, whoever wrote them, and it stays one line.
   */
  async line(line: string | StyledLine): Promise<void> {
    const text =
      typeof line === 'string'
        ? printable(line).replaceAll('\n', '\\n')
        : line.map((span) => this.#painted(span)).join('');
    await this.raw(`${text.trimEnd()}\n`);
  }

  /** Writes one value of the `--json` output. */
  async value(value: unknown): Promise<void> {
    await this.line(JSON.stringify(value));
  }

  /** Writes text unchanged, for a file or a program. */
  async raw(text: string): Promise<void> {
    if (this.#closed) throw new OutputClosed();
    await new Promise<void>((resolve, reject) => {
      this.#stdout.write(text, (error) => (error ? reject(this.#failure(error)) : resolve()));
    });
  }

  /** Writes a note for the person, omitted with `--json`. Lines after the first are indented. */
  note(text: string): void {
    if (!this.json) this.#stderr.write(`${setIn(text)}\n`);
  }

  /** Applies a color or weight, on a terminal without NO_COLOR. */
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
