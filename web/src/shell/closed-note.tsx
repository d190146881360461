import { STATUS_WORDS } from '../../../src/harness/module/status-words.ts';
import type { SessionState } from '../api/contracts.ts';
import { beforeTheEnd, hasEnded } from '../conversation/conversation-end.ts';
import { voicesIn } from '../conversation/voices.ts';
import { sendCommand, usePendingAction } from '../state/commands.ts';
import { measured, useComposerHeight } from '../state/composer-height.ts';
import { askToFork } from '../state/forking.ts';
import { useIsPresent, useOpenSession, useShown } from '../state/open-session.ts';
import { usePlanner } from '../state/sessions.ts';
import { Button } from '../ui/button.tsx';
import { ProblemNote } from '../ui/problem-note.tsx';
import { useSessionActions } from './session-actions.ts';

/** Says why the session is read-only, and how to change that: a past moment is shown, or it is over. */
export function ClosedNote() {
  const shown = useShown();
  const present = useIsPresent();
  const now = useOpenSession((state) => state.now);
  const planner = usePlanner((now ?? shown)?.plannerId);
  const { busy, problem, run, clear } = usePendingAction();
  const height = useComposerHeight((state) => state.height);
  if (!present) {
    // Where nothing stands in the present nothing comes in the past. The timeline below says so, and leads back.
    const isClosed = now?.archived || now?.readOnly || (now && hasEnded(now, planner));
    if (!isClosed && voicesIn(now, planner).length === 0) return null;
    return (
      <footer
        className="flex shrink-0 items-center border-t bg-past px-4 py-3 text-small"
        style={{ minHeight: height }}
      >
        You are viewing the past. Nothing can be changed here.
      </footer>
    );
  }
  const [block] = shown?.blocks ?? [];
  if (shown?.readOnly && planner && block?.type === 'markdown') {
    return (
      <footer ref={measured} className="shrink-0 border-t bg-warn-ground px-4 py-3 text-small break-words">
        {block.text}
      </footer>
    );
  }
  if (shown?.readOnly) {
    return (
      <footer ref={measured} className="shrink-0 border-t bg-warn-ground px-4 py-3 text-small">
        The planner <span className="font-mono">{shown.plannerId}</span> is not loaded, so this session can
        only be read. Start Wayfold with <span className="font-mono whitespace-nowrap">--planner</span> and
        its file or package to go on.
      </footer>
    );
  }
  if (shown !== undefined && !shown.archived && hasEnded(shown, planner)) return <EndedNote shown={shown} />;
  if (shown === undefined || !shown.archived) return null;
  return (
    <footer ref={measured} className="flex shrink-0 flex-col gap-2 border-t px-4 py-3 text-small">
      <ProblemNote problem={problem} onClose={clear} />
      <div className="flex items-center gap-3">
        <span className="flex-1 text-soft">This session is archived.</span>
        <Button disabled={busy} onClick={() => run(() => sendCommand(shown.id, { type: 'reopen' }))}>
          Reopen
        </Button>
      </div>
    </footer>
  );
}

/** A conversation ends once: it can be continued in a fork, or started anew. */
function EndedNote({ shown }: { readonly shown: SessionState }) {
  const { duplicate } = useSessionActions();
  const { busy, problem, run, clear } = usePendingAction();
  const at = beforeTheEnd(shown);
  return (
    <footer ref={measured} className="flex shrink-0 flex-col gap-2 border-t px-4 py-3 text-small">
      <ProblemNote problem={problem} onClose={clear} />
      <div className="flex flex-wrap items-center gap-3">
        <span className="min-w-56 flex-1 text-soft">
          This conversation has ended
          {shown.standing !== 'done' && `: ${STATUS_WORDS[shown.standing].toLowerCase()}`}.
        </span>
        {at !== undefined && <Button onClick={() => askToFork(at)}>Fork before the end</Button>}
        <Button disabled={busy} onClick={() => run(() => duplicate(shown))}>
          Start over
        </Button>
      </div>
    </footer>
  );
}
