import { type FormEvent, useState } from 'react';
import type { SessionLine } from '../api/contracts.ts';
import { sendCommand, usePendingAction } from '../state/commands.ts';
import { Button } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { DialogActions } from '../ui/dialog-actions.tsx';
import { TextInput } from '../ui/field.tsx';
import { ProblemNote } from '../ui/problem-note.tsx';

/** Renames a session. */
export function RenameDialog({
  session,
  onClose,
}: {
  /** The session to rename; undefined closes the dialog. */
  readonly session: SessionLine | undefined;
  readonly onClose: () => void;
}) {
  return (
    <Dialog open={session !== undefined} onOpenChange={onClose} title="Rename">
      {session && <RenameForm session={session} onClose={onClose} />}
    </Dialog>
  );
}

function RenameForm({
  session: { id, title },
  onClose,
}: {
  readonly session: SessionLine;
  readonly onClose: () => void;
}) {
  const [text, setText] = useState(title);
  const { busy, problem, run, clear } = usePendingAction();
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    const renamed = text.trim();
    if (renamed === title || (await run(() => sendCommand(id, { type: 'rename', title: renamed }))))
      onClose();
  };
  return (
    <form onSubmit={submit} className="flex flex-col gap-3">
      <TextInput
        aria-label="Title"
        value={text}
        maxLength={200}
        onChange={({ target }) => setText(target.value)}
      />
      <ProblemNote problem={problem} onClose={clear} />
      <DialogActions onCancel={onClose}>
        <Button type="submit" look="primary" waits={busy} disabled={text.trim() === ''}>
          Rename
        </Button>
      </DialogActions>
    </form>
  );
}
