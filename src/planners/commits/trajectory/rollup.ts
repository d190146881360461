/** Steps of a unique path from `from` up to but excluding `to`; the oldest step is 0. */
export interface Range {
  readonly from: number;
  readonly to: number;
}

/** The steps of a unique path to show, and in which form. */
export interface Rollup {
  readonly earliest: Range;
  /** Full blocks, oldest first. */
  readonly chunks: readonly Range[];
  readonly recent: Range;
  /** The number of steps that are not shown. */
  readonly omitted: number;
  /** Whether the newest step is not shown. */
  readonly newestOmitted: boolean;
}

/** The input of a rollup. */
export interface RollupShape {
  /** The number of steps of the unique path. */
  readonly steps: number;
  /** The depth of the commit before the first step, from the root. */
  readonly depth: number;
  readonly blockSize: number;
  readonly maxRawSteps: number;
  readonly maxChunks: number;
}

/** Chooses the steps of a unique path to show, by counting, without walking the path. */
export function rollup({ steps, depth, blockSize, maxRawSteps, maxChunks }: RollupShape): Rollup {
  const intoBlock = depth % blockSize;
  const firstBoundary = intoBlock === 0 ? 0 : blockSize - intoBlock;

  const wanted = steps - Math.min(steps, maxRawSteps);
  const recentFrom = wanted === steps ? steps : Math.max(0, wanted - ((depth + wanted) % blockSize));
  const earliestTo = Math.min(firstBoundary === 0 ? 2 : firstBoundary, maxRawSteps, recentFrom);

  const chunks = chosenBlocks({ firstBoundary, recentFrom, earliestTo, blockSize, maxChunks });
  const summarised = chunks.reduce((sum, { from, to }) => sum + to - Math.max(from, earliestTo), 0);
  const omitted = recentFrom - earliestTo - summarised;
  const shownTo = recentFrom < steps ? steps : Math.max(earliestTo, chunks.at(-1)?.to ?? 0);
  return {
    earliest: { from: 0, to: earliestTo },
    chunks,
    recent: { from: recentFrom, to: steps },
    omitted,
    newestOmitted: shownTo < steps,
  };
}

/** The oldest full block, then the newest ones backwards. A block whose steps are all shown needs no summary. */
function chosenBlocks(shape: {
  readonly firstBoundary: number;
  readonly recentFrom: number;
  readonly earliestTo: number;
  readonly blockSize: number;
  readonly maxChunks: number;
}): readonly Range[] {
  const { firstBoundary, recentFrom, earliestTo, blockSize, maxChunks } = shape;
  const blocksUpTo = (step: number) => Math.max(0, Math.floor((step - firstBoundary) / blockSize));
  const count = blocksUpTo(recentFrom);
  const oldest = blocksUpTo(earliestTo);
  const chosen = Math.min(maxChunks, count - oldest);
  if (chosen <= 0) return [];
  const newest = Array.from({ length: chosen - 1 }, (_, i) => count - (chosen - 1) + i);
  return [oldest, ...newest].map((block) => {
    const from = firstBoundary + block * blockSize;
    return { from, to: from + blockSize };
  });
}
