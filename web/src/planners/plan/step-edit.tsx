import { useId, useState } from 'react';
import { useCommands } from '../../state/commands.ts';
import { Button } from '../../ui/button.tsx';
import { TextArea, TextInput } from '../../ui/field.tsx';
import { ProblemNote } from '../../ui/problem-note.tsx';
import type { Step } from './step-status.ts';

/** Another title or other details for a step. */
export function StepEdit({ step, onClose }: { readonly step: Step; readonly onClose: () => void }) {
  const id = useId();
  const [title, setTitle] = useState(step.title);
  const [details, setDetails] = useState(step.details ?? '');
  const { busy, problem, send, clear } = useCommands();
  const save = async () => {
    const change = { title: title.trim(), details: details.trim() || null };
    if (await send({ type: 'plan-update', stepId: step.stepId, ...change })) onClose();
  };
  return (
    <form
      aria-label={`Edit ${step.stepId}`}
      className="flex flex-col gap-2"
      onSubmit={(event) => {
        event.preventDefault();
        if (title.trim() !== '' && !busy) void save();
      }}
    >
      <label htmlFor={`${id}-title`} className="text-meta text-soft">
        Title
      </label>
      <TextInput id={`${id}-title`} value={title} onChange={({ target }) => setTitle(target.value)} />
      <label htmlFor={`${id}-details`} className="text-meta text-soft">
        Details
      </label>
      <TextArea
        id={`${id}-details`}
        value={details}
        className="min-h-9!"
        onChange={({ target }) => setDetails(target.value)}
      />
      <ProblemNote problem={problem} onClose={clear} />
      <div className="flex gap-2">
        <Button type="submit" look="primary" waits={busy} disabled={title.trim() === ''}>
          Save step
        </Button>
        <Button onClick={onClose}>Keep as is</Button>
      </div>
    </form>
  );
}
