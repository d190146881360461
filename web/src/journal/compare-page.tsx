import { ArrowLeftRight, Columns2 } from 'lucide-react';
import { useEffect, useMemo, useState } from 'react';
import { Link, useSearchParams } from 'wouter';
import type { SessionDiff } from '../api/contracts.ts';
import { PlannerIcon } from '../shell/planner-icon.tsx';
import { StandingBadge } from '../shell/standing.tsx';
import { useIsNarrow } from '../shell/width.ts';
import { useSessions } from '../state/sessions.ts';
import { classes } from '../ui/classes.ts';
import { EmptyState } from '../ui/empty-state.tsx';
import { ProblemNote } from '../ui/problem-note.tsx';
import { compareAddress } from './compare-address.ts';
import { DiffList } from './diff-list.tsx';
import { FactList } from './fact-list.tsx';
import { factCount } from './fact-look.ts';
import { storedJournalSource } from './journal-source.ts';
import { useDiff } from './use-diff.ts';
import { useFactPages } from './use-fact-pages.ts';

/** Two sessions side by side: what differs between them, and their facts from where they part. */
export function ComparePage() {
  const [params] = useSearchParams();
  const left = params.get('left');
  const right = params.get('right');
  if (!left || !right) {
    return (
      <EmptyState icon={Columns2} title="Two sessions belong here">
        Fork a session from a moment of its journal, then compare the two.
      </EmptyState>
    );
  }
  return <Compared key={`${left} ${right}`} left={left} right={right} />;
}

function Compared({ left, right }: { readonly left: string; readonly right: string }) {
  const { diff, problem } = useDiff({ type: 'sessions', left, right }, useHeads(left, right));
  useEffect(() => {
    document.title = `${left} and ${right} · Wayfold`;
    return () => {
      document.title = 'Wayfold';
    };
  }, [left, right]);
  return (
    <div className="flex h-full min-h-0 flex-col">
      <header className="flex h-12 shrink-0 items-center gap-2 border-b px-4">
        <Columns2 size={16} className="shrink-0 text-soft" aria-hidden />
        <h1 className="min-w-0 truncate text-title font-semibold">Side by side</h1>
        {diff && <span className="truncate text-small text-soft">{commonWords(diff)}</span>}
        <Link
          href={compareAddress(right, left)}
          replace
          className="ml-auto inline-flex h-8 shrink-0 items-center gap-1.5 rounded-md px-2 text-small font-medium text-soft hover:bg-hover hover:text-ink"
        >
          <ArrowLeftRight size={14} aria-hidden /> Swap
        </Link>
      </header>
      {problem && (
        <div className="p-4">
          <ProblemNote problem={problem} />
        </div>
      )}
      {diff && <Sides diff={diff} left={left} right={right} />}
      {!diff && !problem && (
        <p role="status" className="p-4 text-small text-soft">
          Comparing…
        </p>
      )}
    </div>
  );
}

/** Grows with both sessions, so that what differs is read again. */
function useHeads(left: string, right: string): number {
  return useSessions(({ lines }) =>
    (lines ?? []).reduce((sum, { id, head }) => (id === left || id === right ? sum + head : sum), 0),
  );
}

function commonWords({ common }: SessionDiff): string {
  if (common === 0) return 'They share no facts';
  return common === 1 ? 'The same up to seq 1' : `The same up to seq ${common}`;
}

const VIEWS = ['Differences', 'Left', 'Right'] as const;

function Sides({
  diff,
  left,
  right,
}: {
  readonly diff: SessionDiff;
  readonly left: string;
  readonly right: string;
}) {
  const narrow = useIsNarrow();
  const [view, setView] = useState<(typeof VIEWS)[number]>('Differences');
  const differences = (
    <section aria-label="Differences" className="flex min-h-0 min-w-0 flex-1 flex-col overflow-y-auto">
      <DiffList diff={diff} />
    </section>
  );
  const sides = [
    <Side key="left" id={left} name="Left" from={diff.common + 1} own={diff.onlyBefore.count} />,
    <Side key="right" id={right} name="Right" from={diff.common + 1} own={diff.onlyAfter.count} />,
  ] as const;
  if (!narrow) {
    return (
      <div className="flex min-h-0 flex-1 flex-col">
        <div className="flex max-h-[45%] min-h-0 shrink-0 border-b">{differences}</div>
        <div className="flex min-h-0 flex-1 divide-x">{sides}</div>
      </div>
    );
  }
  return (
    <>
      <fieldset className="flex shrink-0 gap-1 border-b p-2">
        <legend className="sr-only">What is shown</legend>
        {VIEWS.map((name) => (
          <button
            key={name}
            type="button"
            aria-pressed={name === view}
            onClick={() => setView(name)}
            className={classes(
              'h-10 flex-1 rounded-md text-small font-medium',
              name === view ? 'bg-hover text-ink' : 'text-soft',
            )}
          >
            {name}
          </button>
        ))}
      </fieldset>
      {view === 'Differences' ? differences : sides[view === 'Left' ? 0 : 1]}
    </>
  );
}

function Side({
  id,
  name,
  from,
  own,
}: {
  readonly id: string;
  readonly name: string;
  /** Where it parts from the other one. */
  readonly from: number;
  readonly own: number;
}) {
  const pages = useFactPages(useMemo(() => storedJournalSource(id), [id]));
  const line = useSessions(({ lines }) => lines?.find((each) => each.id === id));
  return (
    <section aria-label={`${name}: ${id}`} className="flex min-h-0 min-w-0 flex-1 flex-col">
      <div className="flex h-10 shrink-0 items-center gap-2 border-b bg-panel px-3">
        {line && (
          <span className="text-soft" title={line.plannerName}>
            <PlannerIcon plannerId={line.plannerId} />
          </span>
        )}
        <h2 className="min-w-0 truncate text-small font-semibold">
          <Link href={`/sessions/${encodeURIComponent(id)}`} className="rounded-sm hover:underline">
            {line?.title ?? id}
          </Link>
        </h2>
        <span className="min-w-0 truncate font-mono text-meta text-soft">{id}</span>
        <span className="ml-auto flex shrink-0 items-center gap-2 text-meta text-soft">
          {factCount(own)} of its own
          {line && <StandingBadge standing={line.standing} />}
        </span>
      </div>
      {pages.problem && (
        <div className="p-2">
          <ProblemNote problem={pages.problem} />
        </div>
      )}
      <FactList pages={pages} startAt={from} />
    </section>
  );
}
