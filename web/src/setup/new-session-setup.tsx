import { useId, useRef, useState } from 'react';
import { useLocation } from 'wouter';
import { sessionPath, upload } from '../api/client.ts';
import type { PlannerLine } from '../api/contracts.ts';
import { PlannerIcon } from '../shell/planner-icon.tsx';
import { beginSession } from '../state/begin-session.ts';
import { sendCommand, useDoing } from '../state/commands.ts';
import { useSessions } from '../state/sessions.ts';
import { Button } from '../ui/button.tsx';
import { TextInput } from '../ui/field.tsx';
import { ProblemNote } from '../ui/problem-note.tsx';
import { useEvaluatedSetup } from './evaluated-setup.ts';
import { type Mode, ModeChoice } from './mode-choice.tsx';
import {
  editSetup,
  forgetEdits,
  plannerCard,
  sessionCard,
  takesFile,
  useSetupEdits,
  valuesOf,
} from './setup-edits.ts';
import { SetupFields } from './setup-fields.tsx';

/** A session that has yet to begin: which planner, under which title, set up how. */
export function NewSessionSetup({
  plannerId,
  onBegun,
}: {
  /** The one that is chosen at first. */
  readonly plannerId?: string;
  /** Called with the session; without it the page goes there. */
  readonly onBegun?: (id: string) => void;
}) {
  const planners = useSessions((state) => state.planners);
  const [chosenId, choose] = useState(plannerId);
  const chosen = planners.find(({ id }) => id === chosenId) ?? planners[0];
  const [title, setTitle] = useState('');
  if (chosen === undefined) {
    return (
      <p role="status" className="text-small text-soft">
        Loading…
      </p>
    );
  }
  return (
    <div className="flex flex-col gap-4">
      <PlannerChoice planners={planners} chosen={chosen.id} onChoose={choose} />
      <Beginning
        key={chosen.id}
        planner={chosen}
        title={title}
        onTitle={setTitle}
        {...(onBegun && { onBegun })}
      />
    </div>
  );
}

function PlannerChoice({
  planners,
  chosen,
  onChoose,
}: {
  readonly planners: readonly PlannerLine[];
  readonly chosen: string;
  onChoose(id: string): void;
}) {
  const name = useId();
  return (
    <fieldset>
      <legend className="mb-1 text-small font-medium">Planner</legend>
      <div className="flex flex-col gap-1 max-sm:grid max-sm:grid-cols-2">
        {planners.map(({ id, name: label, description }) => (
          <label
            key={id}
            htmlFor={`${name}-${id}`}
            className="group flex items-center gap-2 rounded-md border bg-raised px-3 py-2 max-sm:min-h-10 max-sm:has-checked:col-span-2 focus-within:outline-2 focus-within:outline-accent has-checked:border-accent has-checked:bg-chosen"
          >
            <input
              id={`${name}-${id}`}
              type="radio"
              name={name}
              checked={chosen === id}
              onChange={() => onChoose(id)}
              className="sr-only"
            />
            <span className="text-soft">
              <PlannerIcon plannerId={id} />
            </span>
            <span className="min-w-0 text-small">
              <span className="font-medium">{label}</span>{' '}
              <span className="text-meta text-soft max-sm:hidden max-sm:group-has-checked:inline">
                {description}
              </span>
            </span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}

function Beginning({
  planner,
  title,
  onTitle,
  onBegun,
}: {
  readonly planner: PlannerLine;
  readonly title: string;
  onTitle(title: string): void;
  readonly onBegun?: (id: string) => void;
}) {
  const card = plannerCard(planner.id);
  const edits = useSetupEdits(card);
  const path = `/api/planners/${encodeURIComponent(planner.id)}/setup`;
  const { snapshot = planner.setup, isCurrent, problem } = useEvaluatedSetup(path, edits, '');
  const [mode, setMode] = useState<Mode>('approve');
  const { busy, problem: refusal, run, clear } = useDoing();
  const [, navigate] = useLocation();
  const titleId = useId();
  const isEdited = Object.keys(edits).length > 0;
  const canBegin = title.trim() !== '' && snapshot.canSave && (isCurrent || !isEdited) && !busy;

  // When it began and could not be set up, the next try goes on with it.
  const begun = useRef<string>(undefined);
  const create = async () => {
    if (begun.current !== undefined) return begun.current;
    const { id } = await beginSession({ title: title.trim() || planner.name, plannerId: planner.id });
    begun.current = id;
    return id;
  };
  const goTo = (id: string, view = '') => {
    forgetEdits(card);
    if (onBegun) onBegun(id);
    else navigate(`/sessions/${encodeURIComponent(id)}${view}`);
  };
  const begin = () =>
    run(async () => {
      const id = await create();
      await sendCommand(id, { type: 'configure', values: valuesOf(edits, snapshot.fields), mode });
      goTo(id);
    });
  /** A file belongs to a session, so that it begins here, and is set up there. */
  const beginWithFile = async (key: string, file: File) => {
    await run(async () => {
      const id = await create();
      const at = sessionPath(id, `/attachments?name=${encodeURIComponent(file.name)}`);
      const { sha256 } = await upload<{ readonly sha256: string }>(at, file);
      for (const [other, value] of Object.entries(edits)) editSetup(sessionCard(id), other, value);
      editSetup(sessionCard(id), key, `sha256:${sha256}`);
      goTo(id, '?view=setup');
    });
    return undefined;
  };
  const fileField = snapshot.fields.find(takesFile);

  return (
    <form
      aria-label="New session"
      className="flex flex-col gap-4"
      onSubmit={(event) => {
        event.preventDefault();
        if (canBegin) void begin();
      }}
    >
      <div className="flex flex-col gap-1">
        <label htmlFor={titleId} className="text-small font-medium">
          Session title
        </label>
        <TextInput
          id={titleId}
          value={title}
          maxLength={200}
          placeholder="What it is about"
          onChange={({ target }) => onTitle(target.value)}
        />
      </div>
      <SetupFields
        snapshot={snapshot}
        edits={edits}
        disabled={busy}
        onEdit={(key, value) => editSetup(card, key, value)}
        {...(fileField && { onFile: (file: File) => beginWithFile(fileField.key, file) })}
      />
      {planner.commands.includes('receive') && <ModeChoice mode={mode} disabled={busy} onChange={setMode} />}
      <ProblemNote problem={refusal ?? problem} onClose={clear} />
      <div className="sticky -bottom-4 -mx-4 -mb-4 flex items-center gap-2 border-t bg-ground px-4 py-3">
        <Button type="submit" look="primary" waits={busy} disabled={!canBegin}>
          Begin
        </Button>
        <p className="min-w-0 flex-1 truncate text-meta text-soft">
          {title.trim() === '' ? 'Give it a title to begin.' : snapshot.summary}
        </p>
      </div>
    </form>
  );
}
