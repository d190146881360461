import { create } from 'zustand';

const KEY = 'wayfold-newest-first';

interface Order {
  readonly newestFirst: boolean;
  setNewestFirst(newestFirst: boolean): void;
}

/** Whether journals show the newest fact first. Kept for the next visit. */
export const useNewestFirst = create<Order>((set) => ({
  newestFirst: localStorage.getItem(KEY) === 'yes',
  setNewestFirst: (newestFirst) => {
    localStorage.setItem(KEY, newestFirst ? 'yes' : 'no');
    set({ newestFirst });
  },
}));
