import { type ReactNode, useState } from 'react';
import { Link } from 'wouter';
import type { CommandCall } from '../../../src/harness/module/view-block.ts';
import type { SessionLine, Waiting } from '../api/contracts.ts';
import { answerField, fieldsOf } from '../commands/command-fields.ts';
import { CommandForms } from '../commands/command-forms.tsx';
import { AnswerBox, WaitingOptions } from '../commands/waiting-card.tsx';
import { sendCommand } from '../state/commands.ts';

/** What can be decided or answered from the inbox at once; a longer form is filled in in its session. */
export function InboxActions({
  line: { id: session, plannerId },
  item: { id, options = [], form },
}: {
  readonly line: SessionLine;
  readonly item: Waiting;
}): ReactNode {
  // It stays here until the list is told, and is not to be decided a second time.
  const [isDecided, setDecided] = useState(false);
  const decide = async (command: CommandCall) => {
    await sendCommand(session, command);
    setDecided(true);
  };
  const field = form && answerField(fieldsOf(form.input, form.command), form.field);
  return (
    <CommandForms plannerId={plannerId}>
      <div className="mt-2 flex max-w-xl flex-col gap-2">
        <WaitingOptions options={options} disabled={isDecided} onCommand={decide} />
        {form && field && (
          <AnswerBox
            form={form}
            field={field}
            promptId={`waiting-${session}-${id}`}
            disabled={isDecided}
            isMain={options.length === 0}
            onCommand={decide}
          />
        )}
        <Link
          href={`/sessions/${encodeURIComponent(session)}`}
          className="-ml-2 self-start rounded-md px-2 py-1 text-small font-medium text-accent hover:bg-hover"
        >
          Open
        </Link>
      </div>
    </CommandForms>
  );
}
