import { type FormEvent, useId, useState } from 'react';
import { ask } from '../api/client.ts';
import type { SessionState } from '../api/contracts.ts';
import { beginSession } from '../state/begin-session.ts';
import { usePendingAction } from '../state/commands.ts';
import { reloadSession } from '../state/open-session.ts';
import { useSessions } from '../state/sessions.ts';
import { Button } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { DialogActions } from '../ui/dialog-actions.tsx';
import { ProblemNote } from '../ui/problem-note.tsx';
import { type OtherSide, otherSidesOf } from './other-sides.ts';

/** Pairs a session with another one. */
export function PairDialog({
  session,
  onClose,
}: {
  /** The session to pair; undefined closes the dialog. */
  readonly session: SessionState | undefined;
  readonly onClose: () => void;
}) {
  return (
    <Dialog
      open={session !== undefined}
      onOpenChange={onClose}
      title="Pair with a session"
      description="Each receives what the other sends. The one that starts sends the first message."
    >
      {session && <PairForm session={session} onClose={onClose} />}
    </Dialog>
  );
}

async function beginSide(session: SessionState, { name, config }: OtherSide): Promise<string> {
  const { title, plannerId } = session;
  return (await beginSession({ title: `${title}: ${name}`, plannerId, config, mode: 'auto' })).id;
}

function PairForm({ session, onClose }: { readonly session: SessionState; readonly onClose: () => void }) {
  const id = useId();
  const lines = useSessions((state) => state.lines) ?? [];
  const planners = useSessions((state) => state.planners);
  const talkers = planners.filter(({ talks }) => talks === 'agent').map((planner) => planner.id);
  const others = lines.filter(
    (line) => line.id !== session.id && talkers.includes(line.plannerId) && !line.archived,
  );
  const isAmbiguous = (title: string) =>
    title !== '' && others.filter((each) => each.title === title).length > 1;
  const sides = otherSidesOf(session);
  const [other = sides[0]?.name ?? others[0]?.id, setOther] = useState<string>();
  const [beginner, setBeginner] = useState<'this' | 'other'>('this');
  const { busy, problem, run, clear } = usePendingAction();
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (other === undefined) return;
    const isDone = await run(async () => {
      const side = sides.find(({ name }) => name === other);
      const partner = side ? await beginSide(session, side) : other;
      const [first, second] = beginner === 'this' ? [session.id, partner] : [partner, session.id];
      await ask('/api/pairings', { body: { first, second } });
      reloadSession();
    });
    if (isDone) onClose();
  };
  if (others.length === 0 && sides.length === 0) {
    return <p className="text-small text-soft">There is no other session that talks to an agent.</p>;
  }
  return (
    <form onSubmit={submit} className="flex flex-col gap-3 text-small">
      <label htmlFor={id} className="font-medium">
        Session
      </label>
      <select
        id={id}
        value={other}
        onChange={({ target }) => setOther(target.value)}
        className="h-9 rounded-md border bg-ground px-2"
      >
        {sides.map(({ name }) => (
          <option key={name} value={name}>
            {name}: a new session that replies automatically
          </option>
        ))}
        {others.map((line) => (
          <option key={line.id} value={line.id}>
            {isAmbiguous(line.title) ? `${line.title} (${line.id})` : line.title || line.id}
          </option>
        ))}
      </select>
      <label className="flex items-center gap-2">
        <input
          type="checkbox"
          checked={beginner === 'this'}
          onChange={({ target }) => setBeginner(target.checked ? 'this' : 'other')}
        />
        This session starts
      </label>
      <ProblemNote problem={problem} onClose={clear} />
      <DialogActions onCancel={onClose}>
        <Button type="submit" look="primary" waits={busy}>
          Pair
        </Button>
      </DialogActions>
    </form>
  );
}
