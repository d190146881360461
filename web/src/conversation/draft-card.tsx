import { PenLine } from 'lucide-react';
import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import type { SessionState } from '../api/contracts.ts';
import { useCommands } from '../state/commands.ts';
import { useShown } from '../state/open-session.ts';
import { useSessions } from '../state/sessions.ts';
import { useUnsentText } from '../state/unsent.ts';
import { Button } from '../ui/button.tsx';
import { TextArea } from '../ui/field.tsx';
import { Key } from '../ui/key.tsx';
import { ProblemNote } from '../ui/problem-note.tsx';
import { FileList } from './file-list.tsx';
import { useShortcuts } from './shortcuts.ts';
import { WaitingFrame } from './waiting-frame.tsx';

/** A draft that waits: exactly what would be sent, to whom, with what, and the four things that can be done. */
export function DraftCard({ draft }: { readonly draft: SessionState['drafts'][number] }) {
  const { composeId, digest, text, failure, attachments = [] } = draft;
  const shown = useShown();
  const whom = usePartner();
  const [edited, setEdited] = useUnsentText(`${shown?.id}/draft/${composeId}`);
  const { busy, problem, send, clear } = useCommands();
  const editing = edited !== undefined;

  const [chosen, setChosen] = useState<'approve' | 'regenerate' | 'dismiss'>();
  const doing = busy ? chosen : undefined;

  const approve = () => {
    setChosen('approve');
    return send({ type: 'approve', composeId, digest });
  };
  const dismiss = (regenerate: boolean) => {
    setChosen(regenerate ? 'regenerate' : 'dismiss');
    return send({ type: 'dismiss', composeId, ...(regenerate && { regenerate }) });
  };
  const saveEdit = async () => {
    if (edited === undefined || edited.trim() === '') return;
    if (edited === text || (await send({ type: 'edit', composeId, text: edited }))) setEdited(undefined);
  };
  useShortcuts(!editing && !busy, {
    a: approve,
    e: () => setEdited(text),
    d: () => dismiss(false),
    r: () => dismiss(true),
  });

  return (
    <WaitingFrame icon={PenLine} label="Draft" title={<>Draft to {whom}</>}>
      {editing ? (
        <EditBox
          text={edited}
          isSaving={busy}
          onChange={setEdited}
          onSave={saveEdit}
          onCancel={() => setEdited(undefined)}
        />
      ) : (
        <p dir="auto" className="max-h-96 overflow-y-auto text-body break-words whitespace-pre-wrap">
          {text}
        </p>
      )}
      <FileList files={attachments.map(presentFields)} />
      {failure && (
        <p className="rounded-md bg-bad-ground px-3 py-2 text-small text-bad">
          It could not be sent: {failure}
        </p>
      )}
      <ProblemNote problem={problem} onClose={clear} />
      <div className="flex flex-wrap items-center gap-2">
        {editing ? (
          <>
            <Button look="primary" waits={busy} disabled={edited.trim() === ''} onClick={saveEdit}>
              Save draft
            </Button>
            <Button onClick={() => setEdited(undefined)}>Cancel</Button>
          </>
        ) : (
          <>
            <Button look="primary" waits={doing === 'approve'} disabled={busy} onClick={approve}>
              Approve & send <Key>A</Key>
            </Button>
            <Button disabled={busy} onClick={() => setEdited(text)}>
              Edit <Key>E</Key>
            </Button>
            <Button waits={doing === 'regenerate'} disabled={busy} onClick={() => dismiss(true)}>
              Regenerate <Key>R</Key>
            </Button>
            <Button look="quiet" waits={doing === 'dismiss'} disabled={busy} onClick={() => dismiss(false)}>
              Dismiss <Key>D</Key>
            </Button>
          </>
        )}
        <span
          className="ml-auto font-mono text-meta text-soft"
          title="Approval names exactly this text by its digest"
        >
          {digest.slice(0, 8)}
        </span>
      </div>
    </WaitingFrame>
  );
}

/** Whom a message goes to. */
function usePartner(): string {
  const partner = useShown()?.pairedWith;
  const title = useSessions(({ lines }) => lines?.find(({ id }) => id === partner)?.title);
  return title ?? partner ?? 'the other side';
}

function EditBox({
  text,
  isSaving,
  onChange,
  onSave,
  onCancel,
}: {
  readonly text: string;
  /** While it is, nothing is taken: what is saved becomes another draft. */
  readonly isSaving: boolean;
  readonly onChange: (text: string) => void;
  readonly onSave: () => void;
  readonly onCancel: () => void;
}) {
  const box = useRef<HTMLTextAreaElement>(null);
  useEffect(() => box.current?.focus(), []);
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Escape') onCancel();
    if (event.key === 'Enter' && (event.metaKey || event.ctrlKey)) onSave();
  };
  return (
    <TextArea
      ref={box}
      aria-label="Draft text"
      value={text}
      readOnly={isSaving}
      onChange={({ target }) => onChange(target.value)}
      onKeyDown={onKeyDown}
      className="max-h-96"
    />
  );
}

function presentFields(file: {
  readonly name: string;
  readonly mimeType?: string | undefined;
  readonly sha256?: string | undefined;
  readonly size?: number | undefined;
}) {
  const { name, mimeType, sha256, size } = file;
  return {
    name,
    ...(mimeType !== undefined && { mimeType }),
    ...(sha256 !== undefined && { sha256 }),
    ...(size !== undefined && { size }),
  };
}
