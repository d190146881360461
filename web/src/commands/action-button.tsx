import { type ReactNode, useMemo, useState } from 'react';
import type { CommandCall } from '../../../src/harness/module/view-block.ts';
import { Button } from '../ui/button.tsx';
import { classes } from '../ui/classes.ts';
import { Dialog } from '../ui/dialog.tsx';
import { CommandForm } from './command-form.tsx';
import { useKnownCommand } from './command-forms.tsx';

/** The command of a button, and the fields that a person may change first. */
export interface OfferedAction {
  readonly label: string;
  readonly command: CommandCall;
  readonly edit?: readonly string[] | undefined;
}

/** A button for a command. If it has fields to change or needs confirmation, a form opens first. */
export function ActionButton({
  action: { label, command, edit = [] },
  look = 'plain',
  disabled = false,
  subject,
  className,
  onRun,
  onCommand,
  children,
}: {
  readonly action: OfferedAction;
  readonly look?: 'plain' | 'primary' | 'quiet';
  readonly disabled?: boolean;
  /** What it acts on, for screen readers. */
  readonly subject?: string | undefined;
  readonly className?: string;
  /** Runs the action of a click, and shows refusals. */
  readonly onRun: (what: () => Promise<unknown>) => unknown;
  readonly onCommand: (command: CommandCall) => unknown;
  readonly children?: ReactNode;
}) {
  const [isOpen, setOpen] = useState(false);
  const { input, confirm = false, description = subject } = useKnownCommand(command.type) ?? {};
  const { given, schema } = useMemo(() => editable(command, edit, input), [command, edit, input]);
  const asksFirst = edit.length > 0 || confirm;
  return (
    <>
      <Button
        look={look}
        disabled={disabled}
        onClick={() => (asksFirst ? setOpen(true) : onRun(async () => onCommand(command)))}
        {...(asksFirst && { 'aria-haspopup': 'dialog' })}
        {...(subject && { 'aria-label': `${label}: ${subject}` })}
        className={classes(
          'h-auto! max-w-full shrink! text-left whitespace-normal! max-sm:min-h-10',
          className,
        )}
      >
        {children ?? label}
      </Button>
      {asksFirst && (
        <Dialog open={isOpen} onOpenChange={setOpen} title={label} {...(description && { description })}>
          <CommandForm
            command={given}
            input={schema}
            label={label}
            submitLabel={label}
            isDanger={confirm}
            disabled={disabled}
            onCommand={onCommand}
            onDone={() => setOpen(false)}
            onCancel={() => setOpen(false)}
          />
        </Dialog>
      )}
    </>
  );
}

/** The command without what may be changed, and a schema of that which begins with what the command holds. */
function editable(
  command: CommandCall,
  edit: readonly string[],
  input: object | undefined,
): { readonly given: CommandCall; readonly schema: object } {
  const known = input !== undefined && 'properties' in input ? Object(input.properties) : {};
  const given: CommandCall = {
    ...Object.fromEntries(Object.entries(command).filter(([field]) => !edit.includes(field))),
    type: command.type,
  };
  const properties = Object.fromEntries(
    edit.map((field) => [
      field,
      {
        ...(known[field] ?? { type: 'string' }),
        ...(command[field] !== undefined && { default: command[field] }),
      },
    ]),
  );
  // Nobody is asked for what is given, but what it is tells what can be chosen beside it.
  const ofGiven = Object.fromEntries(Object.entries(known).filter(([field]) => field in given));
  return { given, schema: { ...input, type: 'object', properties: { ...ofGiven, ...properties } } };
}
