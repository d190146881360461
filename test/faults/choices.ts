import { sha256 } from '../../src/journal/index.ts';

/** Choices that follow from a seed: whoever names it again gets the same ones. */
export class Choices {
  #state: number;

  constructor(seed: string) {
    this.#state = Number.parseInt(sha256(seed).slice(0, 8), 16);
  }

  /** From `least` to `most`, both included. */
  between(least: number, most: number): number {
    return least + Math.floor(this.#next() * (most - least + 1));
  }

  pick<T>(first: T, ...others: readonly T[]): T {
    return [first, ...others][this.between(0, others.length)] ?? first;
  }

  bytes(length: number): Uint8Array {
    return Uint8Array.from({ length }, () => this.between(0, 255));
  }

  /** From 0 to 1: Mulberry32, which is small and good enough to choose moments by. */
  #next(): number {
    this.#state = (this.#state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(this.#state ^ (this.#state >>> 15), 1 | this.#state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  }
}
