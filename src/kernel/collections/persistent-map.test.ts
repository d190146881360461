import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { MapKey } from './key-trie.ts';
import { PersistentMap } from './persistent-map.ts';

type Step = { readonly which: number; readonly key: MapKey; readonly value?: number };

/** Few keys, so that they meet again; some of them have one hash. */
const key = fc.oneof(
  fc.nat(40),
  fc.nat(40).map(String),
  fc.constantFrom('costarring', 'liquid', 'declinate', 'macallums', -1, 2 ** 40, 0.5, Number.NaN),
  fc.string({ maxLength: 3 }),
);
const step: fc.Arbitrary<Step> = fc.record(
  { which: fc.nat(), key, value: fc.nat(3) },
  { requiredKeys: ['which', 'key'] },
);

function same(map: PersistentMap<MapKey, number>, known: ReadonlyMap<MapKey, number>): void {
  expect([...map]).toEqual([...known]);
  expect([...map.keys()]).toEqual([...known.keys()]);
  expect([...map.values()]).toEqual([...known.values()]);
  expect(map.list()).toEqual([...known.values()]);
  expect(map.size).toBe(known.size);
  for (const [each, value] of known) expect([map.get(each), map.has(each)]).toEqual([value, true]);
}

describe('a persistent map', () => {
  it('equals a Map in every version, whichever version is changed', () => {
    fc.assert(
      fc.property(fc.array(step, { maxLength: 120 }), (steps) => {
        const versions = [{ map: PersistentMap.empty<MapKey, number>(), known: new Map<MapKey, number>() }];
        for (const { which, key: changed, value } of steps) {
          // Mostly the newest, so that maps grow.
          const { map, known } = versions.at(which % 3 === 0 ? which % versions.length : -1) ?? {
            map: PersistentMap.empty<MapKey, number>(),
            known: new Map<MapKey, number>(),
          };
          const next = new Map(known);
          if (value === undefined) next.delete(changed);
          else next.set(changed, value);
          versions.push({
            map: value === undefined ? map.delete(changed) : map.set(changed, value),
            known: next,
          });
        }
        for (const { map, known } of versions) same(map, known);
      }),
      { numRuns: 300 },
    );
  });

  it('returns itself when nothing changes', () => {
    const map = PersistentMap.from<string, number>([['a', 1]]);
    expect(map.set('a', 1)).toBe(map);
    expect(map.delete('b')).toBe(map);
    expect(map.delete('a')).toBe(PersistentMap.empty());
  });

  it('keeps the position of a key that is set again, and appends one that was deleted and set again', () => {
    const map = PersistentMap.from([
      ['a', 1],
      ['b', 2],
    ]);
    expect([...map.set('a', 3).keys()]).toEqual(['a', 'b']);
    expect([...map.delete('a').set('a', 3).keys()]).toEqual(['b', 'a']);
  });

  it('distinguishes numbers from strings', () => {
    const map = PersistentMap.empty<MapKey, string>().set(1, 'number').set('1', 'text');
    expect([map.get(1), map.get('1'), map.size]).toEqual(['number', 'text', 2]);
  });

  it('stays small when keys come and go', () => {
    let map = PersistentMap.empty<number, number>();
    for (let n = 0; n < 20_000; n++) {
      map = map.set(n, n);
      if (n >= 3) map = map.delete(n - 3);
    }
    expect([...map]).toEqual([
      [19_997, 19_997],
      [19_998, 19_998],
      [19_999, 19_999],
    ]);
  });

  it('holds many thousand keys', () => {
    let map = PersistentMap.empty<string, number>();
    for (let n = 0; n < 40_000; n++) map = map.set(`task-${n}`, n);
    const before = map;
    for (let n = 0; n < 40_000; n += 2) map = map.delete(`task-${n}`);
    expect([before.size, map.size]).toEqual([40_000, 20_000]);
    expect([before.get('task-1000'), map.get('task-1000'), map.get('task-1001')]).toEqual([
      1000,
      undefined,
      1001,
    ]);
    expect([...map.values()].every((value, i) => value === 2 * i + 1)).toBe(true);
  });
});
