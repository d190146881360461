import { create } from 'zustand';

/** Whether the command palette is open, also while it is being loaded. */
export const usePalette = create<{ readonly open: boolean; readonly wanted: boolean }>(() => ({
  open: false,
  wanted: false,
}));

export function showPalette(open: boolean): void {
  usePalette.setState(({ wanted }) => ({ open, wanted: wanted || open }));
}
