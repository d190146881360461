import { ArrowLeftRight, Columns2 } from 'lucide-react';
import { useState } from 'react';
import { Link, useSearchParams } from 'wouter';
import type { SessionDiff } from '../api/contracts.ts';
import { usePageTitle } from '../shell/page-title.ts';
import { useIsNarrow } from '../shell/width.ts';
import { useSessions, useTitles } from '../state/sessions.ts';
import { classes } from '../ui/classes.ts';
import { EmptyState } from '../ui/empty-state.tsx';
import { ProblemNote } from '../ui/problem-note.tsx';
import { compareAddress } from './compare-address.ts';
import { CompareChoice } from './compare-choice.tsx';
import { ComparedSide, type SideView } from './compared-side.tsx';
import { DiffList } from './diff-list.tsx';
import { useDiff } from './use-diff.ts';

/** Two sessions side by side: their differences, results and facts from where they diverge. */
export function ComparePage() {
  const [params] = useSearchParams();
  const left = params.get('left');
  const right = params.get('right');
  if (left && !right) return <CompareChoice left={left} />;
  if (!left || !right) {
    return (
      <EmptyState isPage icon={Columns2} title="Choose two sessions to compare">
        Choose Compare in the menu of a session, or fork it from a moment of its journal.
      </EmptyState>
    );
  }
  return <Comparison key={`${left} ${right}`} left={left} right={right} />;
}

function Comparison({ left, right }: { readonly left: string; readonly right: string }) {
  const heads = useHeads(left, right);
  const { diff, problem } = useDiff(
    heads === undefined ? undefined : { type: 'sessions', left, right },
    heads,
  );
  const titleOf = useTitles();
  usePageTitle(`${titleOf(left)} and ${titleOf(right)}`);
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

/** Grows with both sessions, to reload differences; `undefined` until both are known. */
function useHeads(left: string, right: string): number | undefined {
  return useSessions(({ lines }) =>
    lines?.reduce((sum, { id, head }) => (id === left || id === right ? sum + head : sum), 0),
  );
}

function commonWords({ common }: SessionDiff): string {
  if (common === 0) return 'They share no facts';
  return `The same up to seq ${common}`;
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
  const [sideView, setSideView] = useState<SideView>();
  const differences = (
    <section
      aria-label="Differences"
      // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reached by the keyboard.
      tabIndex={0}
      className="flex min-h-0 min-w-0 flex-1 flex-col overflow-y-auto"
    >
      <DiffList diff={diff} />
    </section>
  );
  const common = { from: diff.common + 1, view: sideView, onView: setSideView };
  const leftSide = <ComparedSide id={left} name="Left" own={diff.onlyBefore.count} {...common} />;
  const rightSide = <ComparedSide id={right} name="Right" own={diff.onlyAfter.count} {...common} />;
  if (!narrow) {
    return (
      <div className="@container flex min-h-0 flex-1 flex-col">
        <div className="grid min-h-0 flex-1 grid-cols-2 grid-rows-[minmax(0,2fr)_minmax(0,3fr)] @4xl:grid-cols-[minmax(0,1fr)_minmax(260px,0.7fr)_minmax(0,1fr)] @4xl:grid-rows-1">
          <div className="col-span-2 row-start-1 flex min-h-0 flex-col border-b @4xl:col-span-1 @4xl:col-start-2 @4xl:border-x @4xl:border-b-0">
            <h2 className="flex h-10 shrink-0 items-center border-b bg-panel px-3 text-small font-semibold">
              What differs
            </h2>
            {differences}
          </div>
          <div className="flex min-h-0 min-w-0 border-r @4xl:col-start-1 @4xl:row-start-1 @4xl:border-r-0">
            {leftSide}
          </div>
          <div className="flex min-h-0 min-w-0 @4xl:col-start-3 @4xl:row-start-1">{rightSide}</div>
        </div>
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
      {view === 'Differences' ? differences : view === 'Left' ? leftSide : rightSide}
    </>
  );
}
