import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type GraphStep, graphLayout, layersOf } from './graph-layout.ts';

const SIZE = { width: 100, height: 40, layerGap: 30, nodeGap: 10 };
const step = (id: number, ...dependsOn: readonly number[]): GraphStep => ({
  id: String(id),
  dependsOn: dependsOn.map(String),
});

/** Steps that depend on any others, also in circles. */
const anySteps = fc
  .array(fc.array(fc.nat(30), { maxLength: 4 }), { maxLength: 30 })
  .map((needs) => needs.map((dependsOn, id) => step(id, ...dependsOn)));

describe('the layout of a graph', () => {
  it('puts a chain into a straight line', () => {
    const { places, width, height } = graphLayout([step(1), step(2, 1), step(3, 2)], 'right', SIZE);
    expect([...places.values()]).toEqual([
      { x: 0, y: 0 },
      { x: 130, y: 0 },
      { x: 260, y: 0 },
    ]);
    expect([width, height]).toEqual([360, 40]);
  });

  it('reads down where there is no room to the right', () => {
    const { places, width, height } = graphLayout([step(1), step(2, 1), step(3, 1)], 'down', SIZE);
    expect(places.get('1')).toEqual({ x: 55, y: 0 });
    expect(places.get('2')?.y).toBe(70);
    expect([width, height]).toEqual([210, 110]);
  });

  it('puts a step behind the last of those that come first', () => {
    const layers = layersOf([step(1, 3), step(2), step(3, 2), step(4, 1, 2)]);
    expect(Object.fromEntries(layers)).toEqual({ 1: 2, 2: 0, 3: 1, 4: 3 });
  });

  it('leads a long line past the layers between', () => {
    const { edges, places } = graphLayout([step(1), step(2, 1), step(3, 1, 2)], 'right', SIZE);
    const long = edges.find(({ from, to }) => from === '1' && to === '3');
    expect(long?.points).toHaveLength(4);
    const top = places.get('2')?.y ?? 0;
    for (const { y } of long?.points.slice(1, 3) ?? []) expect(y < top || y > top + 40).toBe(true);
  });

  it('draws two chains side by side without crossing', () => {
    const { places } = graphLayout([step(1), step(2), step(3, 2), step(4, 1)], 'right', SIZE);
    const y = (id: string) => places.get(id)?.y ?? 0;
    expect(y('1') < y('2')).toBe(y('4') < y('3'));
  });

  it('ignores steps that are not there, and a step that waits for itself', () => {
    expect(graphLayout([step(1, 1, 9)], 'right', SIZE).edges).toEqual([]);
    expect(graphLayout([], 'right', SIZE)).toMatchObject({ width: 0, height: 0, edges: [] });
  });

  it('never lets nodes overlap or leave the graph, and draws no line backwards, whatever depends on what', () => {
    fc.assert(
      fc.property(anySteps, fc.constantFrom('right', 'down'), (steps, direction) => {
        const { places, edges, width, height } = graphLayout(steps, direction, SIZE);
        const all = [...places.values()];
        expect(all).toHaveLength(steps.length);
        for (const [at, { x, y }] of all.entries()) {
          expect(x >= 0 && y >= 0 && x + 100 <= width + 0.01 && y + 40 <= height + 0.01).toBe(true);
          for (const other of all.slice(at + 1)) {
            expect(Math.abs(other.x - x) >= 99.99 || Math.abs(other.y - y) >= 39.99).toBe(true);
          }
        }
        for (const { points } of edges) {
          const along = points.map(({ x, y }) => (direction === 'right' ? x : y));
          expect(along).toEqual(along.toSorted((a, b) => a - b));
        }
      }),
    );
  });
});
