import { type FormEvent, useState } from 'react';
import type { Command } from '../api/contracts.ts';
import { Button } from '../ui/button.tsx';
import { TextInput } from '../ui/field.tsx';

/** A place for the answer to a question, without going to its session. */
export function InboxAnswer({
  question,
  placeholder = 'Your answer',
  busy,
  disabled,
  onAnswer,
  answer,
}: {
  readonly question: string;
  readonly placeholder?: string | undefined;
  readonly busy: boolean;
  readonly disabled: boolean;
  readonly answer: (text: string) => Command;
  readonly onAnswer: (command: Command) => Promise<void>;
}) {
  const [text, setText] = useState('');
  const said = text.trim();
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (said !== '' && !disabled) void onAnswer(answer(said));
  };
  return (
    <form onSubmit={submit} className="flex min-w-0 flex-1 gap-2 sm:max-w-lg">
      <TextInput
        aria-label={`Answer to: ${question}`}
        placeholder={placeholder}
        value={text}
        onChange={({ target }) => setText(target.value)}
      />
      <Button type="submit" look="primary" waits={busy} disabled={disabled || said === ''}>
        Answer
      </Button>
    </form>
  );
}
