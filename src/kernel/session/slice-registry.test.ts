import { describe, expect, it } from 'vitest';
import type { SessionEvent, ToolInvoked } from './facts.ts';
import { replaceLatest, type Slice } from './slice.ts';
import { SliceRegistry } from './slice-registry.ts';

const Total: Slice<number> = { name: 'Total', parse: Number };
const Names: Slice<string> = { name: 'Names', parse: String };

const called = (tool: string): ToolInvoked => ({ type: 'ToolInvoked', tool, params: {}, success: true });
const count = replaceLatest<number, ToolInvoked>((total = 0) => total + 1);

function apply(slices: SliceRegistry, event: SessionEvent, version: number): void {
  for (const outcome of slices.outcomesOf([event])) slices.put(outcome, version);
}

function refusing(tool: string) {
  return (names: readonly string[], event: ToolInvoked) => {
    if (event.tool === tool) throw new RangeError(`no ${tool}`);
    return [...names, event.tool];
  };
}

describe('replaceLatest', () => {
  it('leaves exactly one value', () => {
    const slices = new SliceRegistry();
    slices.register(Total, 'ToolInvoked', count);
    for (const version of [1, 2, 3]) apply(slices, called('a'), version);
    expect(slices.select(Total)).toEqual([3]);
  });

  it('returns the same values when nothing changed, and none when the value is gone', () => {
    const values = Object.freeze(['a']);
    expect(replaceLatest<string, null>((latest) => latest)(values, null)).toBe(values);
    expect(replaceLatest<string, null>(() => undefined)(values, null)).toEqual([]);
  });
});

describe('the slice registry', () => {
  it('has one reducer for a slice and a type of event', () => {
    const slices = new SliceRegistry();
    expect(slices.register(Total, 'ToolInvoked', count)).toBe(true);
    expect(slices.register(Total, 'ToolInvoked', count)).toBe(false);
    apply(slices, called('a'), 1);
    expect(slices.select(Total)).toEqual([1]);
  });

  it('changes every slice or, when a reducer throws, none', () => {
    const slices = new SliceRegistry();
    slices.register(Total, 'ToolInvoked', count);
    slices.register(Names, 'ToolInvoked', refusing('b'));
    apply(slices, called('a'), 1);
    expect(() => slices.outcomesOf([called('a'), called('b')])).toThrow('no b');
    expect(slices.values()).toEqual({ Total: [1], Names: ['a'] });
    expect(slices.version).toBe(1);
  });

  it('previews several events in sequence, and changes nothing until they are applied', () => {
    const slices = new SliceRegistry();
    slices.register(Total, 'ToolInvoked', count);
    slices.register(Names, 'ToolInvoked', refusing('b'));
    const outcomes = slices.outcomesOf([called('a'), called('c'), called('d')]);
    expect(slices.values()).toEqual({ Total: [], Names: [] });
    for (const [i, outcome] of outcomes.entries()) slices.put(outcome, 10 + i);
    expect(slices.values()).toEqual({ Total: [3], Names: ['a', 'c', 'd'] });
    expect(slices.version).toBe(12);
  });

  it('replays an event into the slices that accept it, and reports the others', () => {
    const slices = new SliceRegistry();
    slices.register(Names, 'ToolInvoked', refusing('b'));
    slices.register(Total, 'ToolInvoked', count);
    expect(slices.replay(called('b'), 7)).toEqual([{ slice: 'Names', error: new RangeError('no b') }]);
    expect(slices.values()).toEqual({ Names: [], Total: [1] });
    expect(slices.version).toBe(7);
  });

  it('keeps its version when an event changes nothing', () => {
    const slices = new SliceRegistry();
    slices.register(
      Total,
      'ToolInvoked',
      replaceLatest<number, ToolInvoked>((total) => total),
    );
    apply(slices, called('a'), 5);
    expect(slices.version).toBe(0);
  });

  it('returns immutable values', () => {
    const slices = new SliceRegistry();
    slices.register(Total, 'ToolInvoked', count);
    apply(slices, called('a'), 1);
    expect(slices.select(Total)).toSatisfy(Object.isFrozen);
    expect(slices.values()).toSatisfy(Object.isFrozen);
  });

  it('restores its slices from a snapshot, keeps those it does not name, and ignores unknown ones', () => {
    const slices = new SliceRegistry();
    slices.register(Total, 'ToolInvoked', count);
    slices.register(Names, 'ToolInvoked', refusing('b'));
    apply(slices, called('a'), 1);
    apply(slices, { type: 'SessionRolledBack', slices: { Total: ['4'], Stranger: [1] } }, 2);
    expect(slices.values()).toEqual({ Total: [4], Names: ['a'] });
    expect(slices.version).toBe(2);
  });

  it('leaves a slice without a reducer for the event unchanged', () => {
    const slices = new SliceRegistry();
    slices.register(Total, 'SessionRolledBack', (values) => values);
    apply(slices, called('a'), 1);
    expect(slices.replay(called('a'), 2)).toEqual([]);
    expect([slices.select(Total), slices.version]).toEqual([[], 0]);
  });
});
