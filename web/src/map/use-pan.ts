import { type PointerEvent, useRef } from 'react';
import type { FlatView } from './flat-projection.ts';

/** Moves a map with the pointer. A finger moves it only where it does not scroll the page. */
export function usePan({
  takesTouch,
  setView,
}: {
  readonly takesTouch: boolean;
  readonly setView: (change: (view: FlatView) => FlatView) => void;
}) {
  const last = useRef<{ readonly x: number; readonly y: number }>(undefined);
  const stop = () => {
    last.current = undefined;
  };
  return {
    onPointerDown(event: PointerEvent<HTMLElement>) {
      if (event.target instanceof Element && event.target.closest('button')) return;
      if (event.pointerType === 'touch' && !takesTouch) return;
      event.currentTarget.setPointerCapture(event.pointerId);
      last.current = { x: event.clientX, y: event.clientY };
    },
    onPointerMove({ clientX, clientY }: PointerEvent) {
      const from = last.current;
      if (from === undefined) return;
      last.current = { x: clientX, y: clientY };
      setView(({ scale, x, y }) => ({ scale, x: x + clientX - from.x, y: y + clientY - from.y }));
    },
    onPointerUp: stop,
    onPointerCancel: stop,
  };
}
