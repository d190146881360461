/** The listeners for changes, of one journal or of all. */
export class Watchers {
  readonly #ofAll = new Set<(journal: string) => void>();
  readonly #ofOne = new Map<string, Set<(journal: string) => void>>();

  get size(): number {
    return this.#ofAll.size + this.#ofOne.size;
  }

  get watchesAll(): boolean {
    return this.#ofAll.size > 0;
  }

  add(listener: (journal: string) => void, journal?: string): () => void {
    // A separate function, so that adding a listener twice makes two watches, and so that a throwing listener does
    // not make a completed append look failed.
    const watch = (changed: string) => {
      try {
        listener(changed);
      } catch (error) {
        queueMicrotask(() => {
          throw error;
        });
      }
    };
    if (journal === undefined) {
      this.#ofAll.add(watch);
      return () => this.#ofAll.delete(watch);
    }
    const ofThis = this.#ofOne.get(journal) ?? new Set();
    this.#ofOne.set(journal, ofThis.add(watch));
    return () => {
      ofThis.delete(watch);
      if (ofThis.size === 0 && this.#ofOne.get(journal) === ofThis) this.#ofOne.delete(journal);
    };
  }

  notify(journal: string): void {
    if (this.size === 0) return;
    for (const watch of this.#ofAll) watch(journal);
    for (const watch of this.#ofOne.get(journal) ?? []) watch(journal);
  }

  /** The journals that are watched by name. */
  named(): Iterable<string> {
    return this.#ofOne.keys();
  }

  clear(): void {
    this.#ofAll.clear();
    this.#ofOne.clear();
  }
}
