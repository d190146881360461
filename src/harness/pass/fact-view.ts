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

  constructor(facts: AppendList<Fact>) {
    this.#facts = facts;
    this.#length = facts.length;
  }

  get(target: readonly Fact[], key: PropertyKey, view: unknown): unknown {
    if (key === 'length') return this.#length;
    if (isIndex(key)) return this.#at(key);
    return quickMethod(this.#facts, key) ?? Reflect.get(target, key, view);
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

function first(facts: AppendList<Fact>, all: readonly Fact[], test: Visit, self: unknown): number {
  for (let i = 0; i < facts.length; i++) if (test.call(self, facts.at(i), i, all)) return i;
  return -1;
}

function last(facts: AppendList<Fact>, all: readonly Fact[], test: Visit, self: unknown): number {
  for (let i = facts.length - 1; i >= 0; i--) if (test.call(self, facts.at(i), i, all)) return i;
  return -1;
}

/** The most used methods, without a trap per element. The rest works through the traps. */
function quickMethod(facts: AppendList<Fact>, key: PropertyKey): unknown {
  switch (key) {
    case 'at':
      return (index = 0) => facts.at(Math.trunc(index));
    case 'values':
    case Symbol.iterator:
      return () => facts[Symbol.iterator]();
    case 'slice':
      return (from = 0, to = facts.length) => facts.slice(from, to);
    case 'forEach':
      return function forEach(this: readonly Fact[], visit: Visit, self?: unknown) {
        for (let i = 0; i < facts.length; i++) visit.call(self, facts.at(i), i, this);
      };
    case 'map':
      return function map(this: readonly Fact[], change: Visit, self?: unknown) {
        const changed: unknown[] = [];
        for (let i = 0; i < facts.length; i++) changed.push(change.call(self, facts.at(i), i, this));
        return changed;
      };
    case 'filter':
      return function filter(this: readonly Fact[], test: Visit, self?: unknown) {
        const passed: (Fact | undefined)[] = [];
        for (let i = 0; i < facts.length; i++)
          if (test.call(self, facts.at(i), i, this)) passed.push(facts.at(i));
        return passed;
      };
    case 'findIndex':
      return function findIndex(this: readonly Fact[], test: Visit, self?: unknown) {
        return first(facts, this, test, self);
      };
    case 'findLastIndex':
      return function findLastIndex(this: readonly Fact[], test: Visit, self?: unknown) {
        return last(facts, this, test, self);
      };
    case 'find':
      return function find(this: readonly Fact[], test: Visit, self?: unknown) {
        const at = first(facts, this, test, self);
        return at === -1 ? undefined : facts.at(at);
      };
    case 'findLast':
      return function findLast(this: readonly Fact[], test: Visit, self?: unknown) {
        const at = last(facts, this, test, self);
        return at === -1 ? undefined : facts.at(at);
      };
    case 'some':
      return function some(this: readonly Fact[], test: Visit, self?: unknown) {
        return first(facts, this, test, self) !== -1;
      };
    default:
      return undefined;
  }
}
