import { useId, useState } from 'react';
import { SetupLink } from '../../setup/setup-link.tsx';
import { useCommands } from '../../state/commands.ts';
import { Button } from '../../ui/button.tsx';
import { TextArea } from '../../ui/field.tsx';
import { ProblemNote } from '../../ui/problem-note.tsx';

const EXAMPLE = `Collect the open questions about the release.
Which date do we aim for?
Run \`npm test\` and note what fails.
Write the announcement, then ask for a review.`;

/** A plan that nobody has begun: what is to be done, in plain words. */
export function TasksBeginning({ ready }: { readonly ready: boolean }) {
  const id = useId();
  const [text, setText] = useState('');
  const { busy, problem, send, clear } = useCommands();
  const submit = () => {
    if (text.trim() !== '' && !busy) void send({ type: 'say', text: text.trim() });
  };
  return (
    <form
      aria-label="Begin a plan"
      className="mx-auto flex h-full max-w-xl flex-col justify-center gap-3 overflow-y-auto p-6"
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
    >
      <label htmlFor={id} className="text-title font-semibold">
        What is to be done?
      </label>
      <p className="text-small text-soft">
        A list, or plain sentences. Every step becomes a task, a question waits for your answer, and what
        needs a tool waits for you.
      </p>
      <TextArea
        id={id}
        value={text}
        className="min-h-32"
        placeholder={EXAMPLE}
        onChange={({ target }) => setText(target.value)}
        onKeyDown={(event) => {
          if (event.key === 'Enter' && (event.metaKey || event.ctrlKey)) submit();
        }}
      />
      <ProblemNote problem={problem} onClose={clear} />
      {!ready && (
        <p className="text-small text-warn">
          It has to be set up before anything is planned. <SetupLink />
        </p>
      )}
      <div className="flex items-center gap-2">
        <Button type="submit" look="primary" waits={busy} disabled={text.trim() === '' || !ready}>
          Plan it
        </Button>
        <Button look="quiet" onClick={() => setText(EXAMPLE)}>
          Use the example
        </Button>
      </div>
    </form>
  );
}
