import { FACT_KINDS, type FactKind } from './fact-kind.ts';
import { KIND_LOOKS } from './fact-look.ts';
import type { Pass } from './live-timeline.ts';
import {
  BAR_PX,
  densityByColumn,
  hasOwnTicks,
  inBars,
  type KindRun,
  type Scale,
  xOfSeq,
} from './timeline-scale.ts';

/** The current colours of the timeline. */
export interface LineColours {
  readonly kinds: Readonly<Record<FactKind, string>>;
  readonly pass: string;
  readonly reactor: string;
  readonly failed: string;
}

export interface PaintedTimeline {
  readonly runs: readonly KindRun[];
  /** The share of each run that is more than bookkeeping; all of it if unknown. */
  readonly weights: readonly number[];
  readonly passes: readonly Pass[];
  /** The moment on display: what comes after it is faint. */
  readonly at: number | undefined;
  readonly scale: Scale;
  readonly height: number;
  readonly colours: LineColours;
}

const BAND = 3;
const GAP = 2;
const WIDEST_TICK = 3;
const FAINT = 0.3;

/** Draws ticks for facts and bands for work, in CSS pixels. */
export function paintTimeline(context: CanvasRenderingContext2D, painted: PaintedTimeline): void {
  const { scale, height, at } = painted;
  context.clearRect(0, 0, scale.width, height);
  const edge = at === undefined ? scale.width : (at / scale.head) * scale.width;
  for (const [from, to, alpha] of [
    [0, edge, 1],
    [edge, scale.width, FAINT],
  ] as const) {
    if (to <= from) continue;
    context.save();
    context.beginPath();
    context.rect(from, 0, to - from, height);
    context.clip();
    context.globalAlpha = alpha;
    paintBands(context, painted);
    if (hasOwnTicks(scale)) paintTicks(context, painted);
    else paintColumns(context, painted);
    context.restore();
  }
}

function paintBands(
  context: CanvasRenderingContext2D,
  { passes, scale, height, colours }: PaintedTimeline,
): void {
  for (const { from, to, work, failed } of passes) {
    const left = ((from - 1) / scale.head) * scale.width;
    const right = (to / scale.head) * scale.width;
    context.fillStyle = failed ? colours.failed : work === 'plan' ? colours.pass : colours.reactor;
    context.fillRect(left, height - BAND, Math.max(1, right - left), BAND);
  }
}

function paintTicks(
  context: CanvasRenderingContext2D,
  { runs, scale, height, colours }: PaintedTimeline,
): void {
  const tick = Math.min(WIDEST_TICK, Math.max(1, Math.floor(scale.width / scale.head / 2)));
  for (const [from, to, kind] of runs) {
    for (let seq = from; seq <= to; seq++) {
      const x = Math.round(xOfSeq(seq, scale) - tick / 2);
      paintTick(context, { x, width: tick, kind, height, colours });
    }
  }
}

function paintColumns(context: CanvasRenderingContext2D, painted: PaintedTimeline): void {
  paintDensity(context, { ...painted, height: painted.height - BAND - GAP });
}

/** The minimum share of the height that a bar takes. */
const MIN_HEIGHT = 0.15;

/** Draws bars whose height is the number of facts, weighted by importance. Failures take the full height. */
export function paintDensity(
  context: CanvasRenderingContext2D,
  { runs, weights, scale, height, colours }: Omit<PaintedTimeline, 'passes' | 'at'>,
): void {
  if (height <= 0) return;
  const bars = densityByColumn(runs, weights, inBars(scale));
  const most = Math.max(0.01, ...bars.map(({ weight }) => weight));
  bars.forEach(({ kind, weight }, at) => {
    if (kind < 0) return;
    const name = FACT_KINDS[kind] ?? 'other';
    const highest = KIND_LOOKS[name].height;
    const share = name === 'failure' ? 1 : MIN_HEIGHT + (highest - MIN_HEIGHT) * (weight / most);
    const tall = Math.max(1, Math.round(height * share));
    context.fillStyle = colours.kinds[name];
    context.fillRect(at * BAR_PX, height - tall, BAR_PX - 1, tall);
  });
}

function paintTick(
  context: CanvasRenderingContext2D,
  tick: Pick<PaintedTimeline, 'height' | 'colours'> & {
    readonly x: number;
    readonly width: number;
    readonly kind: number;
  },
): void {
  const kind = FACT_KINDS[tick.kind] ?? 'other';
  const room = tick.height - BAND - GAP;
  const height = Math.round(room * KIND_LOOKS[kind].height);
  context.fillStyle = tick.colours.kinds[kind];
  context.fillRect(tick.x, room - height, tick.width, height);
}
