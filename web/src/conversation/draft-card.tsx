import { Flag, PenLine } from 'lucide-react';
import { useEffect, useId, useRef, useState } from 'react';
import type { SessionState } from '../api/contracts.ts';
import { useCommands } from '../state/commands.ts';
import { useShown } from '../state/open-session.ts';
import { useTitles } from '../state/sessions.ts';
import { sideName } from '../state/side-name.ts';
import { useUnsentText } from '../state/unsent.ts';
import { Button } from '../ui/button.tsx';
import { Key } from '../ui/key.tsx';
import { MessageBox, SendKeys } from '../ui/message-box.tsx';
import { ProblemNote } from '../ui/problem-note.tsx';
import { DraftChanges, earlierVersions } from './draft-changes.tsx';
import { DraftFiles, type MessageFile } from './draft-files.tsx';
import { FileList } from './file-list.tsx';
import { useShortcuts } from './shortcuts.ts';
import { WaitingFrame } from './waiting-frame.tsx';

/** A waiting draft: exactly what would be sent, to whom, with which files, and its four actions. */
export function DraftCard({ draft }: { readonly draft: SessionState['drafts'][number] }) {
  const { composeId, digest, text, failure, why, attachments = [] } = draft;
  const nextState = draft.nextStateHint ?? 'input-required';
  const shown = useShown();
  const whom = usePartner();
  const [unsent, setEdited] = useUnsentText(`${shown?.id}/draft/${composeId}`);
  // While it is saved it is no longer unsent: what comes of it is another draft.
  const [saving, setSaving] = useState<string>();
  const edited = unsent ?? saving;
  const { busy, problem, send, clear } = useCommands();
  const editing = edited !== undefined;
  const versions = earlierVersions(shown?.said ?? [], draft);
  const previous = versions.at(-1);
  const [showsChanges, setShowsChanges] = useState(false);
  const [leadsTo, setLeadsTo] = useState<string>();
  const [files, setFiles] = useState<readonly MessageFile[]>();
  const stopEditing = () => {
    setEdited(undefined);
    setLeadsTo(undefined);
    setFiles(undefined);
  };

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
    const change = {
      ...(edited !== text && { text: edited }),
      ...(leadsTo !== undefined && leadsTo !== nextState && { nextStateHint: leadsTo }),
      ...(files && { attachments: files }),
    };
    const isSame = Object.keys(change).length === 0;
    setSaving(edited);
    setEdited(undefined);
    const isSaved = isSame || (await send({ type: 'edit', composeId, ...change }));
    if (isSaved) stopEditing();
    else setEdited(edited);
    setSaving(undefined);
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
          onCancel={stopEditing}
        />
      ) : showsChanges && previous !== undefined ? (
        <DraftChanges before={previous} after={text} />
      ) : (
        <p dir="auto" className="max-h-96 overflow-y-auto text-body break-words whitespace-pre-wrap">
          {text}
        </p>
      )}
      {previous !== undefined && !editing && (
        <p className="flex flex-wrap items-center gap-2 text-meta text-soft">
          Version {versions.length + 1}
          {previous === text ? (
            <span>· same text as before</span>
          ) : (
            <button
              type="button"
              aria-pressed={showsChanges}
              onClick={() => setShowsChanges(!showsChanges)}
              className="rounded-sm font-medium text-accent underline-offset-2 hover:underline max-sm:min-h-10"
            >
              {showsChanges ? 'Hide changes' : 'Show changes'}
            </button>
          )}
        </p>
      )}
      {editing ? (
        <DraftFiles files={files ?? attachments.map(presentFields).map(withoutSize)} onChange={setFiles} />
      ) : (
        <FileList files={attachments.map(presentFields)} />
      )}
      {editing ? (
        <LeadsTo value={leadsTo ?? nextState} onChange={setLeadsTo} />
      ) : (
        isEnding(nextState) && (
          <p className="flex items-center gap-2 rounded-md bg-warn-ground px-3 py-2 text-small">
            <Flag size={14} className="shrink-0" aria-hidden />
            This ends the conversation ({nextState}).
          </p>
        )
      )}
      {why && !editing && (
        <p className="text-small text-soft">
          <span className="font-medium">Why:</span> {why}
        </p>
      )}
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
            <Button onClick={stopEditing}>Cancel</Button>
            <SendKeys verb="saves" />
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
          title="Approval covers exactly the text with this digest"
        >
          {digest.slice(0, 8)}
        </span>
      </div>
    </WaitingFrame>
  );
}

const ENDINGS = ['completed', 'failed', 'rejected', 'canceled'] as const;

function isEnding(state: string): boolean {
  return ENDINGS.some((ending) => ending === state);
}

/** What a message leads to: an answer of the other side, or the end of the conversation. */
function LeadsTo({
  value,
  onChange,
}: {
  readonly value: string;
  readonly onChange: (value: string) => void;
}) {
  const id = useId();
  return (
    <div className="flex items-center gap-2 text-small">
      <label htmlFor={id} className="font-medium">
        After it
      </label>
      <select
        id={id}
        value={value}
        onChange={({ target }) => onChange(target.value)}
        className="h-8 rounded-md border bg-ground px-2"
      >
        <option value="input-required">the other side answers</option>
        {ENDINGS.map((ending) => (
          <option key={ending} value={ending}>
            the conversation ends ({ending})
          </option>
        ))}
      </select>
    </div>
  );
}

/** The recipient of a message. */
function usePartner(): string {
  const { title = '', pairedWith, connectedTo } = useShown() ?? {};
  const titleOf = useTitles();
  if (pairedWith != null) return sideName(titleOf(pairedWith), title);
  return connectedTo?.name ?? 'the other side';
}

function EditBox({
  text,
  isSaving,
  onChange,
  onSave,
  onCancel,
}: {
  readonly text: string;
  /** No action is possible while the draft is saved as a new one. */
  readonly isSaving: boolean;
  readonly onChange: (text: string) => void;
  readonly onSave: () => void;
  readonly onCancel: () => void;
}) {
  const box = useRef<HTMLTextAreaElement>(null);
  useEffect(() => box.current?.focus(), []);
  return (
    <MessageBox
      ref={box}
      aria-label="Draft text"
      value={text}
      readOnly={isSaving}
      onChange={({ target }) => onChange(target.value)}
      onKeyDown={({ key }) => key === 'Escape' && onCancel()}
      onSend={onSave}
      className="max-h-96"
    />
  );
}

/** A message names its files; how large they are is known. */
function withoutSize({ size: _, ...file }: ReturnType<typeof presentFields>) {
  return file;
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
