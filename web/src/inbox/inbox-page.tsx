import { Inbox } from 'lucide-react';
import { Link } from 'wouter';
import type { SessionLine, Waiting } from '../api/contracts.ts';
import { PlannerIcon } from '../shell/planner-icon.tsx';
import { useSessions } from '../state/sessions.ts';
import { EmptyState } from '../ui/empty-state.tsx';
import { Loading } from '../ui/loading.tsx';
import { TimeAgo } from '../ui/time-text.tsx';
import { InboxActions } from './inbox-actions.tsx';
import { waitingText } from './waiting-text.ts';

/** Everything that waits for a person, across all sessions. */
export function InboxPage() {
  const lines = useSessions((state) => state.lines);
  const items = (lines ?? []).flatMap((line) => line.waiting.map((waiting) => ({ line, waiting })));
  return (
    <div className="flex h-full flex-col">
      <header className="flex h-12 shrink-0 items-center gap-2 border-b px-4">
        <h1 className="text-title font-semibold">Inbox</h1>
        {items.length > 0 && <span className="text-small text-soft">{items.length} waiting</span>}
      </header>
      {lines === undefined ? (
        <Loading />
      ) : items.length === 0 ? (
        <EmptyState icon={Inbox} title="Nothing waits for you">
          Drafts, questions, repairs, plans to decide on and stops appear here, from all sessions.
        </EmptyState>
      ) : (
        <ul className="min-h-0 flex-1 divide-y overflow-y-auto" aria-label="Waiting">
          {items.map(({ line, waiting }) => (
            <InboxRow key={`${line.id}-${waiting.type}-${waiting.seq}`} line={line} waiting={waiting} />
          ))}
        </ul>
      )}
    </div>
  );
}

function InboxRow({ line, waiting }: { readonly line: SessionLine; readonly waiting: Waiting }) {
  const { kind, text } = waitingText(waiting);
  return (
    <li className="flex items-start gap-3 px-4 py-3 hover:bg-hover/60">
      <span className="mt-0.5 text-soft" title={line.plannerName}>
        <PlannerIcon plannerId={line.plannerId} />
      </span>
      <div className="min-w-0 flex-1">
        <Link
          href={`/sessions/${encodeURIComponent(line.id)}`}
          className="flex items-baseline gap-2 rounded-sm"
        >
          <span className="shrink-0 text-small font-medium">{kind}</span>
          <span className="min-w-0 truncate text-meta text-soft">{line.title}</span>
          <TimeAgo ts={line.lastActivity} className="ml-auto shrink-0 text-meta text-soft" />
        </Link>
        <p className="mt-0.5 line-clamp-3 text-small break-words whitespace-pre-wrap">{text}</p>
        <InboxActions session={line.id} waiting={waiting} />
      </div>
    </li>
  );
}
