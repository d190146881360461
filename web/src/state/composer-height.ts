import { create } from 'zustand';

/** How high the place is where one writes: what stands there in the past takes the same room, so that nothing moves. */
export const useComposerHeight = create<{ readonly height: number }>(() => ({ height: 0 }));

/** A ref of whatever stands in that place in the present. */
export function measured(footer: HTMLElement | null): (() => void) | undefined {
  if (footer === null) return undefined;
  const sizes = new ResizeObserver(() => useComposerHeight.setState({ height: footer.offsetHeight }));
  sizes.observe(footer);
  return () => sizes.disconnect();
}
