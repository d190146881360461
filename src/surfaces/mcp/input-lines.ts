import { Transform, type TransformCallback } from 'node:stream';

/** Options of {@link InputLines}. */
export interface InputLinesOptions {
  readonly maxBytes: number;
  /** Called for each line that is too long; the line is dropped. */
  readonly onTooLong: () => void;
  /** Whether to pass a line on. */
  readonly takes: (line: string) => boolean;
}

const LINE_FEED = 0x0a;

/** Passes on complete lines, each as one chunk, and buffers at most the longest allowed line. */
export class InputLines extends Transform {
  readonly #options: InputLinesOptions;
  #begun: Buffer[] = [];
  #bytes = 0;
  #dropping = false;

  constructor(options: InputLinesOptions) {
    super();
    this.#options = options;
  }

  override _transform(chunk: Buffer, _: BufferEncoding, done: TransformCallback): void {
    let from = 0;
    for (let end = chunk.indexOf(LINE_FEED); end >= 0; end = chunk.indexOf(LINE_FEED, from)) {
      this.#add(chunk.subarray(from, end + 1));
      this.#endLine();
      from = end + 1;
    }
    this.#add(chunk.subarray(from));
    done();
  }

  #add(part: Buffer): void {
    if (this.#dropping || part.length === 0) return;
    this.#bytes += part.length;
    this.#begun.push(part);
    if (this.#bytes <= this.#options.maxBytes) return;
    this.#dropping = true;
    this.#begun = [];
    this.#options.onTooLong();
  }

  #endLine(): void {
    if (!this.#dropping) {
      const line = Buffer.concat(this.#begun);
      if (this.#options.takes(line.toString())) this.push(line);
    }
    this.#dropping = false;
    this.#begun = [];
    this.#bytes = 0;
  }
}
