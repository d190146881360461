import { ArrowLeft } from 'lucide-react';
import { useEffect, useState } from 'react';
import type { CommitDetails } from '../../../../src/planners/commits/history/commit-details.ts';
import { commitBlocks } from '../../../../src/planners/commits/view/commit-view.ts';
import { ApiProblem } from '../../api/client.ts';
import { Blocks } from '../../blocks/blocks.tsx';
import { Button } from '../../ui/button.tsx';
import { ProblemNote } from '../../ui/problem-note.tsx';
import { usePanel } from '../panel.ts';

/** An open commit: its message, measurements, diff, and the plan that led to it. */
export function OpenedCommit({ commit, onClose }: { readonly commit: string; readonly onClose: () => void }) {
  const { query, command, canAct } = usePanel();
  const [read, setRead] = useState<{
    readonly of: string;
    readonly details?: CommitDetails;
    readonly problem?: ApiProblem;
  }>();
  useEffect(() => {
    const controller = new AbortController();
    const { signal } = controller;
    query<CommitDetails>('commit', { commit }, signal).then(
      (details) => {
        if (!signal.aborted) setRead({ of: commit, details });
      },
      (error: unknown) => {
        if (signal.aborted) return;
        if (!(error instanceof ApiProblem)) throw error;
        setRead({ of: commit, problem: error });
      },
    );
    return () => controller.abort();
  }, [query, commit]);
  const { details, problem } = read?.of === commit ? read : {};
  return (
    <section aria-label={`Commit ${commit.slice(0, 7)}`} className="flex flex-col gap-4">
      <div>
        <Button look="plain" onClick={onClose}>
          <ArrowLeft size={16} aria-hidden /> Back
        </Button>
      </div>
      {problem && <ProblemNote problem={problem} />}
      {read?.of !== commit && (
        <p role="status" className="text-small text-soft">
          Reading the commit…
        </p>
      )}
      {details && <Blocks blocks={commitBlocks(details)} onCommand={command} disabled={!canAct} />}
    </section>
  );
}

/** The commits that plans of the session led to, each with a link. */
export function CommitsOfPlans({
  commits,
  onOpen,
}: {
  readonly commits: readonly { readonly commit: string; readonly label: string }[];
  readonly onOpen: (commit: string) => void;
}) {
  if (commits.length === 0) return null;
  return (
    <nav aria-label="Commits that plans led to">
      <ul className="flex flex-wrap gap-1.5">
        {commits.map(({ commit, label }) => (
          <li key={commit}>
            <button
              type="button"
              onClick={() => onOpen(commit)}
              className="max-w-80 truncate rounded-md border px-2 py-1 text-small hover:bg-hover max-sm:min-h-10"
            >
              <span className="font-mono text-meta text-soft">{commit.slice(0, 7)}</span> {label}
            </button>
          </li>
        ))}
      </ul>
    </nav>
  );
}
