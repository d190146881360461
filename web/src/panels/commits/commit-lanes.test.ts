import { describe, expect, it } from 'vitest';
import type { CommitHistory } from '../../../../src/planners/commits/history/commit-history.ts';
import { graphOf } from './commit-lanes.ts';

function history(
  commits: Readonly<Record<string, readonly string[]>>,
  { base, inspirations = [] }: { base: string; inspirations?: readonly (readonly [string, string | null])[] },
): CommitHistory {
  return {
    repository: '.',
    base: { name: base, commitHash: base },
    inspirations: inspirations.map(([commitHash, lca]) => ({
      name: commitHash,
      commitHash,
      lca,
      uniqueSteps: 0,
      omitted: 0,
      lines: [],
    })),
    commits: Object.entries(commits).map(([commitHash, parents]) => ({
      commitHash,
      parents,
      subject: commitHash,
      ts: '2026-01-01T00:00:00Z',
    })),
    more: false,
  };
}

describe('the graph of a history', () => {
  it('keeps one line of commits in one lane', () => {
    const { rows, lanes, edges } = graphOf(history({ c: ['b'], b: ['a'], a: [] }, { base: 'c' }));
    expect(rows.map(({ lane }) => lane)).toEqual([0, 0, 0]);
    expect(lanes).toBe(1);
    expect(edges).toMatchObject([
      { fromRow: 0, toRow: 1 },
      { fromRow: 1, toRow: 2 },
    ]);
  });

  it('gives a branch a lane of its own, and joins it where they part', () => {
    const branched = history(
      { main: ['m1'], tip: ['t1'], t1: ['root'], m1: ['root'], root: [] },
      { base: 'main', inspirations: [['tip', 'root']] },
    );
    const { rows, edges, lanes } = graphOf(branched);
    expect(rows.map(({ lane }) => lane)).toEqual([0, 1, 1, 0, 0]);
    expect(lanes).toBe(2);
    expect(edges.find(({ fromRow }) => fromRow === 2)).toMatchObject({ fromLane: 1, toRow: 4 });
  });

  it('marks base, inspirations and where they part, and what is unique to an inspiration', () => {
    const branched = history(
      { main: ['root'], tip: ['t1'], t1: ['root'], root: ['older'], older: [] },
      { base: 'main', inspirations: [['tip', 'root']] },
    );
    const { rows, edges } = graphOf(branched);
    expect(rows.map(({ marks }) => marks.map(({ type }) => type))).toEqual([
      ['base'],
      ['inspiration'],
      [],
      ['lca'],
      [],
    ]);
    expect(rows.map(({ pathOf }) => pathOf)).toEqual([undefined, 1, 1, undefined, undefined]);
    expect(edges.map(({ pathOf }) => pathOf)).toEqual([undefined, 1, 1, undefined]);
  });

  it('lets no line pass through a commit that is not on it', () => {
    const siblings = history({ d: ['a'], c: ['a'], b: ['a'], a: ['root'], root: [] }, { base: 'd' });
    const { rows, edges } = graphOf(siblings);
    for (const { fromRow, fromLane, toRow } of edges) {
      const between = rows.filter(({ row, lane }) => row > fromRow && row < toRow && lane === fromLane);
      expect(between).toEqual([]);
    }
  });

  it('leads a merge to both of its parents, and uses a lane again once it is over', () => {
    const merged = history(
      { m: ['a', 'f'], f: ['root'], a: ['root'], root: ['older'], older: [] },
      { base: 'm' },
    );
    const { rows, edges, lanes } = graphOf(merged);
    expect(edges.filter(({ fromRow }) => fromRow === 0)).toHaveLength(2);
    expect(lanes).toBe(2);
    expect(rows.at(-1)?.lane).toBe(rows.at(-2)?.lane);
  });

  it('leads out of sight where older commits are left out, and takes parents that stand above', () => {
    const cut = graphOf(history({ b: ['a'] }, { base: 'b' }));
    expect(cut.edges).toMatchObject([{ fromRow: 0, toRow: 1 }]);
    const skewed = graphOf(history({ root: [], child: ['root'] }, { base: 'child' }));
    expect(skewed.edges).toMatchObject([{ fromRow: 1, toRow: 0 }]);
  });
});
