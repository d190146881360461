import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import { typeOf } from '../../../src/surfaces/http/api/fact-filter.ts';
import { travelTo } from '../state/open-session.ts';
import { ClockTime } from '../ui/time-text.tsx';
import { kindOf } from './fact-kind.ts';
import { lineOf } from './fact-look.ts';
import { KindMark } from './fact-row.tsx';
import { type Hovered, useHoveredFact } from './hovered-fact.ts';
import { useLineColours } from './line-colours.ts';
import type { LiveTimeline } from './live-timeline.ts';
import { paintTimeline } from './paint-timeline.ts';
import { seqAfterKey, seqAtX, seqsAtX, xOfSeq } from './timeline-scale.ts';

/** The line itself: a slider over all facts, drawn as one picture. */
export function TimelineTrack({
  session,
  line,
  version,
  at,
}: {
  readonly session: string;
  readonly line: LiveTimeline;
  /** Changes with what the line shows. */
  readonly version: number;
  readonly at: number | undefined;
}) {
  const track = useRef<HTMLDivElement>(null);
  const canvas = useRef<HTMLCanvasElement>(null);
  const { width, height } = useSize(track);
  const colours = useLineColours();
  const { head, runs, passes } = line;
  const scale = { width, head };
  const [pointer, setPointer] = useState<number>();
  const pressedAt = useRef<number>(undefined);
  const seqs = pointer === undefined || head === 0 ? undefined : seqsAtX(pointer, scale);
  const hovered = useHoveredFact(session, seqs, runs);

  useLayoutEffect(() => {
    const context = canvas.current?.getContext('2d');
    if (!canvas.current || !context || !colours || width === 0 || head === 0 || version === 0) return;
    const ratio = window.devicePixelRatio;
    canvas.current.width = Math.round(width * ratio);
    canvas.current.height = Math.round(height * ratio);
    context.setTransform(ratio, 0, 0, ratio, 0, 0);
    paintTimeline(context, { runs, passes, at, scale: { width, head }, height, colours });
  }, [runs, passes, at, width, height, head, colours, version]);

  const xOf = (event: React.PointerEvent) =>
    event.clientX - (track.current?.getBoundingClientRect().left ?? 0);
  const onPointerMove = (event: React.PointerEvent) => {
    const x = xOf(event);
    setPointer(event.pointerType === 'touch' ? undefined : x);
    if (pressedAt.current !== undefined) travelTo(seqAtX(x, scale));
  };
  const onPointerUp = (event: React.PointerEvent) => {
    // A press without a drag means what the hint tells of, where many facts share the place.
    const isPress = pressedAt.current !== undefined && Math.abs(xOf(event) - pressedAt.current) < 2;
    if (isPress && hovered?.fact && hovered.last > hovered.first) travelTo(hovered.fact.seq);
    pressedAt.current = undefined;
  };
  const position = at === undefined ? width : xOfSeq(at, scale);
  return (
    <div className="relative h-9 max-md:h-8">
      <div
        ref={track}
        role="slider"
        tabIndex={0}
        aria-label="Moment in the journal"
        aria-valuemin={1}
        aria-valuemax={Math.max(1, head)}
        aria-valuenow={at ?? Math.max(1, head)}
        aria-valuetext={at === undefined ? `Now, seq ${head}` : `Seq ${at} of ${head}`}
        className="absolute inset-x-3 inset-y-0 cursor-ew-resize touch-none rounded-sm"
        onPointerDown={(event) => {
          event.currentTarget.setPointerCapture(event.pointerId);
          pressedAt.current = xOf(event);
          travelTo(seqAtX(xOf(event), scale));
        }}
        onPointerMove={onPointerMove}
        onPointerUp={onPointerUp}
        onPointerCancel={() => {
          pressedAt.current = undefined;
        }}
        onPointerLeave={() => setPointer(undefined)}
        onKeyDown={(event) => {
          const next = seqAfterKey(event.key, at ?? head, head);
          if (next === undefined) return;
          event.preventDefault();
          travelTo(next);
        }}
      >
        <canvas ref={canvas} aria-hidden className="block size-full" />
        <span
          aria-hidden
          className="pointer-events-none absolute top-0 -ml-px h-full w-0.5 bg-accent"
          style={{ left: position }}
        >
          <span className="absolute -top-1 -left-[5px] size-3 rounded-full border-2 border-ground bg-accent max-md:-left-2 max-md:size-4.5" />
        </span>
      </div>
      {hovered && pointer !== undefined && <Hint hovered={hovered} x={pointer + 12} width={width + 24} />}
    </div>
  );
}

const HINT_WIDTH = 280;

function Hint({
  hovered,
  x,
  width,
}: {
  readonly hovered: Hovered;
  readonly x: number;
  readonly width: number;
}) {
  const { first, last, fact } = hovered;
  const left = Math.max(4, Math.min(x - HINT_WIDTH / 2, width - HINT_WIDTH - 4));
  return (
    <div
      role="tooltip"
      className="pointer-events-none absolute bottom-full z-30 mb-1 rounded-md border bg-raised px-2.5 py-1.5 text-meta shadow-[0_8px_24px_oklch(15%_0.02_265/0.18)]"
      style={{ left, width: HINT_WIDTH }}
    >
      <p className="flex items-center gap-1.5">
        {fact && <KindMark kind={kindOf(fact)} />}
        <span className="min-w-0 flex-1 truncate font-mono">{fact ? typeOf(fact) : 'reading…'}</span>
        <span className="shrink-0 text-soft">seq {fact?.seq ?? first}</span>
      </p>
      {fact && (
        <p className="mt-0.5 line-clamp-3 break-words text-soft">
          {lineOf(fact) || <ClockTime ts={fact.ts} />}
        </p>
      )}
      {last > first && (
        <p className="mt-0.5 text-soft">
          The most notable of {last - first + 1} facts, seq {first} to {last}
        </p>
      )}
    </div>
  );
}

function useSize(element: React.RefObject<HTMLElement | null>): {
  readonly width: number;
  readonly height: number;
} {
  const [size, setSize] = useState({ width: 0, height: 0 });
  useEffect(() => {
    if (!element.current) return;
    const observer = new ResizeObserver(([entry]) => {
      if (entry) setSize({ width: entry.contentRect.width, height: entry.contentRect.height });
    });
    observer.observe(element.current);
    return () => observer.disconnect();
  }, [element]);
  return size;
}
