import { type ReactNode, type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { lazyPart } from '../ui/lazy-part.tsx';
import type { MessageItem } from './message-item.ts';
import { MessageRow } from './message-row.tsx';

const LongMessageList = lazyPart(
  async () => (await import('./long-message-list.tsx')).LongMessageList,
  (rows: MessageRows) => <WholeList {...rows} items={rows.items.slice(-WHOLE)} />,
);

/** Up to this many, all items are on the page, where the browser's own search finds them. */
const WHOLE = 150;

/** The items, and how to display them. */
export interface MessageRows {
  readonly items: readonly MessageItem[];
  readonly row: (item: MessageItem) => ReactNode;
  /** The scrolling element. */
  readonly box: RefObject<HTMLElement | null>;
  /** Called when the height of the list may have changed. */
  readonly onResize: () => void;
}

/** A conversation from its start. Private items are tinted and have a lock. */
export function MessageList({
  isPublic,
  isAway,
  onUnfold,
  ...rows
}: Omit<MessageRows, 'row'> & {
  /** Whether the reader has scrolled away from the end. */
  readonly isAway: boolean;
  /** Whether there is another side, which sees some of it. */
  readonly isPublic: boolean;
  /** Called before a long item is unfolded. */
  readonly onUnfold: () => void;
}) {
  const { items } = rows;
  const [opened, setOpened] = useState<ReadonlySet<string>>(new Set());
  const [isLong, setLong] = useState(items.length > WHOLE);
  // The long list begins at its end: who reads further up would lose the place.
  if (!isAway && isLong !== items.length > WHOLE) setLong(!isLong);
  // What was there at first, and what has moved in since, does not move in again.
  const settled = useRef(items.at(-1)?.seq ?? 0);
  const row = (item: MessageItem) => {
    const key = keyOf(item);
    return (
      <div
        className={item.seq > settled.current ? 'animate-arrive' : undefined}
        onAnimationEnd={() => {
          settled.current = Math.max(settled.current, item.seq);
        }}
      >
        <MessageRow
          item={item}
          isPublic={isPublic}
          isOpen={opened.has(key)}
          onOpen={(isOpen) => {
            if (opened.has(key) === isOpen) return;
            onUnfold();
            setOpened(new Set(isOpen ? [...opened, key] : [...opened].filter((each) => each !== key)));
          }}
        />
      </div>
    );
  };
  return isLong ? <LongMessageList {...rows} row={row} /> : <WholeList {...rows} row={row} />;
}

function WholeList({ items, row, onResize }: MessageRows) {
  const list = useRef<HTMLOListElement>(null);
  useLayoutEffect(onResize);
  // It also grows by itself, as when its font or a picture arrives.
  useEffect(() => {
    const sizes = new ResizeObserver(onResize);
    if (list.current) sizes.observe(list.current);
    return () => sizes.disconnect();
  }, [onResize]);
  return (
    <ol ref={list} className="flex flex-col gap-2" aria-label="Messages">
      {items.map((item) => (
        <li key={keyOf(item)} data-message={item.seq}>
          {row(item)}
        </li>
      ))}
    </ol>
  );
}

/** A fact may lead to two items. */
export function keyOf({ seq, look }: MessageItem): string {
  return `${seq}-${look}`;
}
