import { MessagesSquare } from 'lucide-react';
import { useLayoutEffect, useMemo, useRef, useState } from 'react';
import { Link } from 'wouter';
import type { SessionState } from '../api/contracts.ts';
import { useSessionState } from '../journal/use-session-state.ts';
import { PlannerIcon } from '../shell/planner-icon.tsx';
import { StatusBadge } from '../shell/session-status.tsx';
import { useShown } from '../state/open-session.ts';
import { sideName } from '../state/side-name.ts';
import { classes } from '../ui/classes.ts';
import { EmptyState } from '../ui/empty-state.tsx';
import { Loading } from '../ui/loading.tsx';
import { DecidedElsewhere } from './decided-elsewhere.tsx';
import { laneRows } from './lanes.ts';
import { messageItems } from './message-item.ts';
import { MessageRow } from './message-row.tsx';

/** Two sessions that talk to each other, each in a lane: public messages plain, private ones tinted. */
export function BothSides() {
  const shown = useShown();
  return shown?.pairedWith == null ? null : <Lanes own={shown} partner={shown.pairedWith} />;
}

/** Whoever is this close to the end follows new messages. */
const NEAR_END_PX = 40;

function Lanes({ own, partner }: { readonly own: SessionState; readonly partner: string }) {
  const other = useSessionState(partner);
  const [opened, setOpened] = useState<ReadonlySet<string>>(new Set());
  const rows = useMemo(
    () => (other ? laneRows(messageItems(own.said), messageItems(other.said)) : []),
    [own.said, other],
  );
  const box = useRef<HTMLDivElement>(null);
  const isAtEnd = useRef(true);
  // What was said last is in sight, unless somebody reads further up.
  // biome-ignore lint/correctness/useExhaustiveDependencies: it follows what is added
  useLayoutEffect(() => {
    if (box.current && isAtEnd.current) box.current.scrollTop = box.current.scrollHeight;
  }, [rows, own.waiting, other?.waiting]);
  if (other === undefined) return <Loading />;
  return (
    <div
      ref={box}
      onScroll={({ currentTarget: { scrollTop, scrollHeight, clientHeight } }) => {
        isAtEnd.current = scrollHeight - scrollTop - clientHeight < NEAR_END_PX;
      }}
      className="h-full overflow-y-auto"
    >
      <div className="sticky top-0 z-10 grid grid-cols-2 border-b bg-panel">
        <LaneHeader session={own} other={other} />
        <LaneHeader session={other} other={own} />
      </div>
      <ol
        aria-label="Both sides"
        className="relative grid grid-cols-2 content-start py-2 before:absolute before:inset-y-0 before:left-1/2 before:w-px before:bg-line"
      >
        {rows.map(({ lane, key, item }, at) => (
          <li
            key={key}
            data-lane={lane}
            style={{ gridRow: at + 1 }}
            className={classes(
              'min-w-0 px-3 py-1',
              lane === 'left' ? 'col-start-1' : 'col-start-2',
              '[&_article]:ml-0! [&_article]:max-w-full',
            )}
          >
            <MessageRow
              item={item}
              isPublic
              isLane
              isOpen={opened.has(key)}
              onOpen={(isOpen) =>
                setOpened((now) => new Set(isOpen ? [...now, key] : [...now].filter((each) => each !== key)))
              }
            />
          </li>
        ))}
        {[own, other].map((session) => (
          <li
            key={session.id}
            style={{ gridRow: rows.length + 1 }}
            className="flex min-w-0 flex-col gap-2 px-3 py-1"
          >
            <DecidedElsewhere session={session} />
          </li>
        ))}
      </ol>
      {rows.length === 0 && own.waiting.length + other.waiting.length === 0 && (
        <EmptyState icon={MessagesSquare} title="No messages yet" />
      )}
    </div>
  );
}

function LaneHeader({ session, other }: { readonly session: SessionState; readonly other: SessionState }) {
  return (
    <div className="flex min-w-0 items-center gap-2 px-3 py-2 text-small first:border-r">
      <span className="text-soft">
        <PlannerIcon plannerId={session.plannerId} />
      </span>
      <Link
        href={`/sessions/${encodeURIComponent(session.id)}`}
        title={session.title}
        className="min-w-0 flex-1 truncate rounded-sm font-medium hover:underline"
      >
        {sideName(session.title || session.id, other.title)}
      </Link>
      <StatusBadge status={session.standing} />
    </div>
  );
}
