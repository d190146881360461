import { ArrowDownNarrowWide, ArrowUpNarrowWide, BookOpen, Download, SearchX } from 'lucide-react';
import { type ReactNode, useCallback } from 'react';
import type { FactFilter } from '../../../src/surfaces/http/api/facts/fact-filter.ts';
import { isNarrow } from '../../../src/surfaces/http/api/facts/fact-filter.ts';
import { IconButton } from '../ui/button.tsx';
import { EmptyState } from '../ui/empty-state.tsx';
import { ProblemNote } from '../ui/problem-note.tsx';
import { ChainCheck } from './chain-check.tsx';
import type { FactActions } from './fact-actions.ts';
import { FactList } from './fact-list.tsx';
import { factCount } from './fact-look.ts';
import type { FactPages } from './fact-pages.ts';
import { FilterBar } from './filter-bar.tsx';
import { useNewestFirst } from './newest-first.ts';

/** A journal with tools to search it. */
export function JournalView({
  pages,
  at,
  actions,
  exportAddress,
  children,
}: {
  readonly pages: FactPages;
  readonly at?: number | undefined;
  readonly actions?: FactActions | undefined;
  /** Where it can be downloaded as JSON lines. */
  readonly exportAddress?: string;
  /** Shown between the tools and the facts. */
  readonly children?: ReactNode;
}) {
  const { newestFirst, setNewestFirst } = useNewestFirst();
  const { source, filter, count, head, ready, problem } = pages;
  const onFilter = useCallback((next: FactFilter) => pages.look(next), [pages]);
  const OrderIcon = newestFirst ? ArrowUpNarrowWide : ArrowDownNarrowWide;
  return (
    <section aria-label="Journal" className="flex h-full min-h-0 flex-col">
      <div className="flex shrink-0 flex-wrap items-center gap-1 border-b px-2 py-1.5">
        <FilterBar key={source.path} path={source.path} filter={filter} onFilter={onFilter} />
        <div className="flex items-center">
          <IconButton
            label={newestFirst ? 'Newest first. Show oldest first' : 'Oldest first. Show newest first'}
            onClick={() => setNewestFirst(!newestFirst)}
          >
            <OrderIcon size={16} aria-hidden />
          </IconButton>
          {exportAddress !== undefined && (
            <a
              href={exportAddress}
              download
              aria-label="Export as JSON lines"
              title="Export as JSON lines"
              className="grid size-8 place-items-center rounded-md text-soft hover:bg-hover hover:text-ink max-sm:size-10"
            >
              <Download size={16} aria-hidden />
            </a>
          )}
        </div>
      </div>
      <div className="flex h-8 shrink-0 items-center justify-between gap-2 border-b pr-1 pl-3 text-meta text-soft max-sm:h-10">
        <span role="status" className="truncate">
          {countWords(pages)}
        </span>
        <ChainCheck id={source.id} head={head} />
      </div>
      {problem && (
        <div className="p-2">
          <ProblemNote problem={problem} />
        </div>
      )}
      {children}
      {problem && !ready ? null : ready && count === 0 ? (
        isNarrow(filter) ? (
          <EmptyState icon={SearchX} title="No matching facts">
            Try fewer words, or show all facts.
          </EmptyState>
        ) : (
          <EmptyState icon={BookOpen} title="No facts yet">
            Everything that happens here is recorded as it happens.
          </EmptyState>
        )
      ) : (
        <FactList pages={pages} newestFirst={newestFirst} at={at} actions={actions} />
      )}
    </section>
  );
}

function countWords({ ready, problem, filter, count, head }: FactPages): string {
  if (!ready && problem) return 'Not loaded';
  if (!ready) return isNarrow(filter) ? 'Searching…' : 'Loading…';
  return isNarrow(filter) ? `${factCount(count)} of ${factCount(head)}` : factCount(head);
}
