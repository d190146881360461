import { AppendList } from './append-list.ts';

/**
 * An immutable set that only grows. Adding to the newest version takes constant time; adding to an older one copies
 * it. Keys are iterated in insertion order.
 */
export class AppendSet<K> implements Iterable<K> {
  static readonly #none = new AppendSet<never>(AppendList.empty(), new Map<never, number>());

  readonly #keys: AppendList<K>;
  /** Each key with its insertion index: the keys of the newest version, which older ones share. */
  readonly #places: Map<K, number>;

  private constructor(keys: AppendList<K>, places: Map<K, number>) {
    this.#keys = keys;
    this.#places = places;
  }

  /** The empty set. */
  static empty<K>(): AppendSet<K> {
    // It contains no value of the type.
    return AppendSet.#none as AppendSet<unknown> as AppendSet<K>;
  }

  get size(): number {
    return this.#keys.length;
  }

  has(key: K): boolean {
    return (this.#places.get(key) ?? this.size) < this.size;
  }

  /** This set with the key; the same instance if it has the key already. */
  add(key: K): AppendSet<K> {
    if (this.has(key)) return this;
    // Everybody shares the empty set, so nobody may grow it in place.
    const isNewest = this.#places.size === this.size && this.size > 0;
    const places = isNewest ? this.#places : new Map(this.slice().map((each, at) => [each, at]));
    places.set(key, this.size);
    return new AppendSet(this.#keys.push(key), places);
  }

  /** The keys from index `from` on, as a new array. */
  slice(from = 0): K[] {
    return this.#keys.slice(from);
  }

  [Symbol.iterator](): Generator<K, undefined> {
    return this.#keys[Symbol.iterator]();
  }
}
