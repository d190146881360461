import { Microscope } from 'lucide-react';
import { useState } from 'react';
import { ask, sessionPath } from '../api/client.ts';
import { useOpenSession } from '../state/open-session.ts';
import { useReading } from '../state/use-reading.ts';
import { Button } from '../ui/button.tsx';
import { EmptyState } from '../ui/empty-state.tsx';
import { Loading } from '../ui/loading.tsx';
import { ProblemNote } from '../ui/problem-note.tsx';
import { PassGroupSection } from './pass-group.tsx';
import { joinedPages, type PassesPage, passGroups } from './pass-groups.ts';

const AT_ONCE = 50;

/** Why the session is as it is: each pass with its prompts, answers and cost. */
export function PassesPanel() {
  const { passes, next, problem, readMore } = usePasses();
  if (problem) {
    return (
      <div className="p-4">
        <ProblemNote problem={problem} />
      </div>
    );
  }
  if (passes === undefined) return <Loading />;
  if (passes.length === 0) {
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
        {passGroups(passes).map((group) => (
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

/** The passes up to the moment on display, latest first, as far back as they were loaded. */
function usePasses() {
  const { id, at, head } = useOpenSession();
  const moment = at === undefined ? '' : `at=${at}&`;
  const address = id === undefined ? undefined : sessionPath(id, `/passes?${moment}limit=${AT_ONCE}`);
  const { answer: newest, problem } = useReading<PassesPage>(address, at === undefined ? head : at);
  const [earlier, setEarlier] = useState<PassesPage & { readonly address: string }>();
  const pages = newest && joinedPages(newest, earlier?.address === address ? earlier : undefined);
  const readMore = async () => {
    if (address === undefined || pages?.next === undefined) return;
    const page = await ask<PassesPage>(`${address}&before=${pages.next}`);
    setEarlier({ ...page, passes: [...pages.passes, ...page.passes], address });
  };
  return { passes: pages?.passes, next: pages?.next, problem, readMore };
}
