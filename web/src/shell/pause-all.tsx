import { CirclePause, CirclePlay } from 'lucide-react';
import { type FormEvent, useEffect, useState } from 'react';
import { usePendingAction } from '../state/commands.ts';
import { readPause, setPaused, usePause } from '../state/pause.ts';
import { useSessions } from '../state/sessions.ts';
import { Button, IconButton } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { DialogActions } from '../ui/dialog-actions.tsx';
import { TextInput } from '../ui/field.tsx';
import { ProblemNote } from '../ui/problem-note.tsx';

/** Pauses everything after a confirmation: no session starts work until somebody resumes. */
export function PauseAll() {
  const paused = usePause(({ pause }) => pause?.paused);
  // A pause by somebody else shows in the standing of sessions.
  const standings = useSessions(({ lines }) => lines?.map(({ standing }) => standing).join());
  useEffect(() => {
    if (standings !== undefined) void readPause();
  }, [standings]);
  const [asking, setAsking] = useState(false);
  const [reason, setReason] = useState('');
  const { busy, problem, run, clear } = usePendingAction();
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (await run(() => setPaused(true, reason.trim()))) setAsking(false);
  };
  // Its place is kept until that is known.
  if (paused === undefined) return <span aria-hidden className="size-8 max-sm:size-10" />;
  if (paused) return null;
  return (
    <>
      <IconButton label="Pause everything" onClick={() => setAsking(true)}>
        <CirclePause size={16} aria-hidden />
      </IconButton>
      <Dialog
        open={asking}
        onOpenChange={setAsking}
        title="Pause everything?"
        description="No work starts in any session, on any machine, until somebody resumes it. Running work finishes."
      >
        <form className="flex flex-col gap-3" onSubmit={submit}>
          <TextInput
            aria-label="Reason"
            placeholder="Why? Others will see this"
            value={reason}
            onChange={({ target }) => setReason(target.value)}
          />
          <ProblemNote problem={problem} onClose={clear} />
          <DialogActions onCancel={() => setAsking(false)}>
            <Button type="submit" look="primary" waits={busy}>
              Pause everything
            </Button>
          </DialogActions>
        </form>
      </Dialog>
    </>
  );
}

/** Says that everything is paused, and by whom. */
export function PausedBar() {
  const pause = usePause((state) => (state.pause?.paused ? state.pause.pause : undefined));
  const { busy, run } = usePendingAction();
  if (pause === undefined) return null;
  const { by, reason } = pause ?? {};
  return (
    <div
      role="status"
      className="flex h-9 shrink-0 items-center justify-center gap-3 bg-warn-ground px-3 text-small text-warn"
    >
      <span className="min-w-0 truncate">
        Everything is paused{by ? ` by ${by}` : ''}
        {reason ? `: ${reason}` : '.'}
      </span>
      <Button disabled={busy} onClick={() => run(() => setPaused(false))} className="h-7">
        <CirclePlay size={14} aria-hidden />
        Resume
      </Button>
    </div>
  );
}
