import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Fact } from '../../journal/index.ts';
import { AppendList } from '../../kernel/collections/append-list.ts';
import { factView } from './fact-view.ts';

const fact = (seq: number): Fact => ({ seq, id: `f-${seq}`, ts: '', type: 'note', v: 1 });
const facts = (count: number) => Array.from({ length: count }, (_, i) => fact(i + 1));

/** What people do with arrays. */
const USES: readonly ((list: readonly Fact[], n: number) => unknown)[] = [
  (list) => list.length,
  (list, n) => list[n],
  (list, n) => list.at(n),
  (list, n) => list.at(-n),
  (list, n) => list.slice(n),
  (list, n) => list.slice(-n, -1),
  (list, n) => list.slice(1, n),
  (list) => list.slice(),
  (list, n) => list.slice(-n - 0.5, n + 0.5),
  (list, n) => list.at(n + 0.5),
  (list, n) => list.at(-n - 0.5),
  (list) => Reflect.apply(list.at, list, []),
  (list, n) => Object.getOwnPropertyDescriptor(list, n)?.value,
  (list) => Object.getOwnPropertyDescriptor(list, 'length'),
  (list) => Object.getOwnPropertyDescriptor(list, 'push'),
  (list) => Reflect.ownKeys(list),
  (list) => ['push' in list, '01' in list, '1.5' in list, '-1' in list, Symbol.iterator in list],
  (list) => Reflect.get(list, '01') ?? Reflect.get(list, '-1') ?? Reflect.get(list, Symbol.toStringTag),
  (list) => [...list],
  (list) => Array.from(list),
  (list) => [...list.entries()],
  (list) => [...list.keys()],
  (list) => [...list.values()],
  (list, n) => list.find(({ seq }) => seq > n),
  (list, n) => list.findLast(({ seq }) => seq < n),
  (list, n) => list.findIndex(({ seq }) => seq === n),
  (list, n) => list.findLastIndex(({ seq }) => seq < n),
  (list, n) => list.filter(({ seq }, i) => seq % 2 === 0 && i < n),
  (list) => list.map(({ seq }, i, all) => seq + i + all.length),
  (list) => list.flatMap(({ seq }) => [seq, seq]),
  (list, n) => list.some(({ seq }) => seq === n),
  (list, n) => list.every(({ seq }) => seq <= n),
  (list) => list.reduce((sum, { seq }) => sum + seq, 0),
  (list) => list.reduceRight((text, { seq }) => text + seq, ''),
  (list) => list.toReversed(),
  (list) => list.toSorted((a, b) => b.seq - a.seq),
  (list, n) => list.with(0, fact(n)),
  (list, n) => list.concat([fact(n)]),
  (list, n) => [fact(n)].concat(list),
  (list, n) => list.indexOf(list[n] ?? fact(0)),
  (list, n) => list.includes(list[n] ?? fact(0)),
  (list) => list.join(),
  (list) => JSON.stringify(list),
  (list) => Object.keys(list),
  (list) => Object.entries(list),
  (list, n) => n in list,
  (list) => Array.isArray(list),
  (list) => {
    const seen: number[] = [];
    list.forEach(({ seq }) => {
      seen.push(seq);
    });
    return seen;
  },
  (list) => {
    const [first, ...rest] = list;
    return { first, rest };
  },
  (list) => {
    const seen: string[] = [];
    for (const key in list) seen.push(key);
    return seen;
  },
];

describe('a view of facts', () => {
  it.each(USES)('reads like an array: %s', (use) => {
    fc.assert(
      fc.property(fc.nat(6), fc.nat(4), fc.integer({ min: 0, max: 8 }), (length, more, n) => {
        const whole = facts(length + more);
        const outcome = (list: readonly Fact[]) => {
          try {
            return use(list, n);
          } catch (error) {
            return error instanceof RangeError ? 'out of range' : error;
          }
        };
        expect(outcome(factView(AppendList.from(whole.slice(0, length))))).toEqual(
          outcome(whole.slice(0, length)),
        );
      }),
    );
  });

  it('does not change when the list behind it grows', () => {
    const list = AppendList.from(facts(2));
    const view = factView(list);
    list.push(fact(3));
    expect(view).toEqual(facts(2));
    expect(view[2]).toBeUndefined();
    expect(2 in view).toBe(false);
  });

  it.each<[keyof (readonly Fact[])]>([
    ['forEach'],
    ['map'],
    ['filter'],
    ['find'],
    ['findLast'],
    ['findIndex'],
    ['findLastIndex'],
    ['some'],
  ])('hands the fact, its place, itself and what is meant by this to %s', (method) => {
    const view = factView(AppendList.from(facts(2)));
    const self = {};
    const seen: unknown[] = [];
    const visit = function (this: unknown, ...args: unknown[]) {
      seen.push([this === self, args[0], args[1], args[2] === view]);
      return false;
    };
    Reflect.apply(Object(view[method]), view, [visit, self]);
    const calls = facts(2).map((each, at) => [true, each, at, true]);
    expect(seen).toEqual(String(method).includes('Last') ? calls.toReversed() : calls);
  });

  it('describes its elements as read-only, and has none beyond its end', () => {
    const view = factView(AppendList.from(facts(2)));
    expect(Object.getOwnPropertyDescriptor(view, '1')).toEqual({
      value: fact(2),
      writable: false,
      enumerable: true,
      configurable: true,
    });
    expect(Object.getOwnPropertyDescriptor(view, '2')).toBeUndefined();
  });

  it('cannot be changed', () => {
    const view = factView(AppendList.from(facts(2))) as Fact[];
    expect(() => view.push(fact(3))).toThrow(TypeError);
    expect(() => {
      view[0] = fact(9);
    }).toThrow(TypeError);
    expect(() => {
      view.length = 0;
    }).toThrow(TypeError);
    expect(() => view.sort(() => -1)).toThrow(TypeError);
    expect(Reflect.deleteProperty(view, '0')).toBe(false);
    expect(() => Object.defineProperty(view, '0', { value: 1 })).toThrow(TypeError);
    expect(() => Object.freeze(view)).toThrow(TypeError);
    expect(() => Object.setPrototypeOf(view, null)).toThrow(TypeError);
    expect([Reflect.set(view, 'more', 1), Reflect.preventExtensions(view)]).toEqual([false, false]);
    expect(view).toEqual(facts(2));
  });
});
