import { useState } from 'react';
import type { BlockForm, CommandCall } from '../../../src/harness/module/view-block.ts';
import { Button } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { CommandForm } from './command-form.tsx';
import { useKnownCommand } from './command-forms.tsx';

/** A button that opens a form for the missing fields of its command; nothing if the command is unknown. */
export function FormButton({
  form: { label, form },
  subject,
  disabled = false,
  className,
  onCommand,
}: {
  readonly form: BlockForm;
  /** What it acts on, for screen readers. */
  readonly subject?: string | undefined;
  readonly disabled?: boolean;
  readonly className?: string;
  readonly onCommand: (command: CommandCall) => unknown;
}) {
  const [isOpen, setOpen] = useState(false);
  const known = useKnownCommand(form.type);
  if (known === undefined) return null;
  const description = subject ?? known.description;
  return (
    <>
      <Button
        disabled={disabled}
        aria-haspopup="dialog"
        onClick={() => setOpen(true)}
        {...(subject && { 'aria-label': `${label}: ${subject}` })}
        {...(className && { className })}
      >
        {label}
      </Button>
      <Dialog open={isOpen} onOpenChange={setOpen} title={label} {...(description && { description })}>
        <CommandForm
          command={form}
          input={known.input}
          label={label}
          submitLabel={label}
          disabled={disabled}
          onCommand={onCommand}
          onDone={() => setOpen(false)}
          onCancel={() => setOpen(false)}
        />
      </Dialog>
    </>
  );
}
