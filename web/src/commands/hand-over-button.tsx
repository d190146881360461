import { ArrowRight } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link, useLocation } from 'wouter';
import { ask, sessionPath } from '../api/client.ts';
import type { SessionState } from '../api/contracts.ts';
import { usePendingAction } from '../state/commands.ts';
import { whenReachable } from '../state/connection.ts';
import { putLine, usePlanner, useSessions } from '../state/sessions.ts';
import { Button } from '../ui/button.tsx';
import { ProblemNote } from '../ui/problem-note.tsx';

/** Starts the session that continues with what another one hands over, or links to it. */
export function HandOverButton({
  from,
  offered: { key, to, title, session },
  icon = <ArrowRight size={16} aria-hidden />,
  startLabel,
  openLabel,
}: {
  /** The session that hands over. */
  readonly from: string;
  readonly offered: SessionState['handsOver'][number];
  readonly icon?: ReactNode;
  readonly startLabel?: string;
  readonly openLabel?: string;
}) {
  const isThere = useSessions(({ lines = [] }) => lines.some(({ id }) => id === session));
  const name = usePlanner(to)?.name ?? to;
  const [, navigate] = useLocation();
  const { busy, problem, run, clear } = usePendingAction();
  const start = () =>
    run(async () => {
      // Asked twice, it is done once: there is one session for each key.
      const started = await whenReachable(() =>
        ask<SessionState>(sessionPath(from, '/hand-over'), { body: { key } }),
      );
      putLine(started);
      navigate(`/sessions/${encodeURIComponent(started.id)}`);
    });
  return (
    <div className="flex min-w-0 flex-col gap-2">
      {isThere ? (
        <Link
          href={`/sessions/${encodeURIComponent(session)}`}
          className="flex min-h-8 max-w-full items-center gap-1.5 self-start rounded-md border px-3 text-small font-medium hover:bg-hover max-sm:min-h-10"
        >
          {icon}
          <span className="min-w-0 truncate">{openLabel ?? `Go to “${title}”`}</span>
        </Link>
      ) : (
        <Button look="primary" waits={busy} title={title} onClick={start} className="max-w-full self-start">
          {icon}
          <span className="min-w-0 truncate">{startLabel ?? `Continue with ${name}: ${title}`}</span>
        </Button>
      )}
      <ProblemNote problem={problem} onClose={clear} />
    </div>
  );
}

/** Everything that a session hands over, each with a link. */
export function HandOvers({ session: { id, handsOver } }: { readonly session: SessionState }) {
  if (handsOver.length === 0) return null;
  return (
    <section aria-label="Continues in" className="mb-4 flex flex-col gap-2">
      {handsOver.map((offered) => (
        <HandOverButton key={`${offered.to} ${offered.key}`} from={id} offered={offered} />
      ))}
    </section>
  );
}
