import { Badge, type Tone } from '../../ui/badge.tsx';
import { classes } from '../../ui/classes.ts';
import { graphOf } from './commit-lanes.ts';
import type { PlanLine } from './commits-panel.tsx';
import { type EvolutionLine, type LineageEntry, lineageOf } from './evolution-lineage.ts';
import { CommitDot, EdgeLine, graphWidth, ROW } from './graph-drawing.tsx';

const LOOKS = {
  base: { tone: 'neutral', word: 'base', dot: 'fill-edge stroke-edge' },
  best: { tone: 'good', word: 'best', dot: 'fill-good stroke-good' },
  kept: { tone: 'accent', word: 'kept', dot: 'fill-accent stroke-accent' },
  dropped: { tone: 'neutral', word: 'not kept', dot: 'fill-ground stroke-edge' },
  failed: { tone: 'bad', word: 'failed', dot: 'fill-ground stroke-bad' },
  stopped: { tone: 'neutral', word: 'stopped', dot: 'fill-ground stroke-edge' },
  running: { tone: 'calm', word: 'under way', dot: 'fill-ground stroke-calm' },
} as const satisfies Readonly<
  Record<LineageEntry['status'], { readonly tone: Tone; readonly word: string; readonly dot: string }>
>;

/** The lineage of an evolution as a graph, newest first: which commit led to which, with its measurements. */
export function LineageGraph({
  evolution,
  plans,
  onOpen,
}: {
  readonly evolution: EvolutionLine;
  readonly plans: readonly PlanLine[];
  readonly onOpen: (commit: string) => void;
}) {
  const entries = lineageOf(evolution, plans);
  const { rows, edges, lanes } = graphOf({
    commits: entries.map(({ id, parent, summary }) => ({
      commitHash: id,
      parents: parent === undefined ? [] : [parent],
      subject: summary,
      ts: '',
    })),
    base: { commitHash: '' },
    inspirations: [],
  });
  const width = graphWidth(lanes);
  const height = rows.length * ROW;
  return (
    <section aria-label="Lineage" className="flex flex-col gap-2">
      <p className="text-small text-soft">
        {evolution.setup.objective.metric}, {evolution.setup.objective.direction} is better. Open a commit for
        its message, diff and metrics.
      </p>
      <div className="relative" style={{ minHeight: height }}>
        <svg
          aria-hidden
          width={width}
          height={height}
          className="pointer-events-none absolute top-0 left-0 overflow-visible"
        >
          {edges.map((edge) => (
            <EdgeLine key={`${edge.fromRow}-${edge.toRow}`} edge={edge} height={height} />
          ))}
          {entries.map(({ id, status }, row) => (
            <CommitDot
              key={id}
              row={row}
              lane={rows[row]?.lane ?? 0}
              isLarge={status === 'best'}
              className={LOOKS[status].dot}
            />
          ))}
        </svg>
        <ol aria-label="Candidates">
          {entries.map((entry) => (
            <EntryRow key={entry.id} entry={entry} indent={width} onOpen={onOpen} />
          ))}
        </ol>
      </div>
    </section>
  );
}

function EntryRow({
  entry: { commit, name, status, value, summary },
  indent,
  onOpen,
}: {
  readonly entry: LineageEntry;
  readonly indent: number;
  readonly onOpen: (commit: string) => void;
}) {
  const { tone, word } = LOOKS[status];
  return (
    <li
      className="flex items-center gap-2 rounded-sm pr-2 text-small hover:bg-hover"
      style={{ height: ROW, paddingLeft: indent }}
    >
      <span className="w-9 shrink-0 text-meta text-soft tabular-nums">{name}</span>
      <Badge tone={tone}>{word}</Badge>
      {commit === undefined ? (
        <span className="min-w-0 flex-1 truncate text-soft" title={summary}>
          {summary}
        </span>
      ) : (
        <button
          type="button"
          onClick={() => onOpen(commit)}
          className={classes(
            'min-w-0 flex-1 truncate rounded-sm text-left hover:underline',
            (status === 'dropped' || status === 'failed' || status === 'stopped') && 'text-soft',
          )}
          title={summary}
        >
          {summary}
        </button>
      )}
      {value !== undefined && (
        <span className="shrink-0 font-mono text-meta tabular-nums">{Number(value.toPrecision(6))}</span>
      )}
    </li>
  );
}
