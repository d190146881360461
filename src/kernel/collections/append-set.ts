import { AppendList } from './append-list.ts';

/**
 * A set that only grows, and of which every version stays as it is. Adding to the newest version costs the same however
 * large it is; adding to an older one copies it. It is read in the order in which keys came.
 */
export class AppendSet<K> implements Iterable<K> {
  static readonly #none = new AppendSet<never>(AppendList.empty(), new Map<never, number>());

  readonly #keys: AppendList<K>;
  /** Each key with how many came before it: all of the newest version, which older ones share. */
  readonly #places: Map<K, number>;

  private constructor(keys: AppendList<K>, places: Map<K, number>) {
    this.#keys = keys;
    this.#places = places;
  }

  /** The set without keys. */
  static empty<K>(): AppendSet<K> {
    // Nothing of the type is in it.
    return AppendSet.#none as AppendSet<unknown> as AppendSet<K>;
  }

  get size(): number {
    return this.#keys.length;
  }

  has(key: K): boolean {
    return (this.#places.get(key) ?? this.size) < this.size;
  }

  /** This set with the key: this very one if it is there already. */
  add(key: K): AppendSet<K> {
    if (this.has(key)) return this;
    // The empty set is everybody's, and nobody may grow it in place.
    const isNewest = this.#places.size === this.size && this.size > 0;
    const places = isNewest ? this.#places : new Map(this.slice().map((each, at) => [each, at]));
    places.set(key, this.size);
    return new AppendSet(this.#keys.push(key), places);
  }

  /** The keys from place `from` on, as an array of the caller's own. */
  slice(from = 0): K[] {
    return this.#keys.slice(from);
  }

  [Symbol.iterator](): Generator<K, undefined> {
    return this.#keys[Symbol.iterator]();
  }
}
