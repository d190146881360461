import { PenLine } from 'lucide-react';
import type { SessionState } from '../api/contracts.ts';
import { useCommands } from '../state/commands.ts';
import { useUnsentText, useUnsentUnder } from '../state/unsent.ts';
import { Button } from '../ui/button.tsx';
import { TextArea } from '../ui/field.tsx';
import { ProblemNote } from '../ui/problem-note.tsx';
import { WaitingFrame } from './waiting-frame.tsx';

/** Drafts that are being edited here but no longer open, because another window decided on them. */
export function useOrphanedEdits(shown: SessionState | undefined): readonly string[] {
  const edits = useUnsentUnder(`${shown?.id}/draft/`);
  if (shown === undefined) return [];
  return Object.keys(edits).filter(
    (composeId) => !shown.drafts.some((draft) => draft.composeId === composeId),
  );
}

/** An edit whose draft is gone: it is kept, with the fate of the draft, until its author decides. */
export function OrphanedEdit({
  session,
  composeId,
}: {
  readonly session: SessionState;
  readonly composeId: string;
}) {
  const [text = '', setText] = useUnsentText(`${session.id}/draft/${composeId}`);
  const { busy, problem, send, clear } = useCommands();
  const [draft] = session.drafts;
  const drop = () => setText(undefined);
  const use = async () => {
    const words = text.trim();
    if (words === '') return;
    const isDone = await send(
      draft ? { type: 'edit', composeId: draft.composeId, text: words } : { type: 'write', text: words },
    );
    if (isDone) drop();
  };
  return (
    <WaitingFrame icon={PenLine} label="Your edit" title="Your edit is still here">
      <p role="status" className="rounded-md bg-warn-ground px-3 py-2 text-small">
        {fateOf(session, composeId)} Your edit was not sent.
      </p>
      <TextArea
        aria-label="Your edit of the draft"
        value={text}
        readOnly={busy}
        onChange={({ target }) => setText(target.value)}
        className="max-h-96"
      />
      <ProblemNote problem={problem} onClose={clear} />
      <div className="flex flex-wrap items-center gap-2">
        <Button look="primary" waits={busy} disabled={text.trim() === ''} onClick={use}>
          {draft ? 'Replace the new draft with it' : 'Send it as another message'}
        </Button>
        <Button look="quiet" disabled={busy} onClick={drop}>
          Discard my edit
        </Button>
      </div>
    </WaitingFrame>
  );
}

/** What another window did with the draft in the meantime. */
function fateOf({ said }: SessionState, composeId: string): string {
  const fate = said.findLast((each) => each.composeId === composeId);
  const by = typeof fate?.by === 'string' ? ` by ${fate.by}` : '';
  if (fate?.type === 'remote_sent') return 'This draft was approved and sent in the meantime.';
  if (fate?.type === 'draft_dismissed') return `This draft was dismissed or replaced${by} in the meantime.`;
  return 'Somebody decided on this draft in the meantime.';
}
