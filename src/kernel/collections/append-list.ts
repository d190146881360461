/** The array that versions of a list share; only the newest version reaches its end. */
interface Backing<T> {
  readonly items: T[];
}

/**
 * An immutable list that only grows. Appending to the newest version takes constant time; appending to an older one
 * copies it.
 *
 * ```ts
 * const one = AppendList.of('a');
 * const two = one.push('b');
 * console.log([...one], [...two]); // [ 'a' ] [ 'a', 'b' ]
 * ```
 */
export class AppendList<T> implements Iterable<T> {
  static readonly #none = new AppendList<never>({ items: [] }, 0);

  readonly length: number;
  readonly #backing: Backing<T>;

  private constructor(backing: Backing<T>, length: number) {
    this.#backing = backing;
    this.length = length;
  }

  /** The empty list. */
  static empty<T = never>(): AppendList<T> {
    return AppendList.#none;
  }

  /** A list of these items. */
  static of<T>(...items: readonly T[]): AppendList<T> {
    return AppendList.from(items);
  }

  /** A list of the items of an iterable. */
  static from<T>(items: Iterable<T>): AppendList<T> {
    const copy = [...items];
    return copy.length === 0 ? AppendList.#none : new AppendList({ items: copy }, copy.length);
  }

  /** The item at this index; a negative index counts from the end. */
  at(index: number): T | undefined {
    const place = index < 0 ? this.length + index : index;
    return place >= 0 && place < this.length ? this.#backing.items[place] : undefined;
  }

  /** This list with one more item at the end. */
  push(item: T): AppendList<T> {
    const { items } = this.#backing;
    // Everybody shares the empty list, so nobody may grow it in place.
    const isNewest = items.length === this.length && this.length > 0;
    const backing = isNewest ? this.#backing : { items: items.slice(0, this.length) };
    backing.items.push(item);
    return new AppendList(backing, this.length + 1);
  }

  /** The items from `from` up to but excluding `to`, as a new array. */
  slice(from = 0, to = this.length): T[] {
    return this.#backing.items.slice(bound(from, this.length), bound(to, this.length));
  }

  *[Symbol.iterator](): Generator<T, undefined> {
    const { items } = this.#backing;
    let place = 0;
    for (const item of items) {
      if (place++ === this.length) return;
      yield item;
    }
  }
}

function bound(index: number, length: number): number {
  const whole = Math.trunc(index);
  return whole < 0 ? Math.max(0, length + whole) : Math.min(whole, length);
}
