import { type FormEvent, useId, useState } from 'react';
import type { SessionState } from '../api/contracts.ts';
import { sendCommand, usePendingAction } from '../state/commands.ts';
import { Button } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { DialogActions } from '../ui/dialog-actions.tsx';
import { TextInput } from '../ui/field.tsx';
import { ProblemNote } from '../ui/problem-note.tsx';

/** Connects a session to an agent elsewhere. */
export function ConnectDialog({
  session,
  onClose,
}: {
  /** The session to connect; undefined closes the dialog. */
  readonly session: SessionState | undefined;
  readonly onClose: () => void;
}) {
  return (
    <Dialog
      open={session !== undefined}
      onOpenChange={onClose}
      title="Connect to an agent"
      description="Messages of this session go to the agent over A2A, and its replies come back here."
    >
      {session && <ConnectForm session={session} onClose={onClose} />}
    </Dialog>
  );
}

function ConnectForm({
  session: { id },
  onClose,
}: {
  readonly session: SessionState;
  readonly onClose: () => void;
}) {
  const field = useId();
  const [cardUrl, setCardUrl] = useState('');
  const { busy, problem, run, clear } = usePendingAction();
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (await run(() => sendCommand(id, { type: 'connect', cardUrl: cardUrl.trim() }))) onClose();
  };
  return (
    <form onSubmit={submit} className="flex flex-col gap-3">
      <label htmlFor={field} className="flex flex-col gap-1 text-small font-medium">
        Address of the agent card
        <TextInput
          id={field}
          placeholder="https://agents.example.com/weather"
          value={cardUrl}
          maxLength={2048}
          onChange={({ target }) => setCardUrl(target.value)}
        />
      </label>
      <ProblemNote problem={problem} onClose={clear} />
      <DialogActions onCancel={onClose}>
        <Button type="submit" look="primary" waits={busy} disabled={cardUrl.trim() === ''}>
          Connect
        </Button>
      </DialogActions>
    </form>
  );
}
