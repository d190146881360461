import { create } from 'zustand';

/** How many responses and parts of the page are pending. */
export const usePendingWork = create<{ readonly count: number }>(() => ({ count: 0 }));

/** Counts work as pending until it settles. */
export async function asPending<Result>(work: () => Promise<Result>): Promise<Result> {
  change(1);
  try {
    return await work();
  } finally {
    change(-1);
  }
}

function change(by: 1 | -1): void {
  usePendingWork.setState(({ count }) => ({ count: count + by }));
}
