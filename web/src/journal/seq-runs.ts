type Run = readonly [from: number, to: number];

/** Ascending seqs, stored as runs: 100,000 consecutive ones take one entry. A row is an index into them, from 0. */
export class SeqRuns {
  readonly #runs: [from: number, to: number][] = [];
  /** How many seqs come before each run. */
  readonly #before: number[] = [];
  #count = 0;

  constructor(runs: readonly Run[] = []) {
    for (const [from, to] of runs) this.add(from, to);
  }

  get count(): number {
    return this.#count;
  }

  get last(): number {
    return this.#runs.at(-1)?.[1] ?? 0;
  }

  /** Adds a range of seqs. Those below the last one are there already, or were left out on purpose. */
  add(from: number, to = from): void {
    const start = Math.max(from, this.last + 1);
    if (start > to) return;
    const run = this.#runs.at(-1);
    if (run && run[1] === start - 1) run[1] = to;
    else {
      this.#runs.push([start, to]);
      this.#before.push(this.#count);
    }
    this.#count += to - start + 1;
  }

  /** The seq in a row. */
  at(row: number): number | undefined {
    if (row < 0 || row >= this.#count) return undefined;
    const place = lastAtMost(this.#before.length, row, (at) => this.#before[at]);
    const run = this.#runs[place];
    return run && run[0] + row - (this.#before[place] ?? 0);
  }

  /** The row of a seq, or of the next one if it is left out; `count` if none follows. */
  rowOf(seq: number): number {
    const place = lastAtMost(this.#runs.length, seq, (at) => this.#runs[at]?.[0]);
    const run = this.#runs[place];
    if (run === undefined) return 0;
    const before = this.#before[place] ?? 0;
    return seq <= run[1] ? before + seq - run[0] : before + run[1] - run[0] + 1;
  }
}

/** The index of the last of ascending numbers that is at most `value`; -1 if all are greater. */
function lastAtMost(length: number, value: number, numberAt: (place: number) => number | undefined): number {
  let low = 0;
  let high = length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((numberAt(middle) ?? 0) <= value) low = middle + 1;
    else high = middle;
  }
  return low - 1;
}
