import { SearchX, Unplug } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { Link, useSearchParams } from 'wouter';
import { ForkDialog } from '../journal/fork-dialog.tsx';
import { Timeline } from '../journal/timeline.tsx';
import { useSetupInAddress } from '../setup/setup-in-address.ts';
import { travelTo, useOpenSession, useShown } from '../state/open-session.ts';
import { usePlanner, useSessions } from '../state/sessions.ts';
import { classes } from '../ui/classes.ts';
import { EmptyState } from '../ui/empty-state.tsx';
import { ErrorBoundary } from '../ui/error-boundary.tsx';
import { Loading } from '../ui/loading.tsx';
import { ProblemNote } from '../ui/problem-note.tsx';
import { Split } from '../ui/split.tsx';
import { ClosedNote } from './closed-note.tsx';
import { usePageTitle } from './page-title.ts';
import { SessionHeader } from './session-header.tsx';
import { type SessionViewEntry, type SessionViews, sessionViewsOf } from './session-views.ts';
import { useIsNarrow } from './width.ts';

/** Refusals of an address without a session: no session has the id, or it is not a valid id. */
const NOT_THERE: ReadonlySet<string> = new Set(['no-session', 'invalid-request']);

/** A session: its messages, its planner's view, and its journal below. */
export function SessionPage({ id }: { readonly id: string }) {
  useMomentInAddress(id);
  useSetupInAddress();
  const shown = useShown();
  const { now, problem, gone, at } = useOpenSession();
  const narrow = useIsNarrow();
  const planner = usePlanner(shown?.plannerId);
  const areKnown = useSessions(
    ({ planners, problem: refusal }) => planners.length > 0 || refusal !== undefined,
  );
  usePageTitle(shown && (shown.title || shown.id));
  if (gone) return <Gone />;
  if (problem !== undefined && NOT_THERE.has(problem.code)) return <Missing id={id} />;
  // What can be said depends on the planner: until that is known nothing is in its place.
  if (shown === undefined || !areKnown) {
    return problem ? (
      <div className="p-4">
        <ProblemNote problem={problem} />
      </div>
    ) : (
      <Loading />
    );
  }
  // By the present: nothing changes its place while somebody travels.
  const views = sessionViewsOf(now ?? shown, planner);
  return (
    <div className={classes('flex h-full min-h-0 flex-col', at !== undefined && 'bg-past/60')}>
      <SessionHeader />
      {problem && problem.code !== 'unreachable' && (
        <div className="px-4 py-2">
          <ProblemNote problem={problem} />
        </div>
      )}
      {narrow ? <NarrowViews views={views} /> : <WideViews views={views} />}
      <ForkDialog session={id} />
    </div>
  );
}

/** Keeps `?at=` and the moment on display in sync, so that a link leads to what its author saw. */
function useMomentInAddress(id: string): void {
  const [params, setParams] = useSearchParams();
  const at = useOpenSession((state) => state.at);
  // Until the session is there, what is known is of the one that was open before.
  const isRead = useOpenSession(({ id: open, head }) => open === id && head > 0);
  const asked = params.get('at');
  const written = useRef<string | null>(null);
  const [wasOpened, setTaken] = useState(false);
  useEffect(() => {
    if (!isRead) return;
    setTaken(true);
    if (asked === written.current) return;
    written.current = asked;
    const moment = Number(asked ?? Number.NaN);
    travelTo(Number.isInteger(moment) ? moment : undefined);
  }, [isRead, asked]);
  useEffect(() => {
    if (!wasOpened) return;
    written.current = at === undefined ? null : String(at);
    setParams(
      (before) => {
        if (at === undefined) before.delete('at');
        else before.set('at', String(at));
        return before;
      },
      { replace: true },
    );
  }, [wasOpened, at, setParams]);
}

function useChosenView(
  views: readonly SessionViewEntry[],
): readonly [SessionViewEntry | undefined, (id: string) => void] {
  const [params, setParams] = useSearchParams();
  const id = params.get('view');
  const chosen = views.find((view) => view.id === id) ?? views[0];
  return [
    chosen,
    (next) =>
      setParams(
        (before) => {
          before.set('view', next);
          return before;
        },
        { replace: true },
      ),
  ];
}

