/** Keeps the beginning and the end of an output, within a number of bytes, and counts the bytes omitted in between. */
export class BoundedOutput {
  readonly #headBytes: number;
  readonly #tailBytes: number;
  readonly #head: Buffer[] = [];
  readonly #tail: Buffer[] = [];
  #headSize = 0;
  #tailSize = 0;
  #leftOut = 0;

  /** The end, with errors and results, gets three quarters of the space. */
  constructor(maxBytes: number) {
    this.#headBytes = Math.floor(maxBytes / 4);
    this.#tailBytes = maxBytes - this.#headBytes;
  }

  write(text: string): void {
    let bytes = Buffer.from(text);
    const room = this.#headBytes - this.#headSize;
    if (room > 0) {
      const first = bytes.subarray(0, room);
      this.#head.push(first);
      this.#headSize += first.length;
      bytes = bytes.subarray(first.length);
    }
    if (bytes.length === 0) return;
    this.#tail.push(bytes);
    this.#tailSize += bytes.length;
    this.#dropSurplus();
  }

  text(): string {
    const head = Buffer.concat(this.#head);
    const tail = Buffer.concat(this.#tail);
    if (this.#leftOut === 0) return Buffer.concat([head, tail]).toString();
    return `${withoutBrokenEnd(head)}\n[… ${this.#leftOut} bytes left out …]\n${withoutBrokenStart(tail)}`;
  }

  #dropSurplus(): void {
    while (this.#tailSize > this.#tailBytes) {
      const surplus = this.#tailSize - this.#tailBytes;
      const oldest = this.#tail[0];
      if (oldest === undefined) return;
      if (oldest.length <= surplus) this.#tail.shift();
      else this.#tail[0] = oldest.subarray(surplus);
      const dropped = Math.min(oldest.length, surplus);
      this.#tailSize -= dropped;
      this.#leftOut += dropped;
    }
  }
}

/** Drops an incomplete character. */
function withoutBrokenEnd(bytes: Buffer): string {
  return new TextDecoder().decode(bytes, { stream: true });
}

function withoutBrokenStart(bytes: Buffer): string {
  let start = 0;
  while (start < 3 && ((bytes[start] ?? 0) & 0xc0) === 0x80) start += 1;
  return bytes.toString('utf8', start);
}
