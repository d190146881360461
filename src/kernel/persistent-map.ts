import { hashOf, type KeyTrie, type MapKey, placeOf, withKey, withoutKey } from './key-trie.ts';
import { SlotTrie } from './slot-trie.ts';

/** So many places may be empty, beside as many as are filled, before the map is laid out anew. */
const MOST_EMPTY = 32;

/**
 * A map of which every version stays as it is: `set` and `delete` return the next one, which shares all but a few short
 * arrays with it. It is read in the order in which keys first came, as a `Map` is.
 *
 * ```ts
 * const one = PersistentMap.from([['a', 1]]);
 * const two = one.set('b', 2).delete('a');
 * console.log([...one], [...two]); // [ [ 'a', 1 ] ] [ [ 'b', 2 ] ]
 * ```
 */
export class PersistentMap<K extends MapKey, V> implements Iterable<readonly [K, V]> {
  static readonly #none = new PersistentMap<never, never>(undefined, SlotTrie.empty(), 0);

  readonly size: number;
  readonly #places: KeyTrie;
  readonly #slots: SlotTrie<K, V>;

  private constructor(places: KeyTrie, slots: SlotTrie<K, V>, size: number) {
    this.#places = places;
    this.#slots = slots;
    this.size = size;
  }

  /** The map without entries. */
  static empty<K extends MapKey = never, V = never>(): PersistentMap<K, V> {
    // Nothing of either type is in it.
    return PersistentMap.#none as PersistentMap<MapKey, unknown> as PersistentMap<K, V>;
  }

  /** A map of these entries; of two with one key the later counts. */
  static from<K extends MapKey, V>(entries: Iterable<readonly [K, V]>): PersistentMap<K, V> {
    let map = PersistentMap.empty<K, V>();
    for (const [key, value] of entries) map = map.set(key, value);
    return map;
  }

  get(key: K): V | undefined {
    const place = this.#placeOf(key);
    return place === undefined ? undefined : this.#slots.at(place)?.value;
  }

  has(key: K): boolean {
    return this.#placeOf(key) !== undefined;
  }

  /** This map with the value under the key: this very one if it stands there already. */
  set(key: K, value: V): PersistentMap<K, V> {
    const known = plain(key);
    const hash = hashOf(known);
    const place = placeOf(this.#places, known, hash);
    if (place === undefined) {
      const places = withKey(this.#places, { hash, key: known, place: this.#slots.length });
      return new PersistentMap(places, this.#slots.push({ key, value }), this.size + 1);
    }
    const before = this.#slots.at(place);
    if (before && Object.is(before.value, value)) return this;
    return new PersistentMap(this.#places, this.#slots.set(place, { key, value }), this.size);
  }

  /** This map without the key: this very one if it is not there. */
  delete(key: K): PersistentMap<K, V> {
    const known = plain(key);
    const hash = hashOf(known);
    const place = placeOf(this.#places, known, hash);
    if (place === undefined) return this;
    if (this.size === 1) return PersistentMap.empty();
    const places = withoutKey(this.#places, { hash, key: known });
    const next = new PersistentMap<K, V>(places, this.#slots.clear(place), this.size - 1);
    return this.#slots.length > 2 * next.size + MOST_EMPTY ? PersistentMap.from(next) : next;
  }

  *keys(): Generator<K, undefined> {
    for (const { key } of this.#slots.entries()) yield key;
  }

  *values(): Generator<V, undefined> {
    for (const { value } of this.#slots.entries()) yield value;
  }

  *entries(): Generator<readonly [K, V], undefined> {
    for (const { key, value } of this.#slots.entries()) yield [key, value];
  }

  [Symbol.iterator](): Generator<readonly [K, V], undefined> {
    return this.entries();
  }

  #placeOf(key: K): number | undefined {
    if (this.size === 0) return undefined;
    const known = plain(key);
    return placeOf(this.#places, known, hashOf(known));
  }
}

/** Minus zero is zero, as in a `Map`. */
function plain(key: MapKey): MapKey {
  return key === 0 ? 0 : key;
}
