import { useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { typeOf } from '../../../src/surfaces/http/api/facts/fact-filter.ts';
import { travelTo } from '../state/open-session.ts';
import { ClockTime } from '../ui/time-text.tsx';
import { useEscape } from '../ui/use-escape.ts';
import { useElementSize } from './element-size.ts';
import { kindOf } from './fact-kind.ts';
import { lineOf } from './fact-look.ts';
import { KindMark } from './fact-row.tsx';
import { type Hovered, useHoveredFact } from './hovered-fact.ts';
import { useLineColours } from './line-colours.ts';
import type { Detail, LiveTimeline, Pass } from './live-timeline.ts';
import { paintTimeline } from './paint-timeline.ts';
import { RequestLabels, requestLabels } from './request-labels.tsx';
import { seqAfterKey, seqAtX, seqsDrawnAtX, xOfSeq } from './timeline-scale.ts';
import { centred, runsWithin, type Window, weightsWithin, zoomed } from './timeline-window.ts';

/** The timeline itself: a slider over all facts, drawn as one picture. */
export function TimelineTrack({
  session,
  line,
  version,
  at,
  window,
  onWindow,
}: {
  readonly session: string;
  readonly line: LiveTimeline;
  /** Changes with the content of the timeline. */
  readonly version: number;
  readonly at: number | undefined;
  /** The visible part; all of it if absent. */
  readonly window: Window | undefined;
  readonly onWindow: (window: Window | undefined) => void;
}) {
  const track = useRef<HTMLDivElement>(null);
  const canvas = useRef<HTMLCanvasElement>(null);
  const { width, height } = useElementSize(track);
  const colours = useLineColours();
  const { head, passes, requests } = line;
  const from = window?.from ?? 1;
  const to = window?.to ?? head;
  const { runs, weights } = useDetail(line, window);
  const scale = useMemo(() => ({ width, head: to - from + 1 }), [width, from, to]);
  const seqAt = (x: number) => seqAtX(x, scale) + from - 1;
  const [pointer, setPointer] = useState<number>();
  const pressedAt = useRef<number>(undefined);
  /** Where a drag started. */
  const [origin, setOrigin] = useState<{ readonly at: number | undefined }>();
  useEscape(origin !== undefined, () => {
    travelTo(origin?.at);
    endDrag();
  });
  const endDrag = () => {
    pressedAt.current = undefined;
    setOrigin(undefined);
  };
  const seqs =
    pointer === undefined || head === 0 ? undefined : shifted(seqsDrawnAtX(pointer, scale), from - 1);
  const hovered = useHoveredFact(session, seqs, runs);

  useLayoutEffect(() => {
    const context = canvas.current?.getContext('2d');
    if (!canvas.current || !context || !colours || scale.width === 0 || to === 0 || version === 0) return;
    const { width } = scale;
    const ratio = globalThis.devicePixelRatio;
    canvas.current.width = Math.round(width * ratio);
    canvas.current.height = Math.round(height * ratio);
    context.setTransform(ratio, 0, 0, ratio, 0, 0);
    const shown = { from, to };
    paintTimeline(context, {
      runs: runsWithin(runs, shown),
      weights: weightsWithin(runs, weights, shown),
      passes: passesWithin(passes, shown),
      at: at === undefined ? undefined : Math.max(0, Math.min(to, at) - from + 1),
      scale,
      height,
      colours,
    });
  }, [runs, weights, passes, at, from, to, scale, height, colours, version]);
  useWheelZoom(track, (x, factor) => onWindow(zoomed({ from, to }, { at: seqAt(x), factor, head })));

  const xOf = (event: React.PointerEvent) =>
    event.clientX - (track.current?.getBoundingClientRect().left ?? 0);
  const onPointerMove = (event: React.PointerEvent) => {
    const x = xOf(event);
    setPointer(event.pointerType === 'touch' ? undefined : x);
    if (pressedAt.current !== undefined) travelTo(seqAt(x));
  };
  const onPointerUp = (event: React.PointerEvent) => {
    // A press without a drag means what the hint tells of, where many facts share the place.
    const isPress = pressedAt.current !== undefined && Math.abs(xOf(event) - pressedAt.current) < 2;
    if (isPress && hovered?.fact && hovered.last > hovered.first) travelTo(hovered.fact.seq);
    endDrag();
  };
  const moment = at ?? head;
  const position = at === undefined && to === head ? width : xOfSeq(moment - from + 1, scale);
  return (
    <>
      <RequestLabels labels={requestLabels(requests, { from, to }, scale)} />
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
            setOrigin({ at });
            travelTo(seqAt(xOf(event)));
          }}
          onPointerMove={onPointerMove}
          onPointerUp={onPointerUp}
          onPointerCancel={endDrag}
          onPointerLeave={() => setPointer(undefined)}
          onKeyDown={(event) => {
            const next = seqAfterKey(event.key, at ?? head, head);
            if (next === undefined) return;
            event.preventDefault();
            travelTo(next);
            if (window && (next < from || next > to)) onWindow(centred(window, next, head));
          }}
        >
          <canvas ref={canvas} aria-hidden className="block size-full" />
          <span
            aria-hidden
            hidden={moment < from || moment > to}
            className="pointer-events-none absolute top-0 -ml-px h-full w-0.5 bg-accent"
            style={{ left: position }}
          >
            <span className="absolute -top-1 -left-[5px] size-3 rounded-full border-2 border-ground bg-accent max-md:-left-2 max-md:size-4.5" />
          </span>
        </div>
        {hovered && pointer !== undefined && <Hint hovered={hovered} x={pointer + 12} width={width + 24} />}
      </div>
    </>
  );
}

/** The content of a part: in detail once that has arrived, until then from the whole. */
function useDetail(line: LiveTimeline, window: Window | undefined): Detail {
  const [detail, setDetail] = useState<Detail & { readonly of: Window }>();
  useEffect(() => {
    if (window === undefined) return;
    const asked = new AbortController();
    const timer = setTimeout(() => {
      void line.detail(window, asked.signal).then((found) => found && setDetail({ ...found, of: window }));
    }, REST_MS);
    return () => {
      clearTimeout(timer);
      asked.abort();
    };
  }, [line, window]);
  return detail && detail.of === window ? detail : line;
}

/** How long after the last zoom details are requested. */
const REST_MS = 120;

const PER_TURN = 1.25;

/** Zooms the timeline around the pointer with the wheel. */
function useWheelZoom(
  track: React.RefObject<HTMLElement | null>,
  zoom: (x: number, factor: number) => void,
): void {
  const current = useRef(zoom);
  current.current = zoom;
  useEffect(() => {
    const element = track.current;
    if (element === null) return;
    const onWheel = (event: WheelEvent) => {
      if (event.deltaY === 0) return;
      event.preventDefault();
      const x = event.clientX - element.getBoundingClientRect().left;
      current.current(x, event.deltaY > 0 ? PER_TURN : 1 / PER_TURN);
    };
    // React listens passively, and then the page would scroll as well.
    element.addEventListener('wheel', onWheel, { passive: false });
    return () => element.removeEventListener('wheel', onWheel);
  }, [track]);
}

function shifted([first, last]: readonly [number, number], by: number): readonly [number, number] {
  return [first + by, last + by];
}

function passesWithin(passes: readonly Pass[], { from, to }: Window): readonly Pass[] {
  return passes.flatMap((pass) =>
    pass.to < from || pass.from > to
      ? []
      : [{ ...pass, from: Math.max(pass.from, from) - from + 1, to: Math.min(pass.to, to) - from + 1 }],
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
