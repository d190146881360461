import type { Fact } from '../journal/fact.ts';

const INDEX = /^(?:0|[1-9]\d*)$/;

/**
 * The first `length` facts of an array that only grows, as an array of their own that nobody can change. Nothing is
 * copied, so that it costs the same however many there are.
 */
export function factView(facts: readonly Fact[], length: number): readonly Fact[] {
  return new Proxy<readonly Fact[]>([], new ViewTraps(facts, length));
}

class ViewTraps implements ProxyHandler<readonly Fact[]> {
  readonly #facts: readonly Fact[];
  readonly #length: number;
  /** What planners call most, without a trap for every element. The rest works through the traps. */
  readonly #quick: ReadonlyMap<PropertyKey, unknown>;

  constructor(facts: readonly Fact[], length: number) {
    this.#facts = facts;
    this.#length = length;
    this.#quick = quickMethods(facts, length);
  }

  get(target: readonly Fact[], key: PropertyKey, view: unknown): unknown {
    if (key === 'length') return this.#length;
    if (isIndex(key)) return this.#at(key);
    return this.#quick.get(key) ?? Reflect.get(target, key, view);
  }

  has(target: readonly Fact[], key: PropertyKey): boolean {
    return isIndex(key) ? Number(key) < this.#length : Reflect.has(target, key);
  }

  ownKeys(): string[] {
    return [...Array.from({ length: this.#length }, (_, i) => `${i}`), 'length'];
  }

  getOwnPropertyDescriptor(target: readonly Fact[], key: PropertyKey): PropertyDescriptor | undefined {
    // The language asks that a property which is fixed in the target be described as the target has it: writable.
    if (key === 'length')
      return { value: this.#length, writable: true, enumerable: false, configurable: false };
    if (!isIndex(key)) return Reflect.getOwnPropertyDescriptor(target, key);
    if (Number(key) >= this.#length) return undefined;
    return { value: this.#at(key), writable: false, enumerable: true, configurable: true };
  }

  set(): boolean {
    return false;
  }

  defineProperty(): boolean {
    return false;
  }

  deleteProperty(): boolean {
    return false;
  }

  setPrototypeOf(): boolean {
    return false;
  }

  preventExtensions(): boolean {
    return false;
  }

  #at(index: string): Fact | undefined {
    return Number(index) < this.#length ? this.#facts[Number(index)] : undefined;
  }
}

function isIndex(key: PropertyKey): key is string {
  return typeof key === 'string' && INDEX.test(key);
}

type Visit = (fact: Fact | undefined, at: number, all: readonly Fact[]) => unknown;

function quickMethods(facts: readonly Fact[], length: number): ReadonlyMap<PropertyKey, unknown> {
  function* values(): Generator<Fact | undefined> {
    for (let i = 0; i < length; i++) yield facts[i];
  }
  function first(this: readonly Fact[], test: Visit, self?: unknown): number {
    for (let i = 0; i < length; i++) if (test.call(self, facts[i], i, this)) return i;
    return -1;
  }
  function last(this: readonly Fact[], test: Visit, self?: unknown): number {
    for (let i = length - 1; i >= 0; i--) if (test.call(self, facts[i], i, this)) return i;
    return -1;
  }
  const methods = {
    at: (index = 0) => facts[placeOf(Math.trunc(index), length)],
    values,
    slice: (from = 0, to = length) => facts.slice(boundOf(from, length), boundOf(to, length)),
    forEach(this: readonly Fact[], visit: Visit, self?: unknown) {
      for (let i = 0; i < length; i++) visit.call(self, facts[i], i, this);
    },
    map(this: readonly Fact[], change: Visit, self?: unknown) {
      const changed: unknown[] = [];
      for (let i = 0; i < length; i++) changed.push(change.call(self, facts[i], i, this));
      return changed;
    },
    filter(this: readonly Fact[], test: Visit, self?: unknown) {
      const passed: (Fact | undefined)[] = [];
      for (let i = 0; i < length; i++) if (test.call(self, facts[i], i, this)) passed.push(facts[i]);
      return passed;
    },
    findIndex: first,
    findLastIndex: last,
    find(this: readonly Fact[], test: Visit, self?: unknown) {
      return facts[first.call(this, test, self)];
    },
    findLast(this: readonly Fact[], test: Visit, self?: unknown) {
      return facts[last.call(this, test, self)];
    },
    some(this: readonly Fact[], test: Visit, self?: unknown) {
      return first.call(this, test, self) !== -1;
    },
  };
  return new Map<PropertyKey, unknown>([...Object.entries(methods), [Symbol.iterator, values]]);
}

/** -1 where there is nothing. */
function placeOf(index: number, length: number): number {
  const place = index < 0 ? length + index : index;
  return place >= 0 && place < length ? place : -1;
}

function boundOf(index: number, length: number): number {
  return index < 0 ? Math.max(0, length + Math.trunc(index)) : Math.min(index, length);
}
