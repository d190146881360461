import { create } from 'zustand';

/** The moment at which the open session is about to be forked, while its name is being entered. */
export const useForking = create<{ readonly at: number | undefined }>(() => ({ at: undefined }));

/** Asks for the name of a fork at a moment; `undefined` stops asking. */
export function askToFork(at: number | undefined): void {
  useForking.setState({ at });
}
