import { create } from 'zustand';

/** The moment that the open session is about to be forked from, while somebody gives the fork its name. */
export const useForking = create<{ readonly at: number | undefined }>(() => ({ at: undefined }));

/** Asks for the name of a fork from a moment; `undefined` asks no longer. */
export function askToFork(at: number | undefined): void {
  useForking.setState({ at });
}
