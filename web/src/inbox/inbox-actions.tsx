import { type ReactNode, useState } from 'react';
import { Link } from 'wouter';
import type { Command, Waiting } from '../api/contracts.ts';
import { sendCommand, useDoing } from '../state/commands.ts';
import { Button } from '../ui/button.tsx';
import { ProblemNote } from '../ui/problem-note.tsx';
import { InboxAnswer } from './inbox-answer.tsx';

/** What can be decided or answered from the inbox at once; everything else is done in its session. */
export function InboxActions({
  session,
  waiting,
}: {
  readonly session: string;
  readonly waiting: Waiting;
}): ReactNode {
  const { busy, problem, run, clear } = useDoing();
  // It stays here until the list is told, and is not to be decided a second time.
  const [isDecided, setDecided] = useState(false);
  const decide = async (command: Command) => setDecided(await run(() => sendCommand(session, command)));
  const choices = choicesOf(waiting);
  const question = questionIn(waiting);
  return (
    <div className="mt-2 flex flex-col gap-2">
      <div className="flex flex-wrap items-center gap-2">
        {question && <InboxAnswer {...question} busy={busy} disabled={busy || isDecided} onAnswer={decide} />}
        {choices.map(({ label, command }, at) => (
          <Button
            key={label}
            look={at === 0 && waiting.type !== 'trip-repair' ? 'primary' : 'plain'}
            disabled={busy || isDecided}
            onClick={() => decide(command)}
            className="h-auto min-h-8 max-w-full py-1 text-left whitespace-normal"
          >
            {label}
          </Button>
        ))}
        <Link
          href={`/sessions/${encodeURIComponent(session)}`}
          className="rounded-md px-2 py-1 text-small font-medium text-accent first:-ml-2 hover:bg-hover"
        >
          Open
        </Link>
      </div>
      <ProblemNote problem={problem} onClose={clear} />
    </div>
  );
}

function choicesOf(waiting: Waiting): readonly { readonly label: string; readonly command: Command }[] {
  switch (waiting.type) {
    case 'draft': {
      const { composeId, digest } = waiting;
      return [
        { label: 'Approve & send', command: { type: 'approve', composeId, digest } },
        { label: 'Dismiss', command: { type: 'dismiss', composeId } },
      ];
    }
    case 'trip-repair':
      return waiting.options.map(({ id, label }) => ({ label, command: { type: 'choose', optionId: id } }));
    case 'plan': {
      const { requestId, digest } = waiting;
      return [
        { label: 'Accept plan', command: { type: 'accept-plan', requestId, digest } },
        { label: 'Reject', command: { type: 'reject-plan', requestId, digest } },
      ];
    }
    case 'budget':
      return [{ label: 'Go on', command: { type: 'resume' } }];
    default:
      return [];
  }
}

interface AskedQuestion {
  readonly question: string;
  readonly placeholder?: string | undefined;
  readonly answer: (text: string) => Command;
}

function questionIn(waiting: Waiting): AskedQuestion | undefined {
  switch (waiting.type) {
    case 'question': {
      const { qid, prompt, placeholder } = waiting;
      return { question: prompt, placeholder, answer: (text) => ({ type: 'answer', qid, text }) };
    }
    case 'task-question': {
      const { taskId, question } = waiting;
      return { question, answer: (answer) => ({ type: 'task-answer', taskId, answer }) };
    }
    case 'trip-question':
      return { question: waiting.question, answer: (text) => ({ type: 'say', text }) };
    default:
      return undefined;
  }
}
