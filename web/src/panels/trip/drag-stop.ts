import { type PointerEvent, useRef, useState } from 'react';
import { useEscape } from '../../ui/use-escape.ts';

/** A stop that is being dragged, and the stop below it. */
export interface StopDrag {
  readonly anchorId: string;
  readonly over: string | undefined;
}

/** How close to the edge of the list a drag scrolls it, and how far. */
const EDGE = 40;
const SCROLL_STEP = 14;

/** Drags stops with the pointer, also by touch. A drop calls back with the stop and the one below it. */
export function useStopDrag(onDrop: (anchorId: string, onto: string) => void) {
  const [drag, setDrag] = useState<StopDrag>();
  const dragged = useRef<StopDrag>(undefined);
  const set = (next: StopDrag | undefined) => {
    dragged.current = next;
    setDrag(next);
  };
  useEscape(drag !== undefined, () => set(undefined));
  const handleOf = (anchorId: string) => ({
    onPointerDown(event: PointerEvent<HTMLElement>) {
      if (event.button !== 0) return;
      event.preventDefault();
      event.currentTarget.setPointerCapture(event.pointerId);
      set({ anchorId, over: undefined });
    },
    onPointerMove(event: PointerEvent<HTMLElement>) {
      if (dragged.current === undefined) return;
      scrollAtEdge(event);
      const over = stopAt(event.clientX, event.clientY);
      if (over !== dragged.current.over) set({ anchorId, over });
    },
    onPointerUp() {
      const dropped = dragged.current;
      set(undefined);
      if (dropped?.over !== undefined && dropped.over !== anchorId) onDrop(anchorId, dropped.over);
    },
    onPointerCancel: () => set(undefined),
  });
  return { drag, handleOf };
}

function stopAt(x: number, y: number): string | undefined {
  const [row] = document
    .elementsFromPoint(x, y)
    .flatMap((element) => element.closest<HTMLElement>('[data-drop]') ?? []);
  return row?.dataset.drop;
}

function scrollAtEdge({ currentTarget, clientY }: PointerEvent<HTMLElement>): void {
  const list = currentTarget.closest('[data-scrolls]');
  if (list === null) return;
  const { top, bottom } = list.getBoundingClientRect();
  if (clientY < top + EDGE) list.scrollBy(0, -SCROLL_STEP);
  else if (clientY > bottom - EDGE) list.scrollBy(0, SCROLL_STEP);
}
