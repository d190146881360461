import { ListChecks } from 'lucide-react';
import { Link, useLocation } from 'wouter';
import { ask, sessionPath } from '../../api/client.ts';
import type { SessionState } from '../../api/contracts.ts';
import { useDoing } from '../../state/commands.ts';
import { whenHeard } from '../../state/connection.ts';
import { putLine, useSessions } from '../../state/sessions.ts';
import { Button } from '../../ui/button.tsx';
import { ProblemNote } from '../../ui/problem-note.tsx';

/** Begins the tasks of an accepted plan in a session of their own, or leads there. */
export function StartTasks({ session, requestId }: { readonly session: string; readonly requestId: string }) {
  const id = `tasks:${requestId}`;
  const isThere = useSessions(({ lines = [] }) => lines.some((line) => line.id === id));
  const [, navigate] = useLocation();
  const { busy, problem, run, clear } = useDoing();
  const start = () =>
    run(async () => {
      // Asked twice, it is done once: a plan has one session with its tasks.
      const path = sessionPath(session, '/commits/tasks');
      const begun = await whenHeard(() => ask<SessionState>(path, { body: { requestId } }));
      putLine(begun);
      navigate(`/sessions/${encodeURIComponent(begun.id)}`);
    });
  return (
    <div className="flex flex-col gap-2">
      {isThere ? (
        <Link
          href={`/sessions/${encodeURIComponent(id)}`}
          className="flex h-8 items-center gap-1.5 self-start rounded-md border px-3 text-small font-medium hover:bg-hover"
        >
          <ListChecks size={16} aria-hidden />
          Go to its tasks
        </Link>
      ) : (
        <Button look="primary" waits={busy} onClick={start} className="self-start">
          <ListChecks size={16} aria-hidden />
          Start its tasks
        </Button>
      )}
      <ProblemNote problem={problem} onClose={clear} />
    </div>
  );
}
