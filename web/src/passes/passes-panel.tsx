import { Microscope } from 'lucide-react';
import { useEffect, useState } from 'react';
import { ApiProblem, ask, sessionPath } from '../api/client.ts';
import type { Pass } from '../api/contracts.ts';
import { askWhenReachable } from '../state/connection.ts';
import { useOpenSession } from '../state/open-session.ts';
import { Button } from '../ui/button.tsx';
import { EmptyState } from '../ui/empty-state.tsx';
import { ProblemNote } from '../ui/problem-note.tsx';
import { PassGroupSection } from './pass-group.tsx';
import { passGroups } from './pass-groups.ts';

interface PassesPage {
  readonly passes: readonly Pass[];
  readonly next?: number;
}

/** Why the session is as it is: each pass with what was asked, what was answered and what it took. */
export function PassesPanel() {
  const { passes, next, problem, readMore } = usePasses();
  if (problem) {
    return (
      <div className="p-4">
        <ProblemNote problem={problem} />
      </div>
    );
  }
  if (passes?.length === 0) {
    return (
      <div className="flex h-full">
        <EmptyState icon={Microscope} title="Nothing has been planned yet">
          Each time the planner works, its prompt, its answer, its model and its cost are kept here.
        </EmptyState>
      </div>
    );
  }
  return (
    <div className="h-full overflow-y-auto">
      <section aria-label="Passes">
        {passGroups(passes ?? []).map((group) => (
          <PassGroupSection key={group.key} group={group} />
        ))}
      </section>
      {next !== undefined && (
        <div className="p-3 text-center">
          <Button onClick={readMore}>Earlier passes</Button>
        </div>
      )}
    </div>
  );
}

/** The passes up to the moment that is looked at, the latest first. */
function usePasses() {
  const { id, at, head } = useOpenSession();
  const [pages, setPages] = useState<readonly PassesPage[]>();
  const [problem, setProblem] = useState<ApiProblem>();
  const moment = at === undefined ? '' : `at=${at}&`;

  // biome-ignore lint/correctness/useExhaustiveDependencies: with each new fact they are read again
  useEffect(() => {
    if (id === undefined) return;
    const gone = new AbortController();
    askWhenReachable<PassesPage>(sessionPath(id, `/passes?${moment}limit=50`), { signal: gone.signal }).then(
      (page) => {
        setPages([page]);
        setProblem(undefined);
      },
      (error) => {
        if (error instanceof ApiProblem) setProblem(error);
      },
    );
    return () => gone.abort();
  }, [id, moment, at === undefined ? head : at]);

  const next = pages?.at(-1)?.next;
  const readMore = async () => {
    if (id === undefined || next === undefined) return;
    const page = await ask<PassesPage>(sessionPath(id, `/passes?${moment}before=${next}&limit=50`));
    setPages((before) => [...(before ?? []), page]);
  };
  return { passes: pages?.flatMap(({ passes }) => passes), next, problem, readMore };
}
