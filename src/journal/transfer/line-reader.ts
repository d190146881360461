import { importInvalid, type Line } from './transfer-line.ts';

/** Lines of an export file. A line may end in CR, LF or both; blank lines do not count. */
export type TransferLines = AsyncIterable<string> | Iterable<string>;

/** Counts lines, skips blank ones, and looks one line ahead. */
export class LineReader {
  readonly #lines: AsyncIterator<string> | Iterator<string>;
  #ahead: Line | undefined;
  #number = 0;

  constructor(lines: TransferLines) {
    const source = typeof lines === 'string' ? lines.split('\n') : lines;
    this.#lines = Symbol.asyncIterator in source ? source[Symbol.asyncIterator]() : source[Symbol.iterator]();
  }

  get lineNumber(): number {
    return this.#number;
  }

  async peek(): Promise<Line | undefined> {
    while (this.#ahead === undefined) {
      const { done, value } = await this.#lines.next();
      if (done) return undefined;
      this.#number += 1;
      if (value.trim() !== '') this.#ahead = { number: this.#number, text: value };
    }
    return this.#ahead;
  }

  drop(): void {
    this.#ahead = undefined;
  }

  async take(expected: string): Promise<Line> {
    const line = await this.peek();
    if (line === undefined) {
      throw importInvalid(this.#number + 1, { expected, actual: 'the end of the file' });
    }
    this.drop();
    return line;
  }

  async close(): Promise<void> {
    await this.#lines.return?.();
  }
}
