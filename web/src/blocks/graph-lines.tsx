import { memo } from 'react';
import type { Direction, GraphLayout, Point } from './graph-layout.ts';

/** The lines of a graph. Those of the chosen step stand out. */
export const GraphLines = memo(function GraphLines({
  layout: { width, height, edges },
  direction,
  chosenId,
  margin,
}: {
  readonly layout: GraphLayout;
  readonly direction: Direction;
  readonly chosenId: string | undefined;
  /** How far from the corner the graph begins. */
  readonly margin: number;
}) {
  return (
    <svg
      aria-hidden
      width={width}
      height={height}
      className="pointer-events-none absolute overflow-visible"
      style={{ left: margin, top: margin }}
    >
      {edges.map(({ from, to, points }) => {
        const isNear = chosenId !== undefined && (from === chosenId || to === chosenId);
        const end = points.at(-1);
        const colour = isNear ? 'var(--accent)' : 'var(--edge)';
        return (
          <g key={`${from} ${to}`}>
            <path
              d={lineThrough(points, direction)}
              fill="none"
              stroke={colour}
              strokeWidth={isNear ? 2 : 1}
            />
            {end && <path d={arrowAt(end, direction)} fill={colour} />}
          </g>
        );
      })}
    </svg>
  );
});

/** A line that leaves and enters every layer straight on. */
function lineThrough(points: readonly Point[], direction: Direction): string {
  return points
    .map(({ x, y }, at) => {
      const before = points[at - 1];
      if (before === undefined) return `M${x} ${y}`;
      const [mx, my] = [(before.x + x) / 2, (before.y + y) / 2];
      return direction === 'right'
        ? `C${mx} ${before.y} ${mx} ${y} ${x} ${y}`
        : `C${before.x} ${my} ${x} ${my} ${x} ${y}`;
    })
    .join('');
}

function arrowAt({ x, y }: Point, direction: Direction): string {
  return direction === 'right' ? `M${x} ${y}l-6 -3.5v7z` : `M${x} ${y}l-3.5 -6h7z`;
}
