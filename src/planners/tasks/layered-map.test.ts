import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { LayeredMap } from './layered-map.ts';
import { ReadyQueue } from './ready-queue.ts';

describe('a layered map', () => {
  it('shows what is below until something is set or deleted here, and leaves that alone', () => {
    const below = new Map([
      [1, 'one'],
      [2, 'two'],
      [3, 'three'],
    ]);
    const map = new LayeredMap(below);
    map.set(4, 'four');
    map.set(2, 'zwei');
    map.delete(1);
    map.delete(4);
    map.set(5, 'five');
    expect([...map]).toEqual([
      [2, 'zwei'],
      [3, 'three'],
      [5, 'five'],
    ]);
    expect([...map.values()]).toEqual(['zwei', 'three', 'five']);
    expect([...below.values()]).toEqual(['one', 'two', 'three']);
  });

  it('is a map, whatever is set and deleted', () => {
    const change = fc.record({ key: fc.integer({ min: 0, max: 5 }), value: fc.option(fc.nat()) });
    fc.assert(
      fc.property(fc.array(change), fc.array(change), (before, changes) => {
        const below = new Map<number, number>();
        for (const { key, value } of before) below.set(key, value ?? 0);
        const map = new LayeredMap(below);
        const model = new Map(below);
        for (const { key, value } of changes) {
          for (const each of [map, model]) value === null ? each.delete(key) : each.set(key, value);
        }
        for (let key = 0; key <= 5; key += 1) {
          expect([map.has(key), map.get(key)]).toEqual([model.has(key), model.get(key)]);
        }
        expect(new Map(map)).toEqual(model);
      }),
    );
  });
});

describe('a ready queue', () => {
  const drained = (queue: ReadyQueue): number[] => {
    const ids: number[] = [];
    for (let id = queue.smallest; id !== undefined; id = queue.smallest) {
      ids.push(id);
      queue.removeSmallest();
    }
    return ids;
  };

  it('gives ids back in ascending order, whatever the order they came in', () => {
    fc.assert(
      fc.property(
        fc.uniqueArray(fc.nat(50), { maxLength: 20 }),
        fc.array(fc.nat(50), { maxLength: 20 }),
        (first, added) => {
          const queue = new ReadyQueue(first.toSorted((a, b) => a - b));
          for (const id of added) queue.add(id);
          expect(drained(queue)).toEqual([...first, ...added].toSorted((a, b) => a - b));
        },
      ),
    );
  });

  it('keeps its order while ids are added and taken in turn', () => {
    const queue = new ReadyQueue([1, 5, 9]);
    queue.removeSmallest();
    queue.add(3);
    queue.add(8);
    expect(queue.smallest).toBe(3);
    queue.removeSmallest();
    queue.add(0);
    expect(drained(queue)).toEqual([0, 5, 8, 9]);
  });

  it('is nothing when it is empty', () => {
    const queue = new ReadyQueue();
    queue.removeSmallest();
    expect(queue.smallest).toBeUndefined();
    queue.add(2);
    queue.removeSmallest();
    expect(queue.smallest).toBeUndefined();
  });

  it('is left alone by what happens to its copy', () => {
    const queue = new ReadyQueue([1, 2]);
    const copy = queue.copy();
    copy.removeSmallest();
    copy.add(0);
    expect([drained(queue), drained(copy)]).toEqual([
      [1, 2],
      [0, 2],
    ]);
  });
});
