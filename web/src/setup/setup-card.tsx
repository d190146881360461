import { useEffect, useState } from 'react';
import { sessionPath, upload } from '../api/client.ts';
import type { SessionState, SetupSnapshot } from '../api/contracts.ts';
import { useCommands, usePendingAction } from '../state/commands.ts';
import { usePlanner } from '../state/sessions.ts';
import { Button } from '../ui/button.tsx';
import { ProblemNote } from '../ui/problem-note.tsx';
import { notify } from '../ui/toast.tsx';
import { CheckLine } from './check-line.tsx';
import { CopyLink } from './copy-link.tsx';
import { useEvaluatedSetup } from './evaluated-setup.ts';
import { type Mode, ModeChoice } from './mode-choice.tsx';
import { PlannerSwitch } from './planner-switch.tsx';
import { editSetup, forgetEdits, sessionCard, useSetupEdits, valuesOf } from './setup-edits.ts';
import { SetupFields } from './setup-fields.tsx';

/** The setup card of a session, for its planner or another one that could continue it. */
export function SetupCard({ session }: { readonly session: SessionState }) {
  const [chosen, choose] = useState<string>();
  useEffect(() => choose((id) => (id === session.plannerId ? undefined : id)), [session.plannerId]);
  const plannerId = chosen ?? session.plannerId;
  return <PlannerSetup key={plannerId} session={session} plannerId={plannerId} onPlanner={choose} />;
}

/** Evaluates the setup while it is being typed; nothing changes until it is applied. */
function PlannerSetup({
  session,
  plannerId,
  onPlanner,
}: {
  readonly session: SessionState;
  readonly plannerId: string;
  readonly onPlanner: (id: string) => void;
}) {
  const { id, setup } = session;
  const isOther = plannerId !== session.plannerId;
  const card = isOther ? `${sessionCard(id)} with ${plannerId}` : sessionCard(id);
  const edits = useSetupEdits(card);
  const { snapshot, isCurrent, problem } = useEvaluatedSetup(
    sessionPath(id, '/setup'),
    edits,
    setup?.configSha256 ?? '',
    isOther ? plannerId : undefined,
  );
  const [chosenMode, chooseMode] = useState<Mode>();
  const [chosenRewind, setRewind] = useState<boolean>();
  const commands = useCommands();
  const uploading = usePendingAction();

  // Nothing comes before its fields, which would push it down.
  const isRead = snapshot !== undefined || problem !== undefined;
  const { talks: talksTo, name = plannerId } = usePlanner(plannerId) ?? {};
  const talks = talksTo === 'agent';
  const appliedMode = setup?.mode ?? 'approve';
  const mode = chosenMode ?? appliedMode;
  const isEdited = Object.keys(edits).length > 0;
  // Whoever changes how is planned wants to see what comes of it; who only changes the mode keeps the draft.
  const rewind = chosenRewind ?? (isEdited || isOther);
  const isChanged = isEdited || mode !== appliedMode || rewind || isOther;
  const canApply = snapshot?.canSave === true && isCurrent && (isChanged || !setup?.ready) && !commands.busy;

  const reset = () => {
    forgetEdits(card);
    chooseMode(undefined);
    setRewind(undefined);
    commands.clear();
  };
  const apply = async () => {
    if (!canApply) return;
    const done = await commands.send({
      type: 'configure',
      ...(isOther && { planner: plannerId }),
      values: valuesOf(edits, snapshot.fields),
      mode,
      ...(talks && setup && { rewind }),
    });
    if (!done) return;
    reset();
    notify({ title: isOther ? `${name} continues from here` : 'The setup is applied' });
  };
  const store = async (file: File) => {
    let value: string | undefined;
    await uploading.run(async () => {
      const path = sessionPath(id, `/attachments?name=${encodeURIComponent(file.name)}`);
      value = `sha256:${(await upload<{ readonly sha256: string }>(path, file)).sha256}`;
    });
    return value;
  };

  return (
    <form
      aria-label="Setup"
      className="flex h-full flex-col"
      onSubmit={(event) => {
        event.preventDefault();
        void apply();
      }}
    >
      <div className="min-h-0 flex-1 overflow-y-auto p-4">
        <div className="flex max-w-xl flex-col gap-4">
          <PlannerSwitch session={session} chosen={plannerId} disabled={commands.busy} onChoose={onPlanner} />
          {!isOther && <AppliedLine setup={setup} />}
          {!isRead && (
            <p role="status" className="text-small text-soft">
              Loading…
            </p>
          )}
          {snapshot && (
            <SetupFields
              snapshot={snapshot}
              isCurrent={isCurrent}
              edits={edits}
              disabled={commands.busy}
              onEdit={(key, value) => editSetup(card, key, value)}
              onFile={store}
            />
          )}
          {isRead && talks && <ModeChoice mode={mode} disabled={commands.busy} onChange={chooseMode} />}
          {isRead && talks && setup && (
            <CheckLine
              id="setup-rewind"
              label="Plan again from the last message on"
              checked={rewind}
              disabled={commands.busy}
              onChange={setRewind}
            />
          )}
          {isRead && setup && <CopyLink session={session} />}
        </div>
      </div>
      <div className="flex shrink-0 flex-col gap-2 border-t px-4 py-3">
        <ProblemNote problem={commands.problem ?? uploading.problem ?? problem} onClose={commands.clear} />
        <div className="flex items-center gap-2">
          <Button type="submit" look="primary" waits={commands.busy} disabled={!canApply}>
            Save & apply
          </Button>
          <Button
            look="quiet"
            disabled={!isChanged || commands.busy}
            onClick={() => {
              reset();
              onPlanner(session.plannerId);
            }}
          >
            Reset
          </Button>
          <p className="min-w-0 flex-1 truncate text-right text-meta text-soft" title={snapshot?.summary}>
            {footerWords(isChanged, isCurrent, snapshot)}
          </p>
        </div>
      </div>
    </form>
  );
}

function footerWords(isChanged: boolean, isCurrent: boolean, snapshot: SetupSnapshot | undefined): string {
  if (!isChanged) return 'No changes';
  if (!isCurrent || snapshot?.pending) return 'Checking…';
  return snapshot?.canSave === false && !snapshot.pending
    ? 'Fix the errors above.'
    : (snapshot?.summary ?? '');
}

function AppliedLine({ setup }: { readonly setup: SessionState['setup'] }) {
  if (setup?.ready) {
    return setup.summary ? (
      <p className="text-small text-soft">
        <span className="font-medium text-ink">Applied:</span> {setup.summary}
      </p>
    ) : null;
  }
  return (
    <p className="rounded-md border border-warn/30 bg-warn-ground px-3 py-2 text-small">
      Planning starts once this is set up.
    </p>
  );
}
