import { CirclePause } from 'lucide-react';
import { useCommands } from '../state/commands.ts';
import { useShown } from '../state/open-session.ts';
import { Button } from '../ui/button.tsx';
import { ProblemNote } from '../ui/problem-note.tsx';

/** Says who paused the session, and resumes it. A limit that paused it has its own card. */
export function PausedNote() {
  const shown = useShown();
  const { busy, problem, send, clear } = useCommands();
  if (shown?.pause == null || shown.archived) return null;
  const { by, reason, cause } = shown.pause;
  if (cause === 'limit') return null;
  return (
    <div className="mt-4 flex flex-col gap-2">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2 rounded-md bg-warn-ground px-4 py-3 text-small">
        <CirclePause size={16} className="shrink-0 text-warn" aria-hidden />
        <p className="min-w-0 flex-1 break-words">
          <span className="font-medium">
            Paused{by ? ` by ${by}` : ''}
            {reason ? `: ${reason}` : '.'}
          </span>
          <br />
          Messages are kept, and work goes on when you resume.
        </p>
        <Button disabled={busy} onClick={() => send({ type: 'resume' })}>
          Resume
        </Button>
      </div>
      <ProblemNote problem={problem} onClose={clear} />
    </div>
  );
}
