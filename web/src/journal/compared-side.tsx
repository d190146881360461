import { BookOpen, type LucideIcon } from 'lucide-react';
import { type ComponentType, useMemo } from 'react';
import { Link } from 'wouter';
import type { PlannerLine, SessionState } from '../api/contracts.ts';
import { PlannerIcon } from '../shell/planner-icon.tsx';
import { StatusBadge } from '../shell/session-status.tsx';
import { plannerViewOf, type SessionViewEntry, TALK } from '../shell/session-views.ts';
import { SessionAside } from '../state/session-aside.ts';
import { usePlanner, useSessions } from '../state/sessions.ts';
import { classes } from '../ui/classes.ts';
import { ErrorBoundary } from '../ui/error-boundary.tsx';
import { ProblemNote } from '../ui/problem-note.tsx';
import { FactList } from './fact-list.tsx';
import { factCount } from './fact-look.ts';
import { storedJournalSource } from './journal-source.ts';
import { useFactPages } from './use-fact-pages.ts';
import { useSessionState } from './use-session-state.ts';

/** What both sides show: messages, results or facts. */
export type SideView = 'said' | 'made' | 'facts';

/** One of two compared sessions, read-only: its results, or its facts from where it diverges. */
export function ComparedSide({
  id,
  name,
  from,
  own,
  view,
  onView,
}: {
  readonly id: string;
  readonly name: string;
  /** Where it diverges from the other one. */
  readonly from: number;
  readonly own: number;
  /** The chosen view. */
  readonly view: SideView | undefined;
  readonly onView: (view: SideView) => void;
}) {
  const line = useSessions(({ lines }) => lines?.find((each) => each.id === id));
  const session = useSessionState(id);
  const planner = usePlanner(session?.plannerId);
  const views = session ? viewsOf(session, planner) : [];
  const [first] = views;
  const chosen = views.find((each) => each.id === view) ?? first;
  return (
    <section aria-label={`${name}: ${id}`} className="flex min-h-0 min-w-0 flex-1 flex-col">
      <div className="flex h-10 shrink-0 items-center gap-2 border-b bg-panel px-3">
        {line && (
          <span className="text-soft" title={line.plannerName}>
            <PlannerIcon plannerId={line.plannerId} />
          </span>
        )}
        <h2 className="min-w-0 truncate text-small font-semibold">
          <Link href={`/sessions/${encodeURIComponent(id)}`} className="rounded-sm hover:underline">
            {line?.title ?? id}
          </Link>
        </h2>
        {line && <span className="min-w-0 shrink-[2] truncate font-mono text-meta text-soft">{id}</span>}
        {line && (
          <span className="ml-auto shrink-0">
            <StatusBadge status={line.standing} />
          </span>
        )}
      </div>
      <div className="flex h-10 shrink-0 items-center gap-1 border-b px-2">
        {views.length > 1 && (
          <fieldset className="flex gap-1">
            <legend className="sr-only">View of both sides</legend>
            {views.map(({ id: each, label, icon }) => (
              <ViewButton
                key={each}
                label={label}
                icon={icon}
                isChosen={each === chosen?.id}
                onChoose={() => onView(each)}
              />
            ))}
          </fieldset>
        )}
        <span className={classes('truncate px-1 text-meta text-soft', views.length > 1 && 'ml-auto')}>
          {factCount(own)} not shared
        </span>
      </div>
      <div className="flex min-h-0 flex-1 flex-col overflow-hidden">
        {session === undefined ? null : chosen?.View ? (
          <ErrorBoundary key={chosen.id}>
            <SessionAside value={session}>
              <chosen.View />
            </SessionAside>
          </ErrorBoundary>
        ) : (
          <Facts id={id} from={from} />
        )}
      </div>
    </section>
  );
}

interface SideViewEntry extends Pick<SessionViewEntry, 'label' | 'icon'> {
  readonly id: SideView;
  readonly View?: ComponentType;
}

/** The views of a side, the most informative first: messages for conversations with another agent. */
function viewsOf(session: SessionState, planner: PlannerLine | undefined): readonly SideViewEntry[] {
  const view = plannerViewOf(session);
  const own: readonly SideViewEntry[] = view ? [{ ...view, id: 'made' }] : [];
  const facts: SideViewEntry = { id: 'facts', label: 'Facts', icon: BookOpen };
  if (planner === undefined || planner.talks === 'nobody') return [...own, facts];
  const conversation: SideViewEntry = { ...TALK, id: 'said' };
  return planner.talks === 'agent' ? [conversation, ...own, facts] : [...own, conversation, facts];
}

function ViewButton({
  label,
  icon: Icon,
  isChosen,
  onChoose,
}: {
  readonly label: string;
  readonly icon: LucideIcon;
  readonly isChosen: boolean;
  readonly onChoose: () => void;
}) {
  return (
    <button
      type="button"
      aria-pressed={isChosen}
      onClick={onChoose}
      className={classes(
        'flex h-7 items-center gap-1.5 rounded-md px-2.5 text-small font-medium max-sm:h-9',
        isChosen ? 'bg-hover text-ink' : 'text-soft hover:text-ink',
      )}
    >
      <Icon size={16} aria-hidden />
      {label}
    </button>
  );
}

function Facts({ id, from }: { readonly id: string; readonly from: number }) {
  const pages = useFactPages(useMemo(() => storedJournalSource(id), [id]));
  return (
    <>
      {pages.problem && (
        <div className="p-2">
          <ProblemNote problem={pages.problem} />
        </div>
      )}
      <FactList pages={pages} startAt={from} />
    </>
  );
}
