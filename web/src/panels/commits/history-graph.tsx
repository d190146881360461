import type { CommitHistory } from '../../../../src/planners/commits/history/commit-history.ts';
import { Badge } from '../../ui/badge.tsx';
import { classes } from '../../ui/classes.ts';
import { TimeAgo } from '../../ui/time-text.tsx';
import { graphOf, type Mark, type PlacedCommit } from './commit-lanes.ts';
import { CommitDot, EdgeLine, graphWidth, ROW } from './graph-drawing.tsx';

/** The history as a graph, newest first: the base of the plan, its inspirations, and their common ancestor. */
export function HistoryGraph({
  history,
  onOpen,
}: {
  readonly history: CommitHistory;
  readonly onOpen: (commit: string) => void;
}) {
  const { rows, edges, lanes } = graphOf(history);
  const width = graphWidth(lanes);
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
          <HistoryDot key={row.commit.commitHash} placed={row} />
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

function HistoryDot({ placed: { row, lane, marks, pathOf } }: { readonly placed: PlacedCommit }) {
  const isMarked = marks.length > 0;
  const isBase = marks.some(({ type }) => type === 'base');
  const colours = isBase
    ? 'fill-good stroke-good'
    : pathOf !== undefined
      ? isMarked
        ? 'fill-accent stroke-accent'
        : 'fill-ground stroke-accent'
      : isMarked
        ? 'fill-warn stroke-warn'
        : 'fill-ground stroke-edge';
  return <CommitDot row={row} lane={lane} isLarge={isMarked} className={colours} />;
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
          'relative min-w-0 flex-1 truncate rounded-sm text-left hover:underline',
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
