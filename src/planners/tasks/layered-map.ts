/** What a fold needs of a map. */
export interface Entries<Key, Value> extends Iterable<readonly [Key, Value]> {
  get(key: Key): Value | undefined;
  has(key: Key): boolean;
  set(key: Key, value: Value): unknown;
  delete(key: Key): unknown;
  values(): Iterable<Value>;
}

/**
 * Entries over others, which stay as they are: what is set or deleted here is seen here alone. Making one costs nothing,
 * however many there are below, and they may change as long as this one is no longer used.
 */
export class LayeredMap<Key, Value> implements Entries<Key, Value> {
  readonly #below: Entries<Key, Value>;
  readonly #own = new Map<Key, Value>();
  readonly #deleted = new Set<Key>();

  constructor(below: Entries<Key, Value>) {
    this.#below = below;
  }

  get(key: Key): Value | undefined {
    return this.#own.get(key) ?? (this.#deleted.has(key) ? undefined : this.#below.get(key));
  }

  has(key: Key): boolean {
    return this.#own.has(key) || (!this.#deleted.has(key) && this.#below.has(key));
  }

  set(key: Key, value: Value): void {
    this.#own.set(key, value);
  }

  delete(key: Key): void {
    this.#own.delete(key);
    this.#deleted.add(key);
  }

  *values(): Iterable<Value> {
    for (const [, value] of this) yield value;
  }

  /** In the order of the entries below, and then what came here. */
  *[Symbol.iterator](): Iterator<readonly [Key, Value]> {
    const seen = new Set<Key>();
    for (const [key, value] of this.#below) {
      if (this.#deleted.has(key)) continue;
      seen.add(key);
      yield [key, this.#own.get(key) ?? value];
    }
    for (const entry of this.#own) if (!seen.has(entry[0])) yield entry;
  }
}
