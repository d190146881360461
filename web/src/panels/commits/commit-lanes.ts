import type { CommitHistory } from '../../../../src/planners/commits/history/commit-history.ts';

type HistoryCommit = CommitHistory['commits'][number];

/** The input of a graph. */
export interface DrawnGraph {
  /** Every commit before its parents. */
  readonly commits: readonly HistoryCommit[];
  readonly base: Pick<CommitHistory['base'], 'commitHash'>;
  readonly inspirations: readonly Pick<CommitHistory['inspirations'][number], 'commitHash' | 'lca'>[];
}

/** The role of a commit for a plan. */
export type Mark =
  | { readonly type: 'base' }
  | { readonly type: 'inspiration'; readonly number: number }
  | { readonly type: 'lca' };

/** A commit with its position in the graph. Rows go down, lanes go right. */
export interface PlacedCommit {
  readonly commit: HistoryCommit;
  readonly row: number;
  readonly lane: number;
  readonly marks: readonly Mark[];
  /** The number of the inspiration, from 1, whose path from the common ancestor it is on. */
  readonly pathOf: number | undefined;
}

/** The line from a commit to a parent; `toRow` is beyond the last row if the parent is not shown. */
export interface Edge {
  readonly fromRow: number;
  readonly fromLane: number;
  readonly toRow: number;
  readonly toLane: number;
  readonly pathOf: number | undefined;
}

export interface CommitGraph {
  readonly rows: readonly PlacedCommit[];
  readonly edges: readonly Edge[];
  readonly lanes: number;
}

/** Gives every commit a lane: a first parent stays in the lane of its child, other parents open their own. */
export function graphOf(history: DrawnGraph): CommitGraph {
  const { commits } = history;
  const rowOf = new Map(commits.map(({ commitHash }, row) => [commitHash, row]));
  const paths = pathsOf(history);
  const marks = marksOf(history);
  const laneOf = new Map<string, number>();
  /** The next commit of each lane. */
  const waiting: (string | undefined)[] = [];
  const takeLane = (hash: string): number => {
    const known = waiting.indexOf(hash);
    if (known !== -1) return known;
    const free = waiting.indexOf(undefined);
    const lane = free === -1 ? waiting.length : free;
    waiting[lane] = hash;
    return lane;
  };
  let lanes = 1;
  const rows = commits.map((commit, row): PlacedCommit => {
    const { commitHash, parents } = commit;
    const lane = takeLane(commitHash);
    laneOf.set(commitHash, lane);
    for (const [at, hash] of waiting.entries()) if (hash === commitHash) waiting[at] = undefined;
    const [first, ...others] = parents;
    // Its line stays in the lane as far as the parent: a commit in between would look like a child of another.
    if (first !== undefined && !laneOf.has(first)) waiting[lane] = first;
    for (const other of others) if (!laneOf.has(other)) takeLane(other);
    lanes = Math.max(lanes, waiting.length, lane + 1);
    return { commit, row, lane, marks: marks.get(commitHash) ?? [], pathOf: paths.get(commitHash) };
  });
  const edges = rows.flatMap(({ commit, row, lane, pathOf }) =>
    commit.parents.map((parent, at): Edge => {
      const toRow = rowOf.get(parent);
      return {
        fromRow: row,
        fromLane: lane,
        toRow: toRow ?? commits.length,
        toLane: toRow === undefined ? lane : (laneOf.get(parent) ?? lane),
        // Only the way over first parents is a plan's own.
        pathOf: at === 0 ? pathOf : undefined,
      };
    }),
  );
  return { rows, edges, lanes };
}

/** The commits between the common ancestor and an inspiration, along first parents. */
function pathsOf({ commits, inspirations }: DrawnGraph): ReadonlyMap<string, number> {
  const byHash = new Map(commits.map((commit) => [commit.commitHash, commit]));
  const paths = new Map<string, number>();
  for (const [at, { commitHash, lca }] of inspirations.entries()) {
    if (lca === null) continue;
    let commit = byHash.get(commitHash);
    while (commit !== undefined && commit.commitHash !== lca && !paths.has(commit.commitHash)) {
      paths.set(commit.commitHash, at + 1);
      commit = byHash.get(commit.parents[0] ?? '');
    }
  }
  return paths;
}

function marksOf({ base, inspirations }: DrawnGraph): ReadonlyMap<string, readonly Mark[]> {
  const marks = new Map<string, Mark[]>();
  const add = (hash: string, mark: Mark) => marks.set(hash, [...(marks.get(hash) ?? []), mark]);
  add(base.commitHash, { type: 'base' });
  for (const [at, { commitHash }] of inspirations.entries()) {
    add(commitHash, { type: 'inspiration', number: at + 1 });
  }
  const ancestors = new Set(inspirations.flatMap(({ lca }) => lca ?? []));
  for (const hash of ancestors) add(hash, { type: 'lca' });
  return marks;
}
