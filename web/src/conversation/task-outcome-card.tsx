import { Hand } from 'lucide-react';
import { useState } from 'react';
import { useCommands } from '../state/commands.ts';
import { Button } from '../ui/button.tsx';
import { TextArea } from '../ui/field.tsx';
import { ProblemNote } from '../ui/problem-note.tsx';
import { WaitingFrame } from './waiting-frame.tsx';

/** A task that a person does: what came of it. */
export function TaskOutcomeCard({
  taskId,
  description,
}: {
  readonly taskId: number;
  readonly description: string;
}) {
  const [text, setText] = useState('');
  const { busy, problem, send, clear } = useCommands();
  const said = text.trim();
  return (
    <WaitingFrame icon={Hand} label={`Task ${taskId}`} title={`Task ${taskId} is yours to do`}>
      <p className="break-words whitespace-pre-wrap">{description}</p>
      <TextArea
        aria-label="What came of it"
        placeholder="What came of it"
        value={text}
        onChange={({ target }) => setText(target.value)}
        lines={1}
      />
      <ProblemNote problem={problem} onClose={clear} />
      <div className="flex flex-wrap gap-2">
        <Button
          look="primary"
          disabled={busy}
          onClick={() => send({ type: 'task-complete', taskId, result: said || 'Done.' })}
        >
          Mark done
        </Button>
        <Button
          disabled={busy || said === ''}
          title={said === '' ? 'Say what went wrong first' : undefined}
          onClick={() => send({ type: 'task-fail', taskId, error: said })}
        >
          Mark failed
        </Button>
        <Button look="quiet" disabled={busy} onClick={() => send({ type: 'task-cancel', taskId })}>
          Cancel task
        </Button>
      </div>
    </WaitingFrame>
  );
}