function WideViews({ views: { main, beside } }: { readonly views: SessionViews }) {
  const [chosen, choose] = useChosenView(beside);
  return (
    <>
      <Split
        id="session"
        label="Width of the conversation"
        initial="52%"
        min={320}
        minOfRest={280}
        first={
          <section aria-label={main.label} className="h-full">
            <MainView view={main} />
          </section>
        }
      >
        <section className="@container flex h-full min-w-0 flex-col" aria-label="Views">
          <div
            role="tablist"
            aria-label="Views"
            className={classes(
              'flex h-10 shrink-0 items-center gap-1 overflow-x-auto border-b px-2',
              beside.length > 4 && '@max-[30rem]:[&_svg]:hidden',
            )}
          >
            {beside.map((view) => (
              <ViewTab key={view.id} view={view} chosen={view === chosen} onChoose={choose} />
            ))}
          </div>
          <div role="tabpanel" aria-label={chosen?.label} className="min-h-0 flex-1 overflow-hidden">
            {chosen && <ViewBody view={chosen} />}
          </div>
        </section>
      </Split>
      <Timeline />
    </>
  );
}

function NarrowViews({ views: { main, beside } }: { readonly views: SessionViews }) {
  const all = [main, ...beside];
  const [chosen, choose] = useChosenView(all);
  return (
    <>
      <div role="tabpanel" aria-label={chosen?.label} className="min-h-0 flex-1 overflow-hidden">
        {chosen === main ? <MainView view={main} /> : chosen && <ViewBody view={chosen} />}
      </div>
      <Timeline />
      <div role="tablist" aria-label="Views" className="flex h-14 shrink-0 border-t bg-panel">
        {all.map((view) => (
          <ViewTab key={view.id} view={view} chosen={view === chosen} onChoose={choose} stacked />
        ))}
      </div>
    </>
  );
}

function ViewTab({
  view: { id, label, icon: Icon },
  chosen,
  onChoose,
  stacked = false,
}: {
  readonly view: SessionViewEntry;
  readonly chosen: boolean;
  readonly onChoose: (id: string) => void;
  readonly stacked?: boolean;
}) {
  return (
    <button
      type="button"
      role="tab"
      aria-selected={chosen}
      tabIndex={chosen ? 0 : -1}
      onClick={() => onChoose(id)}
      onKeyDown={moveBetweenTabs}
      className={classes(
        'flex items-center justify-center rounded-md font-medium whitespace-nowrap',
        stacked ? 'flex-1 flex-col gap-0.5 text-meta' : 'h-7 gap-1.5 px-2.5 text-small',
        chosen ? 'bg-hover text-ink' : 'text-soft hover:text-ink',
      )}
    >
      <Icon size={16} aria-hidden />
      {label}
    </button>
  );
}

/** Arrow keys move between tabs. */
function moveBetweenTabs(event: React.KeyboardEvent<HTMLButtonElement>): void {
  const step = event.key === 'ArrowRight' ? 1 : event.key === 'ArrowLeft' ? -1 : 0;
  if (step === 0) return;
  const tabs = [...(event.currentTarget.parentElement?.querySelectorAll<HTMLElement>('[role=tab]') ?? [])];
  const next = tabs[(tabs.indexOf(event.currentTarget) + step + tabs.length) % tabs.length];
  next?.focus();
  next?.click();
}

function MainView({ view }: { readonly view: SessionViewEntry }) {
  return (
    <div className="flex h-full min-w-0 flex-col">
      <div className="min-h-0 flex-1">
        <ViewBody view={view} />
      </div>
      <ClosedNote />
    </div>
  );
}

function ViewBody({ view: { id, View: Body } }: { readonly view: SessionViewEntry }) {
  return (
    <ErrorBoundary key={id}>
      <Body />
    </ErrorBoundary>
  );
}

function Missing({ id }: { readonly id: string }) {
  return (
    <EmptyState isPage icon={SearchX} title="Session not found" action={<ToStart />}>
      No session has the id <span className="font-mono break-all">{id}</span>. The link may be incomplete, or
      the session is in another store.
    </EmptyState>
  );
}

function ToStart() {
  return (
    <Link href="/" className="text-small font-medium text-accent underline">
      Go to the home page
    </Link>
  );
}

function Gone() {
  return (
    <EmptyState isPage icon={Unplug} title="This session was deleted" action={<ToStart />}>
      Somebody deleted its journal. There is nothing left to show.
    </EmptyState>
  );
}
