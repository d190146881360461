import { create } from 'zustand';

interface Palette {
  readonly open: boolean;
  /** Whether it was ever opened. */
  readonly wanted: boolean;
  /** What was typed since it was opened, also while it was still being loaded. */
  readonly typed: string;
  /** Whether Enter was pressed before it was there: the first match is chosen then. */
  readonly entered: boolean;
}

/** The command palette, also while it is being loaded. */
export const usePalette = create<Palette>(() => ({ open: false, wanted: false, typed: '', entered: false }));

/** Opens it, with these words in it, or closes it. */
export function showPalette(open: boolean, words = ''): void {
  usePalette.setState((before) => ({
    open,
    wanted: before.wanted || open,
    typed: open && !before.open ? words : before.typed,
    entered: false,
  }));
}

export function typeInPalette(typed: string): void {
  usePalette.setState({ typed, entered: false });
}

export function enterInPalette(): void {
  usePalette.setState({ entered: true });
}
