import { create } from 'zustand';

interface Palette {
  readonly open: boolean;
  /** Whether it was opened before. */
  readonly wanted: boolean;
  /** The input since it was opened, also while it was loading. */
  readonly typed: string;
  /** Whether Enter was pressed while it was loading: the first match is chosen then. */
  readonly entered: boolean;
}

/** The state of the command palette, also while it is loading. */
export const usePalette = create<Palette>(() => ({ open: false, wanted: false, typed: '', entered: false }));

/** Opens the palette with some text, or closes it. */
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
