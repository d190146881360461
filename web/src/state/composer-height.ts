import { create } from 'zustand';

/** The height of the composer: what replaces it in the past is as high, so that nothing moves. */
export const useComposerHeight = create<{ readonly height: number }>(() => ({ height: 0 }));

/** A ref for the composer or its replacement in the present. */
export function measured(footer: HTMLElement | null): (() => void) | undefined {
  if (footer === null) return undefined;
  const sizes = new ResizeObserver(() => useComposerHeight.setState({ height: footer.offsetHeight }));
  sizes.observe(footer);
  return () => sizes.disconnect();
}
