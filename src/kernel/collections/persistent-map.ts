import { hashOf, type KeyTrie, type MapKey, placeOf, withKey, withoutKey } from './key-trie.ts';
import { type Entry, SlotTrie } from './slot-trie.ts';

/** Up to this many entries, a linear search is faster than hashing. */
const FEW = 8;

const NO_VALUES: readonly never[] = Object.freeze([]);

/** How many slots may be empty, besides as many as are filled, before the map is compacted. */
const MAX_EMPTY = 32;

/**
 * An immutable map: `set` and `delete` return a new version that shares all but a few short arrays with the old one.
 * Iterates in insertion order, like a `Map`.
 *
 * ```ts
 * const one = PersistentMap.from([['a', 1]]);
 * const two = one.set('b', 2).delete('a');
 * console.log([...one], [...two]); // [ [ 'a', 1 ] ] [ [ 'b', 2 ] ]
 * ```
 */
export class PersistentMap<K extends MapKey, V> implements Iterable<readonly [K, V]> {
  // Created on first use: compiled, a class cannot instantiate itself while it is being defined.
  static #none: PersistentMap<never, never> | undefined;

  readonly size: number;
  readonly #entries: readonly Entry<K, V>[] | Tries<K, V>;

  private constructor(entries: readonly Entry<K, V>[] | Tries<K, V>, size = 0) {
    this.#entries = entries;
    this.size = size;
  }

  /** The empty map. */
  static empty<K extends MapKey = never, V = never>(): PersistentMap<K, V> {
    const none = PersistentMap.#none ?? new PersistentMap<never, never>([]);
    PersistentMap.#none = none;
    // It contains no value of either type.
    return none as PersistentMap<MapKey, unknown> as PersistentMap<K, V>;
  }

  /** A map of these entries; of two with the same key the later wins. */
  static from<K extends MapKey, V>(entries: Iterable<readonly [K, V]>): PersistentMap<K, V> {
    let map = PersistentMap.empty<K, V>();
    for (const [key, value] of entries) map = map.set(key, value);
    return map;
  }

  get(key: K): V | undefined {
    return this.#find(key)?.value;
  }

  has(key: K): boolean {
    return this.#find(key) !== undefined;
  }

  /** This map with the value under the key; the same instance if nothing changes. */
  set(key: K, value: V): PersistentMap<K, V> {
    const entries = this.#entries;
    if (entries instanceof Tries) return this.#setIn(entries, { key, value });
    const at = indexIn(entries, key);
    const before = entries[at];
    if (before === undefined && entries.length === FEW) return this.#setIn(Tries.of(entries), { key, value });
    if (before && Object.is(before.value, value)) return this;
    const copy = entries.slice();
    copy[before ? at : entries.length] = { key, value };
    return new PersistentMap(copy, copy.length);
  }

  /** This map without the key; the same instance if it has no such key. */
  delete(key: K): PersistentMap<K, V> {
    if (!this.has(key)) return this;
    if (this.size === 1) return PersistentMap.empty();
    const entries = this.#entries;
    if (!(entries instanceof Tries))
      return new PersistentMap(entries.toSpliced(indexIn(entries, key), 1), this.size - 1);
    const next = new PersistentMap<K, V>(entries.delete(key), this.size - 1);
    return entries.slots.length > 2 * next.size + MAX_EMPTY ? PersistentMap.from(next) : next;
  }

  *keys(): Generator<K, undefined> {
    for (const { key } of this.#all()) yield key;
  }

  /** The values as an array. */
  list(): readonly V[] {
    return this.size === 0 ? NO_VALUES : [...this.values()];
  }

  *values(): Generator<V, undefined> {
    for (const { value } of this.#all()) yield value;
  }

  *entries(): Generator<readonly [K, V], undefined> {
    for (const { key, value } of this.#all()) yield [key, value];
  }

  [Symbol.iterator](): Generator<readonly [K, V], undefined> {
    return this.entries();
  }

  #all(): Iterable<Entry<K, V>> {
    return this.#entries instanceof Tries ? this.#entries.slots.entries() : this.#entries;
  }

  #find(key: K): Entry<K, V> | undefined {
    const entries = this.#entries;
    return entries instanceof Tries ? entries.find(key) : entries[indexIn(entries, key)];
  }

  #setIn(tries: Tries<K, V>, entry: Entry<K, V>): PersistentMap<K, V> {
    const before = tries.find(entry.key);
    if (before && Object.is(before.value, entry.value)) return this;
    return new PersistentMap(tries.set(entry), before ? this.size : this.size + 1);
  }
}

/** The representation of large maps: the slot of each key, and the entry in each slot. */
class Tries<K extends MapKey, V> {
  readonly places: KeyTrie;
  readonly slots: SlotTrie<K, V>;

  constructor(places: KeyTrie, slots: SlotTrie<K, V>) {
    this.places = places;
    this.slots = slots;
  }

  static of<K extends MapKey, V>(entries: readonly Entry<K, V>[]): Tries<K, V> {
    let tries = new Tries<K, V>(undefined, SlotTrie.empty());
    for (const entry of entries) tries = tries.set(entry);
    return tries;
  }

  find(key: K): Entry<K, V> | undefined {
    const known = plain(key);
    const place = placeOf(this.places, known, hashOf(known));
    return place === undefined ? undefined : this.slots.at(place);
  }

  set(entry: Entry<K, V>): Tries<K, V> {
    const key = plain(entry.key);
    const hash = hashOf(key);
    const place = placeOf(this.places, key, hash);
    if (place !== undefined) return new Tries(this.places, this.slots.set(place, entry));
    const places = withKey(this.places, { hash, key, place: this.slots.length });
    return new Tries(places, this.slots.push(entry));
  }

  delete(key: K): Tries<K, V> {
    const known = plain(key);
    const hash = hashOf(known);
    const place = placeOf(this.places, known, hash);
    if (place === undefined) return this;
    return new Tries(withoutKey(this.places, { hash, key: known }), this.slots.clear(place));
  }
}

function indexIn<K extends MapKey, V>(entries: readonly Entry<K, V>[], key: K): number {
  for (let at = 0; at < entries.length; at++) {
    const known = entries[at]?.key;
    if (known === key || Object.is(known, key)) return at;
  }
  return -1;
}

/** Minus zero is zero, as in a `Map`. */
function plain(key: MapKey): MapKey {
  return key === 0 ? 0 : key;
}
