import { Diff, GitFork } from 'lucide-react';
import { useMemo, useState } from 'react';
import { Link } from 'wouter';
import { sessionPath } from '../api/client.ts';
import { askToFork } from '../state/forking.ts';
import { travelTo, useOpenSession } from '../state/open-session.ts';
import { useTitles } from '../state/sessions.ts';
import { Button } from '../ui/button.tsx';
import { compareAddress } from './compare-address.ts';
import { DiffDialog, type Moments } from './diff-dialog.tsx';
import type { FactActions } from './fact-actions.ts';
import { openSessionSource } from './journal-source.ts';
import { JournalView } from './journal-view.tsx';
import { useFactPages } from './use-fact-pages.ts';

/** Every fact of the open session. */
export function JournalPanel() {
  const id = useOpenSession((state) => state.id);
  return id === undefined ? null : <SessionJournal key={id} id={id} />;
}

function SessionJournal({ id }: { readonly id: string }) {
  const pages = useFactPages(useMemo(() => openSessionSource(id), [id]));
  const at = useOpenSession((state) => state.at);
  const forkOf = useOpenSession(({ now }) => now?.forkOf);
  const titleOf = useTitles();
  const [marked, setMarked] = useState<number>();
  const [compared, setCompared] = useState<Moments>();
  const actions: FactActions = {
    momentAddress: (seq) => `/sessions/${encodeURIComponent(id)}?at=${seq}&view=journal`,
    travel: travelTo,
    fork: askToFork,
    marked,
    mark: setMarked,
    compare: (from, to) => {
      setMarked(undefined);
      setCompared({ from, to });
    },
  };
  return (
    <>
      <JournalView pages={pages} at={at} actions={actions} exportAddress={sessionPath(id, '/export')}>
        {forkOf && (
          <p className="flex shrink-0 items-center gap-2 border-b bg-panel px-3 py-1 text-meta text-soft">
            <GitFork size={14} className="shrink-0" aria-hidden />
            <span className="min-w-0 flex-1 truncate">
              Fork of {titleOf(forkOf.session)} at seq {forkOf.at}
            </span>
            <Link
              href={compareAddress(forkOf.session, id)}
              className="rounded-sm font-medium text-accent underline"
            >
              Compare
            </Link>
          </p>
        )}
        {marked !== undefined && (
          <p className="flex shrink-0 items-center gap-2 border-b bg-chosen px-3 py-1 text-small">
            <Diff size={14} className="shrink-0 text-accent" aria-hidden />
            <span className="min-w-0 flex-1">Comparing seq {marked}: open another fact and choose it.</span>
            <Button look="quiet" className="px-2!" onClick={() => setMarked(undefined)}>
              Cancel
            </Button>
          </p>
        )}
      </JournalView>
      <DiffDialog session={id} moments={compared} onClose={() => setCompared(undefined)} />
    </>
  );
}
