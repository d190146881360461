import { defaultRangeExtractor, type Range, useVirtualizer } from '@tanstack/react-virtual';
import { ArrowDown, ArrowUp } from 'lucide-react';
import { useCallback, useEffect, useLayoutEffect, useRef, useState, useSyncExternalStore } from 'react';
import { useIsNarrow } from '../shell/width.ts';
import type { FactActions } from './fact-actions.ts';
import { FactDetail } from './fact-detail.tsx';
import type { FactPages } from './fact-pages.ts';
import { FactRow } from './fact-row.tsx';

const PAGE_KEY_ROWS = 10;
/** Whoever is this close to the newest fact follows new ones. */
const NEAR_PX = 48;

export interface FactListProps {
  readonly pages: FactPages;
  readonly newestFirst?: boolean;
  /** The moment on display. */
  readonly at?: number | undefined;
  /** Where to start instead of at the newest fact. */
  readonly startAt?: number | undefined;
  readonly actions?: FactActions | undefined;
}

/** A scrolling list of any number of facts, of which only those in view are on the page. */
export function FactList({ pages, newestFirst = false, at, startAt, actions }: FactListProps) {
  useSyncExternalStore(pages.subscribe, pages.version);
  const scroller = useRef<HTMLDivElement>(null);
  const [open, setOpen] = useState<ReadonlySet<number>>(new Set());
  const [active, setActive] = useState<number>();
  const { count } = pages;
  const rowHeight = useIsNarrow() ? 44 : 32;

  const rowOf = useCallback(
    (index: number) => (newestFirst ? count - 1 - index : index),
    [newestFirst, count],
  );
  const indexOf = (seq: number) => rowOf(Math.min(pages.rowOf(seq), count - 1));
  const activeIndex = active === undefined || count === 0 ? undefined : indexOf(active);
  const isAtNewest = isNearNewest(scroller.current, newestFirst);
  const virtualizer = useVirtualizer({
    count,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowHeight,
    getItemKey: useCallback((index: number) => pages.seqAt(rowOf(index)) ?? -index - 1, [pages, rowOf]),
    overscan: 10,
    anchorTo: anchorOf({ newestFirst, isAtNewest, isReading: open.size > 0 }),
    followOnAppend: !newestFirst && isAtNewest,
    scrollEndThreshold: NEAR_PX,
    // The row with the focus stays, so that the keyboard can go on from it.
    rangeExtractor: useCallback(
      (range: Range) => {
        const indexes = defaultRangeExtractor(range);
        if (activeIndex === undefined || indexes.includes(activeIndex)) return indexes;
        return [...indexes, activeIndex].toSorted((a, b) => a - b);
      },
      [activeIndex],
    ),
  });
  const items = virtualizer.getVirtualItems();
  const { range } = virtualizer;

  // Begins at the newest fact, or where it was asked to.
  const begun = useRef<string>(undefined);
  const beginning = `${newestFirst} ${startAt} ${JSON.stringify(pages.filter)}`;
  useEffect(() => {
    if (!pages.ready || count === 0 || begun.current === beginning) return;
    begun.current = beginning;
    if (startAt !== undefined) virtualizer.scrollToIndex(indexOf(startAt), { align: 'start' });
    else virtualizer.scrollToIndex(newestFirst ? 0 : count - 1, { align: newestFirst ? 'start' : 'end' });
  });

  useEffect(() => {
    if (!range || begun.current !== beginning) return;
    const [first, last] = [rowOf(range.startIndex), rowOf(range.endIndex)];
    pages.want(Math.min(first, last), Math.max(first, last));
  });

  const shownMoment = useRef(at);
  useEffect(() => {
    if (shownMoment.current === at || count === 0) return;
    shownMoment.current = at;
    virtualizer.scrollToIndex(at === undefined ? rowOf(count - 1) : indexOf(at), { align: 'auto' });
  });

  const unseen = useUnseen(pages, isAtNewest);
  const toNewest = () =>
    virtualizer.scrollToIndex(rowOf(count - 1), { align: newestFirst ? 'start' : 'end' });

  // By its seq, and at once: the next key counts from the row that has the focus.
  const wantsFocus = useRef<number>(undefined);
  useLayoutEffect(() => {
    if (wantsFocus.current === undefined) return;
    const row = scroller.current?.querySelector<HTMLElement>(`[data-seq="${wantsFocus.current}"] > button`);
    if (row) {
      wantsFocus.current = undefined;
      row.focus({ preventScroll: true });
    }
  });
  const onKeyDown = (event: React.KeyboardEvent, index: number) => {
    const next = indexAfterKey(event.key, index, count);
    if (next === undefined) return;
    event.preventDefault();
    wantsFocus.current = pages.seqAt(rowOf(next));
    setActive(wantsFocus.current);
    // By its place, not its number: a fact that comes in on the way changes the numbers of all.
    const place = virtualizer.getOffsetForIndex(next, 'auto');
    if (place) virtualizer.scrollToOffset(place[0]);
    // The browser tells of it with the next frame, and a fact that comes before that would move what is read.
    scroller.current?.dispatchEvent(new Event('scroll'));
  };
  const justOpened = useRef<number>(undefined);
  useEffect(() => {
    if (justOpened.current === undefined) return;
    scroller.current
      ?.querySelector(`[data-seq="${justOpened.current}"]`)
      ?.scrollIntoView({ block: 'nearest' });
    justOpened.current = undefined;
  });
  const toggle = (seq: number) => {
    setActive(seq);
    if (!open.has(seq)) justOpened.current = seq;
    setOpen(
      (before) => new Set(before.has(seq) ? [...before].filter((each) => each !== seq) : [...before, seq]),
    );
  };
  const tabbable = items.some(({ key }) => key === active) ? active : items[0]?.key;

  return (
    <div className="relative min-h-0 flex-1">
      <div ref={scroller} className="h-full overflow-y-auto [overflow-anchor:none]">
        <ol aria-label="Facts" className="relative" style={{ height: virtualizer.getTotalSize() }}>
          {items.map(({ index, start, key }) => {
            const row = rowOf(index);
            const fact = pages.factAt(row);
            const seq = Number(key);
            return (
              <li
                key={key}
                ref={virtualizer.measureElement}
                data-index={index}
                data-seq={seq}
                aria-setsize={count}
                aria-posinset={index + 1}
                className="absolute top-0 left-0 w-full"
                style={{ transform: `translateY(${start}px)` }}
              >
                <FactRow
                  seq={seq}
                  fact={fact}
                  isOpen={open.has(seq)}
                  isFuture={at !== undefined && seq > at}
                  tabIndex={key === tabbable ? 0 : -1}
                  onToggle={() => toggle(seq)}
                  onKeyDown={(event) => onKeyDown(event, index)}
                />
                {fact && open.has(seq) && <FactDetail fact={fact} actions={actions} />}
                {seq === at && <MomentLine above={newestFirst} />}
              </li>
            );
          })}
        </ol>
      </div>
      {unseen > 0 && (
        <button
          type="button"
          onClick={toNewest}
          className={`animate-arrive absolute left-1/2 flex h-8 -translate-x-1/2 items-center gap-1.5 rounded-full bg-accent-fill px-3 text-small font-medium text-on-accent ${newestFirst ? 'top-3' : 'bottom-3'}`}
        >
          {newestFirst ? <ArrowUp size={14} aria-hidden /> : <ArrowDown size={14} aria-hidden />}
          {unseen === 1 ? '1 new fact' : `${unseen} new facts`}
        </button>
      )}
    </div>
  );
}

