/** Samples of one thing, sorted, so that what is typical can be told from what is noise. */
export class Distribution {
  readonly #sorted: readonly number[];

  constructor(samples: readonly number[]) {
    this.#sorted = samples.toSorted((a, b) => a - b);
  }

  get median(): number {
    return this.at(0.5);
  }

  /** The value below which this share of the samples lies; between two samples, the point between them. */
  at(share: number): number {
    const place = share * (this.#sorted.length - 1);
    const below = this.#sorted[Math.floor(place)] ?? Number.NaN;
    const above = this.#sorted[Math.ceil(place)] ?? Number.NaN;
    return below + (above - below) * (place % 1);
  }
}
