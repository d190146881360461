import { Diff, GitFork, History, ZoomIn, ZoomOut } from 'lucide-react';
import { useEffect, useMemo, useRef, useState, useSyncExternalStore } from 'react';
import { typeOf } from '../../../src/surfaces/http/api/facts/fact-filter.ts';
import { askToFork } from '../state/forking.ts';
import { travelTo, useOpenSession } from '../state/open-session.ts';
import { Button, IconButton } from '../ui/button.tsx';
import { classes } from '../ui/classes.ts';
import { TimeAgo } from '../ui/time-text.tsx';
import { DiffDialog, type Moments } from './diff-dialog.tsx';
import { kindOf } from './fact-kind.ts';
import { factCount, KIND_LOOKS, lineOf } from './fact-look.ts';
import { KindMark } from './fact-row.tsx';
import { useHoveredFact } from './hovered-fact.ts';
import { LiveTimeline } from './live-timeline.ts';
import { TimelineOverview } from './timeline-overview.tsx';
import { TimelineTrack } from './timeline-track.tsx';
import { followed, type Window, zoomed } from './timeline-window.ts';

/** The timeline of the open session, always in view: drag it, and every panel shows that moment. */
export function Timeline() {
  const id = useOpenSession((state) => state.id);
  return id === undefined ? null : <SessionTimeline key={id} id={id} />;
}

function SessionTimeline({ id }: { readonly id: string }) {
  const line = useMemo(() => new LiveTimeline(id), [id]);
  useEffect(() => line.open(), [line]);
  const version = useSyncExternalStore(line.subscribe, line.version);
  const at = useOpenSession((state) => state.at);
  const [compared, setCompared] = useState<Moments>();
  const { window, setWindow, zoomBy } = useWindow(line.head, at);
  useReturnOnEscape(at !== undefined);
  return (
    <section
      aria-label="Timeline"
      className={classes('shrink-0 border-t pb-1', at === undefined ? 'bg-panel' : 'bg-past')}
    >
      <div className="flex h-9 items-center gap-1 pr-1.5 pl-3 text-meta max-md:h-11">
        {at === undefined ? (
          <Present head={line.head} />
        ) : (
          <Past session={id} at={at} line={line} onCompare={() => setCompared({ from: at })} />
        )}
        {line.head >= MANY_FACTS && (
          <span className="flex shrink-0 max-md:hidden">
            <IconButton label="Zoom in" className="size-7!" onClick={() => zoomBy(0.5)}>
              <ZoomIn size={14} aria-hidden />
            </IconButton>
            <IconButton
              label="Zoom out"
              className="size-7!"
              disabled={window === undefined}
              onClick={() => zoomBy(2)}
            >
              <ZoomOut size={14} aria-hidden />
            </IconButton>
          </span>
        )}
        <Button
          look={at === undefined ? 'quiet' : 'plain'}
          className="h-7! px-2! max-md:h-9!"
          disabled={line.head === 0}
          onClick={() => askToFork(at ?? line.head)}
        >
          <GitFork size={14} aria-hidden />
          <span className="max-md:sr-only">Fork from here</span>
        </Button>
      </div>
      {(line.head >= MANY_FACTS || window !== undefined) && (
        <TimelineOverview line={line} version={version} window={window} onWindow={setWindow} />
      )}
      <TimelineTrack
        session={id}
        line={line}
        version={version}
        at={at}
        window={window}
        onWindow={setWindow}
      />
      <DiffDialog session={id} moments={compared} onClose={() => setCompared(undefined)} />
    </section>
  );
}

/** From this number on, the whole timeline is shown above a part of it. */
const MANY_FACTS = 150;

/** The visible part of the timeline. At the end it follows new facts. */
function useWindow(head: number, at: number | undefined) {
  const [window, setWindow] = useState<Window>();
  const before = useRef(head);
  useEffect(() => {
    const last = before.current;
    before.current = head;
    if (last !== head) setWindow((now) => followed(now, last, head));
  }, [head]);
  const zoomBy = (factor: number) => {
    const shown = window ?? { from: 1, to: head };
    const middle = Math.round((shown.from + shown.to) / 2);
    const isSeen = at !== undefined && at >= shown.from && at <= shown.to;
    setWindow(zoomed(shown, { at: isSeen ? at : window ? middle : head, factor, head }));
  };
  return { window, setWindow, zoomBy };
}

const LEGEND = ['person', 'decision', 'public', 'config', 'plan', 'failure'] as const;

function Present({ head }: { readonly head: number }) {
  const last = useOpenSession(({ now }) => now?.lastActivity);
  return (
    <>
      <span className="min-w-0 flex-1 truncate text-soft">
        <span className="font-medium text-ink">Journal</span> · {factCount(head)}
        {last !== undefined && (
          <>
            {' · '}
            <TimeAgo ts={last} />
          </>
        )}
      </span>
      <span className="mr-2 flex shrink-0 items-center gap-3 text-soft max-lg:hidden" aria-hidden>
        {LEGEND.map((kind) => (
          <span key={kind} className="flex items-center gap-1">
            <span className={classes('h-2.5 w-0.5', KIND_LOOKS[kind].dot)} />
            {KIND_LOOKS[kind].label}
          </span>
        ))}
      </span>
    </>
  );
}

function Past({
  session,
  at,
  line,
  onCompare,
}: {
  readonly session: string;
  readonly at: number;
  readonly line: LiveTimeline;
  readonly onCompare: () => void;
}) {
  const fact = useHoveredFact(session, [at, at], line.runs)?.fact;
  return (
    <>
      <span role="status" className="shrink-0 font-medium">
        Viewing seq {at} of {line.head}
      </span>
      <Button
        look="quiet"
        className="h-7! px-1.5! text-accent! underline max-md:h-9!"
        onClick={() => travelTo(undefined)}
      >
        <History size={14} aria-hidden />
        Return to now
      </Button>
      <span className="flex min-w-0 flex-1 items-center gap-1.5 overflow-hidden pl-2 max-md:invisible">
        {fact && (
          <>
            <KindMark kind={kindOf(fact)} />
            <span className="shrink-0 font-mono">{typeOf(fact)}</span>
            <span className={classes('truncate', kindOf(fact) === 'failure' ? 'text-bad' : 'text-soft')}>
              {lineOf(fact)}
            </span>
          </>
        )}
      </span>
      <Button className="h-7! px-2! max-md:h-9!" onClick={onCompare}>
        <Diff size={14} aria-hidden />
        <span className="max-md:sr-only">Compare with now</span>
      </Button>
    </>
  );
}

/** Escape returns to the present, unless it closes something else. */
function useReturnOnEscape(active: boolean): void {
  useEffect(() => {
    if (!active) return;
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key !== 'Escape' || event.defaultPrevented) return;
      const isTyping = event.target instanceof Element && event.target.matches('input, textarea, select');
      if (!isTyping && document.querySelector('[role=dialog], [role=menu], [role=listbox]') === null) {
        travelTo(undefined);
      }
    };
    window.addEventListener('keydown', onKeyDown);
    return () => window.removeEventListener('keydown', onKeyDown);
  }, [active]);
}
