import { describe, expect, it } from 'vitest';
import type { SessionEvent, ToolInvoked } from './facts.ts';
import { replaceLatest, type Slice } from './slice.ts';
import { SliceBook } from './slice-registry.ts';

const Total: Slice<number> = { name: 'Total', parse: Number };
const Names: Slice<string> = { name: 'Names', parse: String };

const called = (tool: string): ToolInvoked => ({ type: 'ToolInvoked', tool, params: {}, success: true });
const count = replaceLatest<number, ToolInvoked>((total = 0) => total + 1);

function apply(book: SliceBook, event: SessionEvent, version: number): void {
  for (const outcome of book.outcomesOf([event])) book.put(outcome, version);
}

function refusing(tool: string) {
  return (names: readonly string[], event: ToolInvoked) => {
    if (event.tool === tool) throw new RangeError(`no ${tool}`);
    return [...names, event.tool];
  };
}

describe('replaceLatest', () => {
  it('leaves exactly one value', () => {
    const book = new SliceBook();
    book.register(Total, 'ToolInvoked', count);
    for (const version of [1, 2, 3]) apply(book, called('a'), version);
    expect(book.select(Total)).toEqual([3]);
  });

  it('returns the same values when nothing changed, and none when the value is gone', () => {
    const values = Object.freeze(['a']);
    expect(replaceLatest<string, null>((latest) => latest)(values, null)).toBe(values);
    expect(replaceLatest<string, null>(() => undefined)(values, null)).toEqual([]);
  });
});

describe('a book of slices', () => {
  it('has one reducer for a slice and a type of event', () => {
    const book = new SliceBook();
    expect(book.register(Total, 'ToolInvoked', count)).toBe(true);
    expect(book.register(Total, 'ToolInvoked', count)).toBe(false);
    apply(book, called('a'), 1);
    expect(book.select(Total)).toEqual([1]);
  });

  it('changes every slice or, when a reducer throws, none', () => {
    const book = new SliceBook();
    book.register(Total, 'ToolInvoked', count);
    book.register(Names, 'ToolInvoked', refusing('b'));
    apply(book, called('a'), 1);
    expect(() => book.outcomesOf([called('a'), called('b')])).toThrow('no b');
    expect(book.values()).toEqual({ Total: [1], Names: ['a'] });
    expect(book.version).toBe(1);
  });

  it('foresees several events one after the other, and changes nothing until they are put', () => {
    const book = new SliceBook();
    book.register(Total, 'ToolInvoked', count);
    book.register(Names, 'ToolInvoked', refusing('b'));
    const outcomes = book.outcomesOf([called('a'), called('c'), called('d')]);
    expect(book.values()).toEqual({ Total: [], Names: [] });
    for (const [i, outcome] of outcomes.entries()) book.put(outcome, 10 + i);
    expect(book.values()).toEqual({ Total: [3], Names: ['a', 'c', 'd'] });
    expect(book.version).toBe(12);
  });

  it('replays into the slices that can take an event, and tells which could not', () => {
    const book = new SliceBook();
    book.register(Names, 'ToolInvoked', refusing('b'));
    book.register(Total, 'ToolInvoked', count);
    expect(book.replay(called('b'), 7)).toEqual([{ slice: 'Names', error: new RangeError('no b') }]);
    expect(book.values()).toEqual({ Names: [], Total: [1] });
    expect(book.version).toBe(7);
  });

  it('keeps its version when an event changes nothing', () => {
    const book = new SliceBook();
    book.register(
      Total,
      'ToolInvoked',
      replaceLatest<number, ToolInvoked>((total) => total),
    );
    apply(book, called('a'), 5);
    expect(book.version).toBe(0);
  });

  it('hands out values that cannot be changed from outside', () => {
    const book = new SliceBook();
    book.register(Total, 'ToolInvoked', count);
    apply(book, called('a'), 1);
    expect(book.select(Total)).toSatisfy(Object.isFrozen);
    expect(book.values()).toSatisfy(Object.isFrozen);
  });

  it('restores the slices it has, leaves those a snapshot does not name, and ignores strangers', () => {
    const book = new SliceBook();
    book.register(Total, 'ToolInvoked', count);
    book.register(Names, 'ToolInvoked', refusing('b'));
    apply(book, called('a'), 1);
    apply(book, { type: 'SessionRolledBack', slices: { Total: ['4'], Stranger: [1] } }, 2);
    expect(book.values()).toEqual({ Total: [4], Names: ['a'] });
    expect(book.version).toBe(2);
  });

  it('leaves a slice alone at an event that it has no reducer for', () => {
    const book = new SliceBook();
    book.register(Total, 'SessionRolledBack', (values) => values);
    apply(book, called('a'), 1);
    expect(book.replay(called('a'), 2)).toEqual([]);
    expect([book.select(Total), book.version]).toEqual([[], 0]);
  });
});
