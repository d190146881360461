import { useId, useState } from 'react';
import { useCommands } from '../../state/commands.ts';
import { Button } from '../../ui/button.tsx';
import { TextArea } from '../../ui/field.tsx';
import { ProblemNote } from '../../ui/problem-note.tsx';

/** The question of a task, in its place, with a box for the answer. */
export function TaskAnswer({
  taskId,
  question,
  isTitle,
}: {
  readonly taskId: number;
  readonly question: string;
  /** Whether the question is what the task is called: then it stands right above. */
  readonly isTitle: boolean;
}) {
  const id = useId();
  const [text, setText] = useState('');
  const { busy, problem, send, clear } = useCommands();
  const answer = text.trim();
  const submit = async () => {
    if (answer !== '' && !busy && (await send({ type: 'task-answer', taskId, answer }))) setText('');
  };
  return (
    <form
      aria-label={`Question of task ${taskId}`}
      className="flex flex-col gap-2"
      onSubmit={(event) => {
        event.preventDefault();
        void submit();
      }}
    >
      <label htmlFor={id} className={isTitle ? 'sr-only' : 'font-medium break-words whitespace-pre-wrap'}>
        {question}
      </label>
      <TextArea
        id={id}
        value={text}
        disabled={busy}
        className="min-h-9!"
        placeholder="Your answer"
        onChange={({ target }) => setText(target.value)}
        onKeyDown={(event) => {
          if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return;
          event.preventDefault();
          void submit();
        }}
      />
      <ProblemNote problem={problem} onClose={clear} />
      <div>
        <Button type="submit" look="primary" waits={busy} disabled={answer === ''}>
          Answer
        </Button>
      </div>
    </form>
  );
}
