import { BookOpen, SearchX, Unplug } from 'lucide-react';
import { useMemo } from 'react';
import { Link } from 'wouter';
import { usePageTitle } from '../shell/page-title.ts';
import { useSessions } from '../state/sessions.ts';
import { EmptyState } from '../ui/empty-state.tsx';
import { storedJournalSource } from './journal-source.ts';
import { JournalView } from './journal-view.tsx';
import { useFactPages } from './use-fact-pages.ts';

/** Refusals of an address without a journal: no journal has the id, or it is not a valid id. */
const NOT_THERE: ReadonlySet<string> = new Set(['journal-not-found', 'invalid-journal-id']);

/** Any journal of the store, live. */
export function JournalPage({ id }: { readonly id: string }) {
  const pages = useFactPages(useMemo(() => storedJournalSource(id), [id]));
  const isSession = useSessions(({ lines }) => lines?.some((line) => line.id === id) ?? false);
  usePageTitle(id);
  if (pages.gone) {
    return (
      <EmptyState isPage icon={Unplug} title="This journal was deleted" action={<AllJournals />}>
        There is nothing left to show.
      </EmptyState>
    );
  }
  if (pages.problem !== undefined && NOT_THERE.has(pages.problem.code)) {
    return (
      <EmptyState isPage icon={SearchX} title="Journal not found" action={<AllJournals />}>
        No journal has the id <span className="font-mono break-all">{id}</span>. The link may be incomplete,
        or the journal is in another store.
      </EmptyState>
    );
  }
  return (
    <div className="flex h-full min-h-0 flex-col">
      <header className="flex h-12 shrink-0 items-center gap-2 border-b px-4">
        <BookOpen size={16} className="shrink-0 text-soft" aria-hidden />
        <nav aria-label="Place" className="flex min-w-0 items-center gap-2">
          <Link href="/journals" className="shrink-0 rounded-sm text-small text-soft hover:underline">
            Journals
          </Link>
          <span className="text-soft" aria-hidden>
            /
          </span>
          <h1 className="min-w-0 truncate font-mono text-body font-semibold">{id}</h1>
        </nav>
        {isSession && (
          <Link
            href={`/sessions/${encodeURIComponent(id)}?view=journal`}
            className="ml-auto shrink-0 rounded-sm text-small font-medium text-accent underline"
          >
            Open the session
          </Link>
        )}
      </header>
      <div className="min-h-0 flex-1">
        <JournalView pages={pages} />
      </div>
    </div>
  );
}

function AllJournals() {
  return (
    <Link href="/journals" className="text-small font-medium text-accent underline">
      All journals
    </Link>
  );
}
