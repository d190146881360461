import { useId, useState } from 'react';
import { useCommands } from '../../state/commands.ts';
import { Button } from '../../ui/button.tsx';
import { TextArea, TextInput } from '../../ui/field.tsx';
import { ProblemNote } from '../../ui/problem-note.tsx';
import { stepsIn } from './step-status.ts';

/** A plan that takes the place of the one before, if there was one. */
export function PlanBeginning() {
  const id = useId();
  const [objective, setObjective] = useState('');
  const [steps, setSteps] = useState('');
  const { busy, problem, send, clear } = useCommands();
  return (
    <form
      aria-label="Begin a plan"
      className="flex max-w-xl flex-col gap-3 p-4"
      onSubmit={(event) => {
        event.preventDefault();
        if (objective.trim() !== '' && !busy) {
          void send({ type: 'plan-set', objective: objective.trim(), steps: stepsIn(steps) });
        }
      }}
    >
      <div className="flex flex-col gap-1">
        <label htmlFor={`${id}-objective`} className="text-small font-medium">
          What is to be reached?
        </label>
        <TextInput
          id={`${id}-objective`}
          value={objective}
          onChange={({ target }) => setObjective(target.value)}
        />
      </div>
      <div className="flex flex-col gap-1">
        <label htmlFor={`${id}-steps`} className="text-small font-medium">
          Steps, one a line
        </label>
        <TextArea id={`${id}-steps`} value={steps} onChange={({ target }) => setSteps(target.value)} />
      </div>
      <ProblemNote problem={problem} onClose={clear} />
      <div>
        <Button type="submit" look="primary" waits={busy} disabled={objective.trim() === ''}>
          Begin
        </Button>
      </div>
    </form>
  );
}
