import { LoaderCircle } from 'lucide-react';
import { useEffect, useState } from 'react';
import type { Hud } from '../api/contracts.ts';
import { useCommands } from '../state/commands.ts';
import { useIsPresent, useOpenSession, useShown } from '../state/open-session.ts';
import { usePlanner } from '../state/sessions.ts';
import { durationText } from '../ui/amount.ts';
import { Button } from '../ui/button.tsx';
import { ProblemNote } from '../ui/problem-note.tsx';

const PHASES: Readonly<Record<string, string>> = {
  reading: 'Reading',
  planning: 'Planning',
  drafting: 'Writing a draft',
  waiting: 'Waiting',
};

/** A longer label is the output of what is under way. */
const MAX_LABEL_LENGTH = 60;

/** The planner's current activity, and a way to stop it; in the past, its activity then. */
export function HudLine() {
  const isPresent = useIsPresent();
  const shown = useShown();
  const live = useOpenSession((state) => state.hud);
  return isPresent ? <LiveHud hud={live} /> : <PastHud hud={shown?.hud ?? null} />;
}

function PastHud({ hud }: { readonly hud: Hud | null }) {
  if (hud === null) return null;
  return (
    <p className="mt-3 flex min-h-8 min-w-0 items-center gap-2 text-small text-soft">
      <LoaderCircle size={14} className="shrink-0 text-calm" aria-hidden />
      <Doing hud={hud} />
      {hud.elapsedMs >= 1000 && (
        <span className="shrink-0 text-meta tabular-nums">{durationText(hud.elapsedMs)}</span>
      )}
    </p>
  );
}

function Doing({ hud: { phase, label } }: { readonly hud: Hud }) {
  // A tool has a name; other work describes itself in words.
  const word =
    phase !== 'tool' ? (PHASES[phase] ?? phase) : /\s/.test(label ?? '') ? undefined : 'Using a tool';
  return (
    <>
      {word && <span className="shrink-0">{word}</span>}
      {label && (
        <span className="truncate text-meta" title={label}>
          {label}
        </span>
      )}
    </>
  );
}

function LiveHud({ hud }: { readonly hud: Hud | null }) {
  const plannerId = useShown()?.plannerId;
  const cancels = usePlanner(plannerId)?.commands.includes('cancel');
  const { problem, send, clear } = useCommands();
  const [now, setNow] = useState(() => Date.now());
  const since = hud?.since;
  useEffect(() => {
    if (since === undefined) return;
    setNow(Date.now());
    const timer = setInterval(() => setNow(Date.now()), 1000);
    return () => clearInterval(timer);
  }, [since]);
  if (hud === null || hud.phase === 'idle') return null;
  const isLong = (hud.label?.length ?? 0) > MAX_LABEL_LENGTH || hud.label?.includes('\n');
  const seconds = Math.max(0, Math.floor((now - Date.parse(hud.since)) / 1000));
  return (
    <div className="mt-3 flex flex-col gap-2">
      <div className="flex min-h-8 items-center gap-2">
        <p role="status" className="flex min-w-0 items-center gap-2 text-small text-soft">
          <LoaderCircle size={14} className="shrink-0 animate-spin text-calm" aria-hidden />
          <Doing hud={isLong ? { ...hud, label: '' } : hud} />
        </p>
        {/* Outside of what is read out: it changes every second. */}
        {seconds > 0 && (
          <span className="shrink-0 text-meta text-soft tabular-nums">{durationText(seconds * 1000)}</span>
        )}
        {cancels && (
          <Button look="quiet" className="px-2!" onClick={() => send({ type: 'cancel' })}>
            Cancel
          </Button>
        )}
      </div>
      {isLong && (
        <pre
          role="log"
          aria-label="Output"
          className="max-h-48 overflow-y-auto rounded-md bg-panel px-3 py-2 font-mono text-meta break-words whitespace-pre-wrap"
        >
          {hud.label}
        </pre>
      )}
      <ProblemNote problem={problem} onClose={clear} />
    </div>
  );
}
