import type { CommitHistory } from '../../../../src/planners/commits/commit-history.ts';
import { Badge } from '../../ui/badge.tsx';
import { classes } from '../../ui/classes.ts';
import { TimeAgo } from '../../ui/time-text.tsx';
import { type Edge, graphOf, type Mark, type PlacedCommit } from './commit-lanes.ts';

const ROW = 28;
const LANE = 14;
const LEFT = 12;
const RADIUS = 4;
/** Further lanes would leave no room for words. */
const MOST_LANES = 8;

const x = (lane: number) => LEFT + Math.min(lane, MOST_LANES - 1) * LANE;
const y = (row: number) => row * ROW + ROW / 2;

/** The history as a graph, the newest first: where the plan begins, what it may take up, and where they part. */
export function HistoryGraph({
  history,
  onOpen,
}: {
  readonly history: CommitHistory;
  readonly onOpen: (commit: string) => void;
}) {
  const { rows, edges, lanes } = graphOf(history);
  const width = x(lanes - 1) + LEFT;
  const height = rows.length * ROW + (history.more ? ROW / 2 : 0);
  return (
    <div className="relative" style={{ minHeight: height }}>
      <svg
        aria-hidden
        width={width}
        height={height}
        className="pointer-events-none absolute top-0 left-0 overflow-visible"
      >
        {edges.map((edge) => (
          <EdgeLine key={`${edge.fromRow}-${edge.toRow}-${edge.toLane}`} edge={edge} height={height} />
        ))}
        {rows.map((row) => (
          <CommitDot key={row.commit.commitHash} placed={row} />
        ))}
      </svg>
      <ol aria-label="Commits">
        {rows.map((row) => (
          <CommitRow key={row.commit.commitHash} placed={row} indent={width} onOpen={onOpen} />
        ))}
      </ol>
      {history.more && (
        <p className="text-meta text-soft" style={{ paddingLeft: width }}>
          Older commits are left out.
        </p>
      )}
    </div>
  );
}

function EdgeLine({ edge, height }: { readonly edge: Edge; readonly height: number }) {
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

function CommitDot({ placed: { row, lane, marks, pathOf } }: { readonly placed: PlacedCommit }) {
  const isMarked = marks.length > 0;
  const isBase = marks.some(({ type }) => type === 'base');
  return (
    <circle
      cx={x(lane)}
      cy={y(row)}
      r={isMarked ? RADIUS + 1.5 : RADIUS}
      strokeWidth={2}
      className={classes(
        isBase
          ? 'fill-good stroke-good'
          : pathOf !== undefined
            ? isMarked
              ? 'fill-accent stroke-accent'
              : 'fill-ground stroke-accent'
            : isMarked
              ? 'fill-warn stroke-warn'
              : 'fill-ground stroke-edge',
      )}
    />
  );
}

function CommitRow({
  placed: { commit, marks, pathOf },
  indent,
  onOpen,
}: {
  readonly placed: PlacedCommit;
  readonly indent: number;
  readonly onOpen: (commit: string) => void;
}) {
  const { commitHash, subject, ts } = commit;
  return (
    <li
      className="flex items-center gap-2 rounded-sm pr-2 text-small hover:bg-hover"
      style={{ height: ROW, paddingLeft: indent }}
    >
      <span className="shrink-0 font-mono text-meta text-soft" title={commitHash}>
        {commitHash.slice(0, 7)}
      </span>
      {marks.map((mark) => (
        <MarkBadge key={`${mark.type}${mark.type === 'inspiration' ? mark.number : ''}`} mark={mark} />
      ))}
      <button
        type="button"
        onClick={() => onOpen(commitHash)}
        className={classes(
          'min-w-0 flex-1 truncate rounded-sm text-left hover:underline',
          pathOf === undefined && marks.length === 0 && 'text-soft',
        )}
        title={subject}
      >
        {subject || 'No message'}
        {pathOf !== undefined && <span className="sr-only">, unique to inspiration {pathOf}</span>}
      </button>
      <TimeAgo ts={ts} className="shrink-0 text-meta text-soft" />
    </li>
  );
}

function MarkBadge({ mark }: { readonly mark: Mark }) {
  switch (mark.type) {
    case 'base':
      return <Badge tone="good">base</Badge>;
    case 'inspiration':
      return <Badge tone="accent">inspiration {mark.number}</Badge>;
    case 'lca':
      return <Badge tone="warn">common ancestor</Badge>;
    default:
      return mark satisfies never;
  }
}
