import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { AppendList } from './append-list.ts';

describe('an append-only list', () => {
  it('reads like an array', () => {
    const list = AppendList.of('a', 'b', 'c');
    expect([list.length, list.at(0), list.at(-1), list.at(3), list.at(-4)]).toEqual([
      3,
      'a',
      'c',
      undefined,
      undefined,
    ]);
    expect([list.slice(1), list.slice(-2, -1), list.slice()]).toEqual([['b', 'c'], ['b'], ['a', 'b', 'c']]);
    expect([...AppendList.empty()]).toEqual([]);
  });

  it('does not change when its slice is mutated', () => {
    const list = AppendList.of('a');
    list.slice().push('b');
    expect([...list]).toEqual(['a']);
  });

  it('does not share growth between lists that started empty', () => {
    const [one, two] = [AppendList.empty<string>().push('a'), AppendList.empty<string>().push('b')];
    expect([[...one], [...two], [...AppendList.empty()]]).toEqual([['a'], ['b'], []]);
  });

  it('is immutable, whichever version is pushed to', () => {
    const pushes = fc.array(fc.tuple(fc.nat(), fc.nat()), { maxLength: 60 });
    fc.assert(
      fc.property(pushes, (steps) => {
        const versions = [{ list: AppendList.empty<number>(), array: [] as number[] }];
        for (const [which, item] of steps) {
          const { list, array } = versions[which % versions.length] ?? {
            list: AppendList.empty(),
            array: [],
          };
          versions.push({ list: list.push(item), array: [...array, item] });
        }
        for (const { list, array } of versions) {
          expect([...list]).toEqual(array);
          expect(list.slice()).toEqual(array);
          expect(list.length).toBe(array.length);
          expect(list.at(list.length)).toBeUndefined();
        }
      }),
    );
  });

  it('accepts a hundred thousand items without copying', () => {
    let list = AppendList.empty<number>();
    for (let n = 0; n < 100_000; n++) list = list.push(n);
    expect([list.length, list.at(99_999)]).toEqual([100_000, 99_999]);
  });
});
