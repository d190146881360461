import { type ReactNode, useState } from 'react';
import { Link } from 'wouter';
import type { CommandCall } from '../../../src/harness/module/view-block.ts';
import type { SessionLine, Waiting } from '../api/contracts.ts';
import { answerField, fieldsOf } from '../commands/command-fields.ts';
import { CommandForms } from '../commands/command-forms.tsx';
import { AnswerBox, WaitingOptions, wordlessOption } from '../commands/waiting-card.tsx';
import { sendCommand, usePendingAction } from '../state/commands.ts';
import { Button } from '../ui/button.tsx';
import { ProblemNote } from '../ui/problem-note.tsx';

/** The decisions and answers that are possible in the inbox; longer forms are in the session. */
export function InboxActions({
  line,
  item: { id, options = [], form },
}: {
  readonly line: SessionLine;
  readonly item: Waiting;
}): ReactNode {
  const { id: session, plannerId } = line;
  // It stays here until the list is updated, and must not be decided twice.
  const [isDecided, setDecided] = useState(false);
  const decide = async (command: CommandCall) => {
    await sendCommand(session, command);
    setDecided(true);
  };
  const field = form && answerField(fieldsOf(form.input, form.command), form.field);
  const wordless = field && wordlessOption(options, form, field);
  const leads = wordless !== undefined && wordless === options[0];
  return (
    <CommandForms plannerId={plannerId}>
      <div className="mt-2 flex max-w-xl flex-col gap-2">
        <WaitingOptions
          options={options.filter((option) => option !== wordless)}
          {...(leads && { look: 'plain' })}
          disabled={isDecided}
          onCommand={decide}
        />
        {form && field && (
          <AnswerBox
            form={form}
            field={field}
            promptId={`waiting-${session}-${id}`}
            disabled={isDecided}
            isMain={options.length === 0}
            leads={leads}
            wordless={wordless}
            onCommand={decide}
          />
        )}
        <SessionActions line={line} />
      </div>
    </CommandForms>
  );
}

/** Opens a session, or archives one that failed for good. */
export function SessionActions({ line: { id, waiting } }: { readonly line: SessionLine }) {
  const { busy, problem, run, clear } = usePendingAction();
  return (
    <>
      <div className="flex flex-wrap items-center gap-2">
        <Link
          href={`/sessions/${encodeURIComponent(id)}`}
          className="-ml-2 flex h-8 items-center self-start rounded-md px-2 text-small font-medium text-accent hover:bg-hover max-sm:h-10"
        >
          Open
        </Link>
        {waiting.length === 0 && (
          <Button look="quiet" waits={busy} onClick={() => run(() => sendCommand(id, { type: 'archive' }))}>
            Archive
          </Button>
        )}
      </div>
      <ProblemNote problem={problem} onClose={clear} />
    </>
  );
}
