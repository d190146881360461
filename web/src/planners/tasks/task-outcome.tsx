import { useId, useState } from 'react';
import { useCommands } from '../../state/commands.ts';
import { Button } from '../../ui/button.tsx';
import { TextArea } from '../../ui/field.tsx';
import { ProblemNote } from '../../ui/problem-note.tsx';

/** What came of a task, told by a person: its result, or why it failed. */
export function TaskOutcome({ taskId, onClose }: { readonly taskId: number; readonly onClose?: () => void }) {
  const id = useId();
  const [text, setText] = useState('');
  const { busy, problem, send, clear } = useCommands();
  const [failing, setFailing] = useState(false);
  const said = text.trim();
  const fail = async () => {
    setFailing(true);
    await send({ type: 'task-fail', taskId, error: said });
    setFailing(false);
  };
  return (
    <form
      aria-label={`Outcome of task ${taskId}`}
      className="flex flex-col gap-2"
      onSubmit={(event) => {
        event.preventDefault();
        void send({ type: 'task-complete', taskId, result: said || 'Done.' });
      }}
    >
      <label htmlFor={id} className="text-small font-medium">
        What came of it
      </label>
      <TextArea
        id={id}
        value={text}
        disabled={busy}
        className="min-h-9!"
        placeholder="The result, or the reason why it failed"
        onChange={({ target }) => setText(target.value)}
      />
      <ProblemNote problem={problem} onClose={clear} />
      <div className="flex flex-wrap gap-2">
        <Button type="submit" look="primary" waits={busy && !failing} disabled={busy}>
          Mark done
        </Button>
        <Button
          look="danger"
          disabled={busy || said === ''}
          title={said === '' ? 'Say first what went wrong' : undefined}
          waits={failing}
          onClick={fail}
        >
          Mark failed
        </Button>
        {onClose && (
          <Button look="quiet" onClick={onClose}>
            Leave it
          </Button>
        )}
      </div>
    </form>
  );
}
