import { useId, useState } from 'react';
import { beginSession } from '../state/begin-session.ts';
import { sendCommand, usePendingAction } from '../state/commands.ts';
import { Button } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { DialogActions } from '../ui/dialog-actions.tsx';
import { TextInput } from '../ui/field.tsx';
import { ProblemNote } from '../ui/problem-note.tsx';
import type { LinkOffer } from './deep-link.ts';
import { SeedList } from './past-setup.tsx';

/** Shows the setup of a link, and applies it on confirmation. */
export function LinkOfferDialog({
  offer: { planner, mode, seed, session, llm },
  onLeave,
}: {
  readonly offer: LinkOffer;
  /** With the session to go to, if any. */
  onLeave(session: string | undefined): void;
}) {
  const [title, setTitle] = useState(`${planner.name} from a link`);
  const titleId = useId();
  const { busy, problem, run } = usePendingAction();
  const accept = () =>
    run(async () => {
      if (session) {
        await sendCommand(session.id, { type: 'configure', config: seed, mode });
        onLeave(session.id);
        return;
      }
      const { id } = await beginSession({ title: title.trim(), plannerId: planner.id, config: seed, mode });
      onLeave(id);
    });
  return (
    <Dialog
      open
      onOpenChange={(open) => {
        if (!open) onLeave(session?.id);
      }}
      title={session ? `Set up ${session.title}?` : 'Start a session?'}
      description={
        session ? 'The link proposes another setup for this session.' : 'The link proposes a new session.'
      }
    >
      <form
        className="flex flex-col gap-4"
        onSubmit={(event) => {
          event.preventDefault();
          if (!busy && title.trim() !== '') void accept();
        }}
      >
        {!session && (
          <div className="flex flex-col gap-1">
            <label htmlFor={titleId} className="text-small font-medium">
              Title
            </label>
            <TextInput
              id={titleId}
              value={title}
              maxLength={200}
              onChange={({ target }) => setTitle(target.value)}
            />
          </div>
        )}
        <section aria-label="Proposed setup" className="flex flex-col gap-2">
          <p className="text-small">
            <span className="font-medium">{planner.name}</span>
            {planner.commands.includes('receive') &&
              (mode === 'auto' ? ', messages are sent automatically' : ', messages wait for approval')}
          </p>
          {llm !== undefined && <p className="text-small text-soft">Made with the model {llm}.</p>}
          <SeedList seed={seed} />
        </section>
        <ProblemNote problem={problem} />
        <DialogActions onCancel={() => onLeave(session?.id)}>
          <Button type="submit" look="primary" waits={busy} disabled={title.trim() === ''}>
            {session ? 'Apply' : 'Start'}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
}
