import { type RefObject, useLayoutEffect, useState } from 'react';

export interface SurfaceSize {
  readonly width: number;
  readonly height: number;
}

/** How large an element is, as it changes. */
export function useSurfaceSize(element: RefObject<HTMLElement | null>): SurfaceSize {
  const [size, setSize] = useState<SurfaceSize>({ width: 0, height: 0 });
  useLayoutEffect(() => {
    const { current } = element;
    if (current === null) return;
    const observer = new ResizeObserver(() =>
      setSize({ width: current.clientWidth, height: current.clientHeight }),
    );
    observer.observe(current);
    return () => observer.disconnect();
  }, [element]);
  return size;
}
