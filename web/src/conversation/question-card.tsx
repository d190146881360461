import { CircleHelp } from 'lucide-react';
import { type FormEvent, useId, useState } from 'react';
import type { Command } from '../api/contracts.ts';
import { useCommands } from '../state/commands.ts';
import { Button } from '../ui/button.tsx';
import { TextArea } from '../ui/field.tsx';
import { ProblemNote } from '../ui/problem-note.tsx';
import { WaitingFrame } from './waiting-frame.tsx';

/** A question to a person, with a place for the answer. */
export function QuestionCard({
  question,
  about,
  placeholder,
  answer,
}: {
  readonly question: string;
  readonly about?: string;
  readonly placeholder?: string | undefined;
  readonly answer: (text: string) => Command;
}) {
  const [text, setText] = useState('');
  const { busy, problem, send, clear } = useCommands();
  const id = useId();
  const submit = async (event?: FormEvent) => {
    event?.preventDefault();
    if (text.trim() !== '' && (await send(answer(text.trim())))) setText('');
  };
  return (
    <WaitingFrame icon={CircleHelp} label="Question" title={about ?? 'A question for you'}>
      <form onSubmit={submit} className="flex flex-col gap-3">
        <label htmlFor={id} dir="auto" className="break-words whitespace-pre-wrap">
          {question}
        </label>
        <TextArea
          id={id}
          value={text}
          placeholder={placeholder ?? 'Your answer'}
          onChange={({ target }) => setText(target.value)}
          onKeyDown={(event) => {
            if (event.key === 'Enter' && !event.shiftKey && !event.nativeEvent.isComposing) {
              event.preventDefault();
              void submit();
            }
          }}
          lines={1}
        />
        <ProblemNote problem={problem} onClose={clear} />
        <div>
          <Button type="submit" look="primary" waits={busy} disabled={text.trim() === ''}>
            Answer
          </Button>
        </div>
      </form>
    </WaitingFrame>
  );
}
