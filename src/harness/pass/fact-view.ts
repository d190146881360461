import type { Fact } from '../../journal/fact.ts';
import type { AppendList } from '../../kernel/collections/append-list.ts';

const INDEX = /^(?:0|[1-9]\d*)$/;

/** Facts as a read-only array. Nothing is copied, so it is cheap however many there are. */
export function factView(facts: AppendList<Fact>): readonly Fact[] {
  return new Proxy<readonly Fact[]>([], new ViewTraps(facts));
}

class ViewTraps implements ProxyHandler<readonly Fact[]> {
  readonly #facts: AppendList<Fact>;
  readonly #length: number;
  /** The most used methods, without a trap per element. The rest works through the traps. */
  readonly #quick: ReadonlyMap<PropertyKey, unknown>;

  constructor(facts: AppendList<Fact>) {
    this.#facts = facts;
    this.#length = facts.length;
    this.#quick = quickMethods(facts);
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
    // The language requires that a non-configurable property of the target is described as the target has it:
    // writable.
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
    return this.#facts.at(Number(index));
  }
}

function isIndex(key: PropertyKey): key is string {
  return typeof key === 'string' && INDEX.test(key);
}

type Visit = (fact: Fact | undefined, at: number, all: readonly Fact[]) => unknown;

function quickMethods(facts: AppendList<Fact>): ReadonlyMap<PropertyKey, unknown> {
  const { length } = facts;
  const values = () => facts[Symbol.iterator]();
  function first(this: readonly Fact[], test: Visit, self?: unknown): number {
    for (let i = 0; i < length; i++) if (test.call(self, facts.at(i), i, this)) return i;
    return -1;
  }
  function last(this: readonly Fact[], test: Visit, self?: unknown): number {
    for (let i = length - 1; i >= 0; i--) if (test.call(self, facts.at(i), i, this)) return i;
    return -1;
  }
  const methods = {
    at: (index = 0) => facts.at(Math.trunc(index)),
    values,
    slice: (from = 0, to = length) => facts.slice(from, to),
    forEach(this: readonly Fact[], visit: Visit, self?: unknown) {
      for (let i = 0; i < length; i++) visit.call(self, facts.at(i), i, this);
    },
    map(this: readonly Fact[], change: Visit, self?: unknown) {
      const changed: unknown[] = [];
      for (let i = 0; i < length; i++) changed.push(change.call(self, facts.at(i), i, this));
      return changed;
    },
    filter(this: readonly Fact[], test: Visit, self?: unknown) {
      const passed: (Fact | undefined)[] = [];
      for (let i = 0; i < length; i++) if (test.call(self, facts.at(i), i, this)) passed.push(facts.at(i));
      return passed;
    },
    findIndex: first,
    findLastIndex: last,
    find(this: readonly Fact[], test: Visit, self?: unknown) {
      const at = first.call(this, test, self);
      return at === -1 ? undefined : facts.at(at);
    },
    findLast(this: readonly Fact[], test: Visit, self?: unknown) {
      const at = last.call(this, test, self);
      return at === -1 ? undefined : facts.at(at);
    },
    some(this: readonly Fact[], test: Visit, self?: unknown) {
      return first.call(this, test, self) !== -1;
    },
  };
  return new Map<PropertyKey, unknown>([...Object.entries(methods), [Symbol.iterator, values]]);
}
