import { type PointerEvent, useRef } from 'react';
import { useSurfaceSize } from '../map/surface-size.ts';
import { type ChartData, type ChartScale, labelRoom, tickText } from './chart-scale.ts';
import { keyed } from './keyed.ts';
import { seriesColour } from './series-colours.ts';

const HEIGHT = 220;
const TOP = 12;
const RIGHT = 16;
/** Up to this number of points, each is marked; more marks would hide the line. */
const MAX_MARKED = 60;
const WIDEST_BAR = 40;

interface Area {
  readonly left: number;
  readonly width: number;
  readonly height: number;
}

interface PlotProps {
  readonly kind: ChartData['kind'];
  readonly scale: ChartScale;
  readonly x: string | undefined;
  readonly y: string | undefined;
  /** What the chart shows, in words. */
  readonly label: string;
  readonly column: number | undefined;
  readonly onColumn: (column: number | undefined) => void;
}

/** The axes of a chart and what lies between them. */
export function ChartPlot({ kind, scale, x, y, label, column, onColumn }: PlotProps) {
  const holder = useRef<HTMLDivElement>(null);
  const { width } = useSurfaceSize(holder);
  const tickWidth = Math.max(...scale.ticks.map((tick) => tickText(tick).length)) * 7;
  const left = tickWidth + 20 + (y ? 18 : 0);
  const area: Area = {
    left,
    width: Math.max(1, width - left - RIGHT),
    height: HEIGHT - TOP - 24 - (x ? 18 : 0),
  };
  const point = ({ clientX, currentTarget }: PointerEvent<SVGSVGElement>) => {
    const share = (clientX - currentTarget.getBoundingClientRect().left - area.left) / area.width;
    onColumn(nearestColumn(scale, share));
  };
  return (
    <div ref={holder} className="w-full" style={{ height: HEIGHT }}>
      {width > 0 && (
        <svg
          role="img"
          aria-label={label}
          width={width}
          height={HEIGHT}
          className="block touch-pan-y"
          onPointerMove={point}
          onPointerDown={point}
          onPointerLeave={() => onColumn(undefined)}
        >
          <Axes scale={scale} area={area} x={x} y={y} />
          {column !== undefined && scale.columns[column] && (
            <line
              x1={area.left + scale.columns[column].share * area.width}
              x2={area.left + scale.columns[column].share * area.width}
              y1={TOP}
              y2={TOP + area.height}
              className="stroke-edge"
              strokeDasharray="2 3"
            />
          )}
          {keyed(scale.series, ({ name }) => name).map(({ key, item: { values } }, index) => (
            <g key={key} style={{ color: seriesColour(index) }}>
              {kind === 'bar' ? (
                <Bars scale={scale} area={area} values={values} index={index} />
              ) : (
                <Marks scale={scale} area={area} values={values} hasLine={kind === 'line'} column={column} />
              )}
            </g>
          ))}
        </svg>
      )}
    </div>
  );
}

function nearestColumn({ columns }: ChartScale, share: number): number | undefined {
  let nearest: number | undefined;
  let distance = Number.POSITIVE_INFINITY;
  for (const [at, column] of columns.entries()) {
    const away = Math.abs(column.share - share);
    if (away < distance) [nearest, distance] = [at, away];
  }
  return nearest;
}

function heightOf({ min, max }: ChartScale, { height }: Area, value: number): number {
  return TOP + height - ((value - min) / (max - min)) * height;
}

function Axes({
  scale,
  area,
  x,
  y,
}: {
  readonly scale: ChartScale;
  readonly area: Area;
  readonly x: string | undefined;
  readonly y: string | undefined;
}) {
  const { labels, ticks } = scale;
  const { step, letters } = labelRoom(scale, area.width);
  const bottom = TOP + area.height;
  return (
    <g aria-hidden className="fill-soft text-meta tabular-nums">
      {ticks.map((tick) => {
        const at = heightOf(scale, area, tick);
        return (
          <g key={tick}>
            <line
              x1={area.left}
              x2={area.left + area.width}
              y1={at}
              y2={at}
              className={tick === 0 ? 'stroke-edge' : 'stroke-line'}
            />
            <text x={area.left - 8} y={at + 4} textAnchor="end">
              {tickText(tick)}
            </text>
          </g>
        );
      })}
      {keyed(labels, ({ label }) => label).map(({ key, item: { label, share } }, at) =>
        at % step === 0 ? (
          <text
            key={key}
            x={area.left + share * area.width}
            y={bottom + 18}
            textAnchor={share > 0.97 ? 'end' : share < 0.03 ? 'start' : 'middle'}
          >
            {label.length > letters ? `${label.slice(0, letters - 1)}…` : label}
          </text>
        ) : null,
      )}
      {x && (
        <text x={area.left + area.width / 2} y={HEIGHT - 6} textAnchor="middle" className="font-medium">
          {x}
        </text>
      )}
      {y && (
        <text
          transform={`translate(16 ${TOP + area.height / 2}) rotate(-90)`}
          textAnchor="middle"
          className="font-medium"
        >
          {y}
        </text>
      )}
    </g>
  );
}

interface MarksProps {
  readonly scale: ChartScale;
  readonly area: Area;
  readonly values: readonly (number | undefined)[];
}

function Marks({
  scale,
  area,
  values,
  hasLine,
  column,
}: MarksProps & { readonly hasLine: boolean; readonly column: number | undefined }) {
  const points = values.flatMap((value, at) => {
    const share = scale.columns[at]?.share;
    if (value === undefined || share === undefined) return [];
    return [{ at, x: area.left + share * area.width, y: heightOf(scale, area, value) }];
  });
  const marked = !hasLine || points.length <= MAX_MARKED;
  return (
    <>
      {hasLine && (
        <polyline
          points={points.map(({ x, y }) => `${x.toFixed(1)},${y.toFixed(1)}`).join(' ')}
          className="fill-none stroke-current"
          strokeWidth={2}
          strokeLinejoin="round"
          strokeLinecap="round"
        />
      )}
      {points.map(({ at, x, y }) =>
        marked || at === column ? (
          <circle
            key={at}
            cx={x}
            cy={y}
            r={at === column ? 5 : hasLine ? 3 : 4}
            className="fill-current stroke-raised"
            strokeWidth={1}
          />
        ) : null,
      )}
    </>
  );
}

function Bars({ scale, area, values, index }: MarksProps & { readonly index: number }) {
  const room = (area.width / Math.max(1, scale.columns.length)) * 0.8;
  const width = Math.min(WIDEST_BAR, room / scale.series.length);
  const offset = (index - scale.series.length / 2) * width;
  const zero = heightOf(scale, area, Math.min(Math.max(0, scale.min), scale.max));
  return values.map((value, at) => {
    const column = scale.columns[at];
    if (value === undefined || column === undefined) return null;
    const y = heightOf(scale, area, value);
    return (
      <rect
        key={column.share}
        x={area.left + column.share * area.width + offset}
        y={Math.min(y, zero)}
        width={Math.max(1, width - (width > 4 ? 1 : 0))}
        height={Math.max(1, Math.abs(zero - y))}
        rx={width > 8 ? 2 : 0}
        className="fill-current"
      />
    );
  });
}
