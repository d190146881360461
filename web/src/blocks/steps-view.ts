import { create } from 'zustand';

const KEY = 'wayfold-steps-view';

/** How steps are shown where they depend on each other. */
export type StepsView = 'list' | 'graph';

interface Choice {
  readonly view: StepsView;
  setView(view: StepsView): void;
}

/** The last choice, kept for the next visit. */
export const useStepsView = create<Choice>((set) => ({
  view: localStorage.getItem(KEY) === 'graph' ? 'graph' : 'list',
  setView: (view) => {
    localStorage.setItem(KEY, view);
    set({ view });
  },
}));