/** Read from the element: the virtualizer is notified of scrolling a moment later. */
function isNearNewest(scroller: HTMLElement | null, newestFirst: boolean): boolean {
  if (scroller === null) return true;
  const { scrollTop, scrollHeight, clientHeight } = scroller;
  return (newestFirst ? scrollTop : scrollHeight - scrollTop - clientHeight) < NEAR_PX;
}

/**
 * The end that positions are counted from when facts arrive or unfold. What is in view stays in place, unless the newest
 * facts are in view and none is open.
 */
function anchorOf({
  newestFirst,
  isAtNewest,
  isReading,
}: {
  readonly newestFirst: boolean;
  readonly isAtNewest: boolean;
  readonly isReading: boolean;
}): 'start' | 'end' {
  if (newestFirst) return isAtNewest && !isReading ? 'start' : 'end';
  return isReading ? 'start' : 'end';
}

function MomentLine({ above }: { readonly above: boolean }) {
  return (
    <span
      aria-hidden
      className={`pointer-events-none absolute left-0 h-0.5 w-full bg-accent ${above ? 'top-0' : 'bottom-0'}`}
    />
  );
}

/** How many facts arrived while the newest ones were out of view. */
function useUnseen(pages: FactPages, isAtNewest: boolean): number {
  const { count, filter, ready } = pages;
  const [seen, setSeen] = useState({ count, filter });
  useEffect(() => {
    if (ready && (isAtNewest || seen.filter !== filter || seen.count > count || seen.count === 0)) {
      if (seen.count !== count || seen.filter !== filter) setSeen({ count, filter });
    }
  });
  return ready && seen.filter === filter && seen.count > 0 ? Math.max(0, count - seen.count) : 0;
}

function indexAfterKey(key: string, index: number, count: number): number | undefined {
  const within = (next: number) => Math.max(0, Math.min(count - 1, next));
  switch (key) {
    case 'ArrowDown':
      return within(index + 1);
    case 'ArrowUp':
      return within(index - 1);
    case 'PageDown':
      return within(index + PAGE_KEY_ROWS);
    case 'PageUp':
      return within(index - PAGE_KEY_ROWS);
    case 'Home':
      return 0;
    case 'End':
      return count - 1;
    default:
      return undefined;
  }
}
