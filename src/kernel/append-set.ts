/** What versions of a set share: each key with how many came before it. Only the newest version holds all of them. */
type Backing<K> = Map<K, number>;

/**
 * A set that only grows, and of which every version stays as it is. Adding to the newest version costs the same however
 * large it is; adding to an older one copies it.
 */
export class AppendSet<K> {
  static readonly #none = new AppendSet<never>(new Map<never, number>(), 0);

  readonly size: number;
  readonly #backing: Backing<K>;

  private constructor(backing: Backing<K>, size: number) {
    this.#backing = backing;
    this.size = size;
  }

  /** The set without keys. */
  static empty<K>(): AppendSet<K> {
    // Nothing of the type is in it.
    return AppendSet.#none as AppendSet<unknown> as AppendSet<K>;
  }

  has(key: K): boolean {
    return (this.#backing.get(key) ?? this.size) < this.size;
  }

  /** This set with the key: this very one if it is there already. */
  add(key: K): AppendSet<K> {
    if (this.has(key)) return this;
    // The empty set is everybody's, and nobody may grow it in place.
    const isNewest = this.#backing.size === this.size && this.size > 0;
    const backing = isNewest ? this.#backing : new Map([...this.#backing].slice(0, this.size));
    backing.set(key, this.size);
    return new AppendSet(backing, this.size + 1);
  }
}
