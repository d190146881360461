import { create } from 'zustand';

/** How much the page waits for by now: answers of the server, and parts of itself. */
export const usePendingWork = create<{ readonly count: number }>(() => ({ count: 0 }));

/** Counts something as pending until it is settled. */
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
