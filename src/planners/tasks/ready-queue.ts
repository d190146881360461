/** Ids, the smallest first. A binary heap, so that neither the length of a plan nor its order makes a dispatch slow. */
export class ReadyQueue {
  readonly #ids: number[];

  /** `heap`: ids in the order of a heap, such as ascending ones. */
  constructor(heap: readonly number[] = []) {
    this.#ids = [...heap];
  }

  copy(): ReadyQueue {
    return new ReadyQueue(this.#ids);
  }

  get smallest(): number | undefined {
    return this.#ids[0];
  }

  add(id: number): void {
    const ids = this.#ids;
    let at = ids.push(id) - 1;
    while (at > 0) {
      const parent = (at - 1) >> 1;
      const above = ids[parent] ?? 0;
      if (above <= id) break;
      ids[at] = above;
      at = parent;
    }
    ids[at] = id;
  }

  removeSmallest(): void {
    const ids = this.#ids;
    const last = ids.pop();
    if (last === undefined || ids.length === 0) return;
    let at = 0;
    for (;;) {
      const left = 2 * at + 1;
      const child = (ids[left + 1] ?? Number.POSITIVE_INFINITY) < (ids[left] ?? 0) ? left + 1 : left;
      const below = ids[child];
      if (below === undefined || below >= last) break;
      ids[at] = below;
      at = child;
    }
    ids[at] = last;
  }
}
