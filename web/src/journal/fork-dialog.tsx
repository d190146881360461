import { GitFork } from 'lucide-react';
import { useEffect, useId, useState } from 'react';
import { useLocation } from 'wouter';
import { ApiProblem, ask, sessionPath } from '../api/client.ts';
import type { SessionState } from '../api/contracts.ts';
import { sendCommand, usePendingAction } from '../state/commands.ts';
import { askToFork, useForking } from '../state/forking.ts';
import { putLine, useSessions } from '../state/sessions.ts';
import { Button } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { DialogActions } from '../ui/dialog-actions.tsx';
import { TextInput } from '../ui/field.tsx';
import { ProblemNote } from '../ui/problem-note.tsx';
import { notify } from '../ui/toast.tsx';
import { compareAddress } from './compare-address.ts';
import { forkId, freeName, MAX_NAME_LENGTH } from './fork-name.ts';

/** Asks for a name and forks the session at a moment. */
export function ForkDialog({ session }: { readonly session: string }) {
  const at = useForking((state) => state.at);
  const onClose = () => askToFork(undefined);
  return (
    <Dialog
      open={at !== undefined}
      onOpenChange={(open) => !open && onClose()}
      title={at === undefined ? 'Fork' : `Fork from seq ${at}`}
      description="Creates a session with the same facts up to here. This one stays unchanged."
    >
      {at !== undefined && <ForkForm session={session} at={at} onClose={onClose} />}
    </Dialog>
  );
}

function ForkForm({
  session,
  at,
  onClose,
}: {
  readonly session: string;
  readonly at: number;
  readonly onClose: () => void;
}) {
  const [name, setName] = useState(() => proposedName(session));
  const { busy, problem, run } = usePendingAction();
  const [, navigate] = useLocation();
  const field = useId();
  const id = forkId(name);
  useEffect(() => {
    document.getElementById(field)?.focus();
  }, [field]);
  const title = name.trim();
  const fork = () =>
    run(async () => {
      const forked = await ask<SessionState>(sessionPath(session, '/fork'), {
        body: { atSeq: at, ...(id !== '' && { id }) },
      });
      const isNamed = await rename(forked, title);
      onClose();
      navigate(`/sessions/${encodeURIComponent(forked.id)}`);
      notify({
        title: `Forked from seq ${at}`,
        description: isNamed ? `You are in ${title}.` : `You are in ${forked.id}. It could not be renamed.`,
        action: { label: 'Compare', onClick: () => navigate(compareAddress(session, forked.id)) },
      });
    });
  return (
    <form
      className="flex flex-col gap-3"
      onSubmit={(event) => {
        event.preventDefault();
        if (title !== '') void fork();
      }}
    >
      <div>
        <label htmlFor={field} className="mb-1 block text-small font-medium">
          Name
        </label>
        <TextInput
          id={field}
          value={name}
          maxLength={MAX_NAME_LENGTH}
          onChange={({ target }) => setName(target.value)}
          aria-describedby={`${field}-id`}
        />
        <p id={`${field}-id`} className="mt-1 text-meta text-soft">
          {id === '' ? (
            'It gets a generated id.'
          ) : (
            <>
              Its id will be <span className="font-mono break-all">{id}</span>
            </>
          )}
        </p>
      </div>
      <ProblemNote problem={problem} />
      <DialogActions onCancel={onClose}>
        <Button look="primary" type="submit" waits={busy} disabled={title === ''}>
          <GitFork size={16} aria-hidden /> Fork from here
        </Button>
      </DialogActions>
    </form>
  );
}

function proposedName(session: string): string {
  const { lines = [] } = useSessions.getState();
  const title = lines.find(({ id }) => id === session)?.title ?? session;
  return freeName(
    title,
    lines.map((line) => line.title),
  );
}

/** Names the fork, and returns whether that worked: the fork exists even if it cannot be named. */
async function rename(forked: SessionState, title: string): Promise<boolean> {
  putLine(forked);
  if (title === forked.title) return true;
  try {
    await sendCommand(forked.id, { type: 'rename', title });
    return true;
  } catch (error) {
    if (error instanceof ApiProblem) return false;
    throw error;
  }
}
