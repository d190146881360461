import { defaultRangeExtractor, type Range, useVirtualizer } from '@tanstack/react-virtual';
import { type RefObject, useCallback, useLayoutEffect, useRef, useState } from 'react';
import type { MessageItem } from './message-item.ts';
import { keyOf, type MessageRows } from './message-list.tsx';

/** The height of a message of one line. */
const USUAL_PX = 58;
const GAP_PX = 8;

/** A conversation of any length, of which only the part near the view is on the page. */
export function LongMessageList({ items, row, box, onResize }: MessageRows) {
  const list = useRef<HTMLOListElement>(null);
  const [focused, setFocused] = useState<string>();
  const above = useHeightAbove(list);
  const virtualizer = useVirtualizer({
    count: items.length,
    getScrollElement: () => box.current,
    estimateSize: () => USUAL_PX,
    getItemKey: useCallback((index: number) => keyAt(items, index), [items]),
    gap: GAP_PX,
    scrollMargin: above,
    overscan: 12,
    // It is read from its end.
    initialOffset: () => items.length * (USUAL_PX + GAP_PX),
    // What is read stays in its place when something comes before it. Staying at the end is up to who shows the list,
    // as there is more below it.
    anchorTo: 'end',
    scrollEndThreshold: Number.NEGATIVE_INFINITY,
    // What has the focus stays, so that the keyboard can go on from it.
    rangeExtractor: useCallback(
      (range: Range) => {
        const indexes = defaultRangeExtractor(range);
        const kept = focused === undefined ? -1 : items.findIndex((item) => keyOf(item) === focused);
        return kept === -1 || indexes.includes(kept) ? indexes : [...indexes, kept].toSorted((a, b) => a - b);
      },
      [items, focused],
    ),
  });
  const height = virtualizer.getTotalSize();
  // biome-ignore lint/correctness/useExhaustiveDependencies: it is notified of each height
  useLayoutEffect(onResize, [height]);
  return (
    <ol
      ref={list}
      aria-label="Messages"
      className="relative shrink-0"
      style={{ height }}
      onBlur={() => setFocused(undefined)}
    >
      {virtualizer.getVirtualItems().map(({ index, start }) => {
        const item = items[index];
        if (item === undefined) return null;
        const key = keyOf(item);
        return (
          <li
            key={key}
            ref={virtualizer.measureElement}
            data-message={item.seq}
            data-index={index}
            aria-setsize={items.length}
            aria-posinset={index + 1}
            className="absolute top-0 left-0 w-full"
            style={{ transform: `translateY(${start - above}px)` }}
            onFocus={() => setFocused(key)}
          >
            {row(item)}
          </li>
        );
      })}
    </ol>
  );
}

function keyAt(items: readonly MessageItem[], index: number): string {
  const item = items[index];
  return item === undefined ? String(index) : keyOf(item);
}

/** The distance from the top of the scrolling element to the list. */
function useHeightAbove(list: RefObject<HTMLElement | null>): number {
  const [above, setAbove] = useState(0);
  useLayoutEffect(() => setAbove(list.current?.offsetTop ?? 0));
  return above;
}
