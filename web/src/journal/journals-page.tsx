import { BookOpen, Search } from 'lucide-react';
import { useDeferredValue, useEffect, useState } from 'react';
import { Link } from 'wouter';
import type { JournalSummary } from '../../../src/journal/store.ts';
import { ApiProblem, ask } from '../api/client.ts';
import { openLiveStream } from '../api/live-stream.ts';
import { usePageTitle } from '../shell/page-title.ts';
import { Button } from '../ui/button.tsx';
import { classes } from '../ui/classes.ts';
import { EmptyState } from '../ui/empty-state.tsx';
import { TextInput } from '../ui/field.tsx';
import { ProblemNote } from '../ui/problem-note.tsx';
import { TimeAgo } from '../ui/time-text.tsx';
import { factCount } from './fact-look.ts';

type JournalLine = JournalSummary & { readonly title?: string };

interface Listed {
  readonly journals: readonly JournalLine[];
  /** How many there are in all. */
  readonly total: number;
}

const AT_ONCE = 200;
/** The maximum that the server returns; others are found by name. */
const MAX_LISTED = 1000;

/** Every journal of the store, including those that are not sessions, the last changed first. */
export function JournalsPage() {
  const [words, setWords] = useState('');
  const [limit, setLimit] = useState(AT_ONCE);
  const { listed, problem } = useJournals(useDeferredValue(words), limit);
  usePageTitle('Journals');
  return (
    <div className="flex h-full min-h-0 flex-col">
      <header className="flex h-12 shrink-0 items-center gap-3 border-b px-4">
        <BookOpen size={16} className="shrink-0 text-soft" aria-hidden />
        <h1 className="text-title font-semibold">Journals</h1>
        <div className="relative ml-auto w-64 min-w-0">
          <Search size={14} className="absolute top-1/2 left-2.5 -translate-y-1/2 text-soft" aria-hidden />
          <TextInput
            type="search"
            aria-label="Search journals"
            placeholder="Title or id"
            value={words}
            maxLength={200}
            onChange={({ target }) => setWords(target.value)}
            className="pl-8"
          />
        </div>
      </header>
      <div className="min-h-0 flex-1 overflow-y-auto">
        {problem && (
          <div className="p-4">
            <ProblemNote problem={problem} />
          </div>
        )}
        {listed?.journals.length === 0 && (
          <div className="flex h-full">
            <EmptyState icon={BookOpen} title={words ? 'No matching journals' : 'No journals yet'}>
              Every session has a journal, and so does everything else that programs record in this store.
            </EmptyState>
          </div>
        )}
        <ul aria-label="All journals">
          {listed?.journals.map((journal) => (
            <li key={journal.id} className="border-b">
              <Link
                href={`/journals/${encodeURIComponent(journal.id)}`}
                className="flex h-10 items-center gap-3 px-4 text-small -outline-offset-2 hover:bg-hover"
              >
                <span className="flex min-w-0 flex-1 items-baseline gap-2">
                  {journal.title && <span className="min-w-0 truncate">{journal.title}</span>}
                  <span
                    className={classes(
                      'min-w-0 truncate font-mono',
                      journal.title && 'shrink-[3] text-meta text-soft max-sm:hidden',
                    )}
                  >
                    {journal.id}
                  </span>
                </span>
                <span className="min-w-0 truncate text-meta text-soft max-md:hidden">
                  {originWords(journal)}
                </span>
                <span className="w-24 shrink-0 text-right text-meta text-soft">
                  {factCount(journal.head)}
                </span>
                <TimeAgo ts={journal.updatedAt} className="w-16 shrink-0 text-right text-meta text-soft" />
              </Link>
            </li>
          ))}
        </ul>
        {listed && listed.total > listed.journals.length && limit < MAX_LISTED && (
          <div className="p-4 text-center">
            <Button onClick={() => setLimit(Math.min(MAX_LISTED, limit + AT_ONCE))}>Show more</Button>
          </div>
        )}
      </div>
    </div>
  );
}

function originWords({ origin }: JournalSummary): string {
  switch (origin.type) {
    case 'created':
      return '';
    case 'fork':
      return `Fork of ${origin.journal} at seq ${origin.at}`;
    case 'import':
      return 'Imported';
  }
}

/** How long changes gather before the list is read again. */
const GATHER_MS = 150;

/** The journals that changed last, kept up to date. */
function useJournals(
  words: string,
  limit: number,
): { readonly listed: Listed | undefined; readonly problem: ApiProblem | undefined } {
  const [listed, setListed] = useState<Listed>();
  const [problem, setProblem] = useState<ApiProblem>();
  useEffect(() => {
    let ended = false;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const read = async () => {
      timer = undefined;
      try {
        const answer = await ask<Listed>(
          `/api/journals?${new URLSearchParams({ order: 'changed', q: words, limit: String(limit) })}`,
        );
        if (ended) return;
        setListed(answer);
        setProblem(undefined);
      } catch (error) {
        if (!(error instanceof ApiProblem)) throw error;
        if (!ended) setProblem(error);
      }
    };
    const readSoon = () => {
      timer ??= setTimeout(read, GATHER_MS);
    };
    const close = openLiveStream({
      address: () => '/api/events',
      on: { ready: () => void read(), journal: readSoon, deleted: readSoon },
    });
    return () => {
      ended = true;
      clearTimeout(timer);
      close();
    };
  }, [words, limit]);
  return { listed, problem };
}
