import { useId, useState } from 'react';
import { useCommands } from '../../state/commands.ts';
import { Button } from '../../ui/button.tsx';
import { TextInput } from '../../ui/field.tsx';
import { ProblemNote } from '../../ui/problem-note.tsx';
import type { Step } from './step-status.ts';

/** A note on a step, which leaves it where it stands. */
export function StepNote({ step }: { readonly step: Step }) {
  const id = useId();
  const [note, setNote] = useState('');
  const { busy, problem, send, clear } = useCommands();
  const submit = async () => {
    const { stepId, status } = step;
    if (await send({ type: 'plan-mark', stepId, status, note: note.trim() })) setNote('');
  };
  return (
    <form
      aria-label={`Note on ${step.stepId}`}
      className="flex flex-col gap-2"
      onSubmit={(event) => {
        event.preventDefault();
        if (note.trim() !== '' && !busy) void submit();
      }}
    >
      <div className="flex gap-2">
        <label htmlFor={id} className="sr-only">
          Note
        </label>
        <TextInput
          id={id}
          value={note}
          placeholder="Add a note"
          onChange={({ target }) => setNote(target.value)}
        />
        <Button type="submit" waits={busy} disabled={note.trim() === ''}>
          Add note
        </Button>
      </div>
      <ProblemNote problem={problem} onClose={clear} />
    </form>
  );
}
