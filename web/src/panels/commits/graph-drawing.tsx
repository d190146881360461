import type { Edge } from './commit-lanes.ts';

/** The height of a row. */
export const ROW = 28;
const LANE = 14;
const LEFT = 12;
const RADIUS = 4;
/** More lanes would leave no room for text. */
const MAX_LANES = 8;

const x = (lane: number) => LEFT + Math.min(lane, MAX_LANES - 1) * LANE;
const y = (row: number) => row * ROW + ROW / 2;

/** The width of the lanes of a graph, after which the text starts. */
export function graphWidth(lanes: number): number {
  return x(lanes - 1) + LEFT;
}

/** The line from a commit to one of its parents. */
export function EdgeLine({ edge, height }: { readonly edge: Edge; readonly height: number }) {
  const { fromRow, fromLane, toRow, toLane, pathOf } = edge;
  const [x1, y1, x2] = [x(fromLane), y(fromRow), x(toLane)];
  const y2 = Math.min(y(toRow), height);
  // A line stays in its lane and bends in the last row, so that it can be followed.
  const bend = toRow > fromRow ? y2 - ROW : y2 + ROW;
  const path =
    x1 === x2
      ? `M${x1} ${y1}V${y2}`
      : `M${x1} ${y1}V${bend}C${x1} ${(bend + y2) / 2} ${x2} ${(bend + y2) / 2} ${x2} ${y2}`;
  return (
    <path
      d={path}
      fill="none"
      strokeWidth={pathOf === undefined ? 1.5 : 2.5}
      className={pathOf === undefined ? 'stroke-edge/60' : 'stroke-accent'}
    />
  );
}

/** The dot of a commit. */
export function CommitDot({
  row,
  lane,
  isLarge,
  className,
}: {
  readonly row: number;
  readonly lane: number;
  readonly isLarge: boolean;
  readonly className: string;
}) {
  return (
    <circle
      cx={x(lane)}
      cy={y(row)}
      r={isLarge ? RADIUS + 1.5 : RADIUS}
      strokeWidth={2}
      className={className}
    />
  );
}
