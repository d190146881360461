import { useLayoutEffect, useRef, useState } from 'react';
import { useEscape } from '../ui/use-escape.ts';
import { useElementSize } from './element-size.ts';
import { useLineColours } from './line-colours.ts';
import type { LiveTimeline } from './live-timeline.ts';
import { paintDensity } from './paint-timeline.ts';
import { seqAtX } from './timeline-scale.ts';
import { centred, type Window, windowBetween } from './timeline-window.ts';

/** A shorter movement is a click, a longer one a drag that selects. */
const MIN_DRAG_PX = 4;

/** An overview of the whole timeline, with the visible part marked. Drag over it to choose another part. */
export function TimelineOverview({
  line,
  version,
  window,
  onWindow,
}: {
  readonly line: LiveTimeline;
  readonly version: number;
  readonly window: Window | undefined;
  readonly onWindow: (window: Window | undefined) => void;
}) {
  const strip = useRef<HTMLDivElement>(null);
  const canvas = useRef<HTMLCanvasElement>(null);
  const { width, height } = useElementSize(strip);
  const colours = useLineColours();
  const { head, runs, weights } = line;
  const scale = { width, head };
  const [drag, setDrag] = useState<readonly [from: number, to: number]>();

  useLayoutEffect(() => {
    const context = canvas.current?.getContext('2d');
    if (!canvas.current || !context || !colours || width === 0 || head === 0 || version === 0) return;
    const ratio = globalThis.devicePixelRatio;
    canvas.current.width = Math.round(width * ratio);
    canvas.current.height = Math.round(height * ratio);
    context.setTransform(ratio, 0, 0, ratio, 0, 0);
    paintDensity(context, { runs, weights, scale: { width, head }, height, colours });
  }, [runs, weights, width, height, head, colours, version]);

  useEscape(drag !== undefined, () => setDrag(undefined));
  const xOf = (event: React.PointerEvent) =>
    event.clientX - (strip.current?.getBoundingClientRect().left ?? 0);
  const finish = (event: React.PointerEvent) => {
    if (drag === undefined) return;
    const [from] = drag;
    const to = xOf(event);
    setDrag(undefined);
    if (Math.abs(to - from) >= MIN_DRAG_PX)
      onWindow(windowBetween(seqAtX(from, scale), seqAtX(to, scale), head));
    else if (window) onWindow(centred(window, seqAtX(to, scale), head));
  };
  const marked = drag
    ? { left: Math.min(...drag), width: Math.abs(drag[1] - drag[0]) }
    : window && {
        left: ((window.from - 1) / head) * width,
        width: Math.max(3, ((window.to - window.from + 1) / head) * width),
      };
  return (
    <div
      ref={strip}
      role="img"
      aria-label={`The whole journal, ${head} facts${window ? `; facts ${window.from} to ${window.to} are shown below` : ''}`}
      title="Drag to zoom in, double-click for the whole journal"
      className="relative mx-3 h-3.5 cursor-crosshair touch-none rounded-sm bg-hover/60"
      onPointerDown={(event) => {
        event.currentTarget.setPointerCapture(event.pointerId);
        setDrag([xOf(event), xOf(event)]);
      }}
      onPointerMove={(event) => drag && setDrag([drag[0], xOf(event)])}
      onPointerUp={finish}
      onPointerCancel={() => setDrag(undefined)}
      onDoubleClick={() => onWindow(undefined)}
    >
      <canvas ref={canvas} aria-hidden className="block size-full" />
      {marked && (
        <span
          aria-hidden
          className="absolute inset-y-0 rounded-sm border border-accent bg-accent/15"
          style={marked}
        />
      )}
    </div>
  );
}
