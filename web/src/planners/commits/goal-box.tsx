import { useId, useState } from 'react';
import { SetupLink } from '../../setup/setup-link.tsx';
import { useCommands } from '../../state/commands.ts';
import { Button } from '../../ui/button.tsx';
import { TextArea } from '../../ui/field.tsx';
import { ProblemNote } from '../../ui/problem-note.tsx';

/** What the next change is to reach. */
export function GoalBox({
  ready,
  summary,
  onAsked,
}: {
  readonly ready: boolean;
  readonly summary: string | null;
  readonly onAsked?: () => void;
}) {
  const id = useId();
  const [text, setText] = useState('');
  const { busy, problem, send, clear } = useCommands();
  const submit = async () => {
    if (text.trim() === '' || busy || !(await send({ type: 'say', text: text.trim() }))) return;
    setText('');
    onAsked?.();
  };
  return (
    <form
      aria-label="Ask for a plan"
      className="flex flex-col gap-2"
      onSubmit={(event) => {
        event.preventDefault();
        void submit();
      }}
    >
      <label htmlFor={id} className="text-body font-medium">
        What is the next change to reach?
      </label>
      {summary && <p className="text-meta text-soft">{summary}</p>}
      <TextArea
        id={id}
        value={text}
        disabled={busy}
        className="min-h-9!"
        placeholder="Make parsing twice as fast, without a change to the interface"
        onChange={({ target }) => setText(target.value)}
        onKeyDown={(event) => {
          if (event.key === 'Enter' && (event.metaKey || event.ctrlKey)) void submit();
        }}
      />
      <ProblemNote problem={problem} onClose={clear} />
      <div className="flex items-center gap-2">
        <Button type="submit" look="primary" waits={busy} disabled={text.trim() === '' || !ready}>
          Plan it
        </Button>
        {!ready && (
          <p className="text-small text-warn">
            It has to be set up first. <SetupLink />
          </p>
        )}
      </div>
    </form>
  );
}
