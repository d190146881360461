import { describe, expect, it } from 'vitest';
import type { SessionEvent, ToolInvoked } from './facts.ts';
import { replaceLatest, type Slice } from './slice.ts';
import { SliceRegistry } from './slice-registry.ts';

const Total: Slice<number> = { name: 'Total', parse: Number };
const Names: Slice<string> = { name: 'Names', parse: String };

const called = (tool: string): ToolInvoked => ({ type: 'ToolInvoked', tool, params: {}, success: true });
const count = replaceLatest<number, ToolInvoked>((total = 0) => total + 1);

function apply(fold: SliceRegistry, event: SessionEvent, version: number): void {
  for (const outcome of fold.outcomesOf([event])) fold.put(outcome, version);
}

function refusing(tool: string) {
  return (names: readonly string[], event: ToolInvoked) => {
    if (event.tool === tool) throw new RangeError(`no ${tool}`);
    return [...names, event.tool];
  };
}

describe('replaceLatest', () => {
  it('leaves exactly one value', () => {
    const fold = new SliceRegistry();
    fold.register(Total, 'ToolInvoked', count);
    for (const version of [1, 2, 3]) apply(fold, called('a'), version);
    expect(fold.select(Total)).toEqual([3]);
  });

  it('returns the same values when nothing changed, and none when the value is gone', () => {
    const values = Object.freeze(['a']);
    expect(replaceLatest<string, null>((latest) => latest)(values, null)).toBe(values);
    expect(replaceLatest<string, null>(() => undefined)(values, null)).toEqual([]);
  });
});

describe('a fold of slices', () => {
  it('has one reducer for a slice and a type of event', () => {
    const fold = new SliceRegistry();
    expect(fold.register(Total, 'ToolInvoked', count)).toBe(true);
    expect(fold.register(Total, 'ToolInvoked', count)).toBe(false);
    apply(fold, called('a'), 1);
    expect(fold.select(Total)).toEqual([1]);
  });

  it('changes every slice or, when a reducer throws, none', () => {
    const fold = new SliceRegistry();
    fold.register(Total, 'ToolInvoked', count);
    fold.register(Names, 'ToolInvoked', refusing('b'));
    apply(fold, called('a'), 1);
    expect(() => fold.outcomesOf([called('a'), called('b')])).toThrow('no b');
    expect(fold.values()).toEqual({ Total: [1], Names: ['a'] });
    expect(fold.version).toBe(1);
  });

  it('foresees several events one after the other, and changes nothing until they are put', () => {
    const fold = new SliceRegistry();
    fold.register(Total, 'ToolInvoked', count);
    fold.register(Names, 'ToolInvoked', refusing('b'));
    const outcomes = fold.outcomesOf([called('a'), called('c'), called('d')]);
    expect(fold.values()).toEqual({ Total: [], Names: [] });
    for (const [i, outcome] of outcomes.entries()) fold.put(outcome, 10 + i);
    expect(fold.values()).toEqual({ Total: [3], Names: ['a', 'c', 'd'] });
    expect(fold.version).toBe(12);
  });

  it('replays into the slices that can take an event, and tells which could not', () => {
    const fold = new SliceRegistry();
    fold.register(Names, 'ToolInvoked', refusing('b'));
    fold.register(Total, 'ToolInvoked', count);
    expect(fold.replay(called('b'), 7)).toEqual([{ slice: 'Names', error: new RangeError('no b') }]);
    expect(fold.values()).toEqual({ Names: [], Total: [1] });
    expect(fold.version).toBe(7);
  });

  it('keeps its version when an event changes nothing', () => {
    const fold = new SliceRegistry();
    fold.register(
      Total,
      'ToolInvoked',
      replaceLatest<number, ToolInvoked>((total) => total),
    );
    apply(fold, called('a'), 5);
    expect(fold.version).toBe(0);
  });

  it('hands out values that cannot be changed from outside', () => {
    const fold = new SliceRegistry();
    fold.register(Total, 'ToolInvoked', count);
    apply(fold, called('a'), 1);
    expect(fold.select(Total)).toSatisfy(Object.isFrozen);
    expect(fold.values()).toSatisfy(Object.isFrozen);
  });

  it('restores the slices it has, leaves those a snapshot does not name, and ignores strangers', () => {
    const fold = new SliceRegistry();
    fold.register(Total, 'ToolInvoked', count);
    fold.register(Names, 'ToolInvoked', refusing('b'));
    apply(fold, called('a'), 1);
    apply(fold, { type: 'SessionRolledBack', slices: { Total: ['4'], Stranger: [1] } }, 2);
    expect(fold.values()).toEqual({ Total: [4], Names: ['a'] });
    expect(fold.version).toBe(2);
  });

  it('leaves a slice alone at an event that it has no reducer for', () => {
    const fold = new SliceRegistry();
    fold.register(Total, 'SessionRolledBack', (values) => values);
    apply(fold, called('a'), 1);
    expect(fold.replay(called('a'), 2)).toEqual([]);
    expect([fold.select(Total), fold.version]).toEqual([[], 0]);
  });
});
