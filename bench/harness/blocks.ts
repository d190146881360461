import { Distribution } from './distribution.ts';

/** One of those who are compared, ready to work. */
export interface Contender {
  /** Does so many operations, one block, and resolves when the last one is done. */
  run(operations: number): Promise<void>;
  close(): Promise<void>;
}

/** How to get a contender going. It is opened by the run, so that a peer that is not there costs one row. */
export interface Entry {
  readonly name: string;
  open(): Promise<Contender>;
  /** How many operations make a block for this one, where it differs from the others. */
  readonly operations?: number;
}

export interface Plan {
  readonly blocks: number;
  readonly operations: number;
  readonly warmUpBlocks: number;
}

/** Microseconds an operation, one sample a block. */
export type Timings = ReadonlyMap<string, Distribution>;

export interface Comparison {
  readonly timings: Timings;
  /** Who could not be run, and why. */
  readonly missing: ReadonlyMap<string, string>;
}

/**
 * Lets the contenders work in turn, a short block each, in a new order every round: whatever else the machine does
 * in the meantime, it does to all of them.
 */
export async function compare(
  entries: readonly Entry[],
  { blocks, operations, warmUpBlocks }: Plan,
): Promise<Comparison> {
  const missing = new Map<string, string>();
  const opened: { entry: Entry; contender: Contender; samples: number[] }[] = [];
  for (const entry of entries) {
    try {
      opened.push({ entry, contender: await entry.open(), samples: [] });
    } catch (error) {
      missing.set(entry.name, reasonOf(error));
    }
  }
  for (let round = -warmUpBlocks; round < blocks; round++) {
    for (const { entry, contender, samples } of shuffled(opened)) {
      if (missing.has(entry.name)) continue;
      const count = entry.operations ?? operations;
      try {
        const start = performance.now();
        await contender.run(count);
        const perOperation = ((performance.now() - start) * 1000) / count;
        if (round >= 0) samples.push(perOperation);
      } catch (error) {
        missing.set(entry.name, reasonOf(error));
      }
    }
  }
  for (const { contender } of opened) await contender.close();
  const finished = opened.filter(({ entry }) => !missing.has(entry.name));
  const timings = new Map(finished.map(({ entry, samples }) => [entry.name, new Distribution(samples)]));
  return { timings, missing };
}

/** Why something could not be run, in one line. */
export function reasonOf(error: unknown): string {
  const [first = ''] = (error instanceof Error ? error.message : String(error)).split('\n');
  return first;
}

function shuffled<T>(items: readonly T[]): T[] {
  return items
    .map((item) => ({ item, rank: Math.random() }))
    .sort((a, b) => a.rank - b.rank)
    .map(({ item }) => item);
}
