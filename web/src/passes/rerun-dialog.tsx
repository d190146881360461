import { type FormEvent, useState } from 'react';
import { useLocation } from 'wouter';
import { ask, sessionPath } from '../api/client.ts';
import type { SessionState } from '../api/contracts.ts';
import { requestKey } from '../api/request-key.ts';
import { usePendingAction } from '../state/commands.ts';
import { whenReachable } from '../state/connection.ts';
import { useOpenSession, useShown } from '../state/open-session.ts';
import { putLine } from '../state/sessions.ts';
import { Button } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { DialogActions } from '../ui/dialog-actions.tsx';
import { TextInput } from '../ui/field.tsx';
import { ProblemNote } from '../ui/problem-note.tsx';

/** Plans again from a moment with another model, in a fork, and compares the results. */
export function RerunDialog({
  open,
  onOpenChange,
  atSeq,
}: {
  readonly open: boolean;
  readonly onOpenChange: (open: boolean) => void;
  readonly atSeq: number;
}) {
  const id = useOpenSession((state) => state.id);
  const shown = useShown();
  const [model, setModel] = useState('');
  const [, go] = useLocation();
  const { busy, problem, run, clear } = usePendingAction();
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (id === undefined) return;
    await run(async () => {
      const body = { atSeq, ...(model.trim() !== '' && { model: model.trim() }) };
      const key = requestKey();
      const session = await whenReachable(() => ask<SessionState>(sessionPath(id, '/rerun'), { body, key }));
      putLine(session);
      onOpenChange(false);
      go(`/compare?left=${encodeURIComponent(id)}&right=${encodeURIComponent(session.id)}`);
    });
  };
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title="Re-run from here"
      description={`A fork of this session at seq ${atSeq} plans again. This session stays as it is.`}
    >
      <form onSubmit={submit} className="flex flex-col gap-3">
        <label htmlFor="rerun-model" className="flex flex-col gap-1 text-small font-medium">
          Model
          <TextInput
            id="rerun-model"
            value={model}
            placeholder={shown?.model.id ?? 'offline'}
            onChange={({ target }) => setModel(target.value)}
          />
          <span className="font-normal text-soft">
            Empty for the same one. Other settings can be changed in the fork's setup.
          </span>
        </label>
        <ProblemNote problem={problem} onClose={clear} />
        <DialogActions onCancel={() => onOpenChange(false)}>
          <Button type="submit" look="primary" waits={busy}>
            Run and compare
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
}
