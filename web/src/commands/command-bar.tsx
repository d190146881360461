import { ChevronDown, MoreHorizontal } from 'lucide-react';
import { useRef, useState } from 'react';
import type { CommandCall } from '../../../src/harness/module/view-block.ts';
import { useSurfaceSize } from '../map/surface-size.ts';
import { usePendingAction } from '../state/commands.ts';
import { Button, IconButton } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { Menu } from '../ui/menu.tsx';
import { ProblemNote } from '../ui/problem-note.tsx';
import { fieldsOf, needsInput, openFields } from './command-fields.ts';
import { CommandForm } from './command-form.tsx';
import { initialValues, readForm } from './form-values.ts';
import type { SessionCommand } from './session-command.ts';

/** Further ones go into a menu, so that all fit on one line. */
const MAX_BUTTONS = 4;
const MAX_IN_NARROW = 3;
const NARROW_PX = 480;

/** The commands of a session, as buttons. One that needs input or confirmation opens a dialog. */
export function CommandBar({
  commands,
  onCommand,
  disabled = false,
}: {
  readonly commands: readonly SessionCommand[];
  readonly onCommand: (command: CommandCall) => unknown;
  readonly disabled?: boolean;
}) {
  const [opened, setOpened] = useState<SessionCommand>();
  const [isOpen, setOpen] = useState(false);
  const { busy, problem, run, clear } = usePendingAction();
  const bar = useRef<HTMLDivElement>(null);
  const most = useSurfaceSize(bar).width < NARROW_PX ? MAX_IN_NARROW : MAX_BUTTONS;
  if (commands.length === 0) return null;
  const open = (command: SessionCommand) => {
    setOpened(command);
    setOpen(true);
  };
  const start = (command: SessionCommand) => {
    const call = immediateCall(command);
    if (call === undefined) return open(command);
    return run(async () => onCommand(call));
  };
  const isLong = commands.length > most;
  const buttons = isLong ? commands.slice(0, most - 1) : commands;
  const others = isLong ? commands.slice(most - 1) : [];
  return (
    <div ref={bar} className="flex min-w-0 flex-col gap-2">
      <section aria-label="Commands" className="flex flex-wrap gap-2">
        {buttons.map((command) => (
          <CommandButton
            key={command.type}
            command={command}
            disabled={disabled || busy}
            onStart={() => start(command)}
            onOpen={() => open(command)}
          />
        ))}
        {others.length > 0 && (
          <Menu
            trigger={
              <IconButton label="More commands" disabled={disabled || busy} look="plain">
                <MoreHorizontal size={16} aria-hidden />
              </IconButton>
            }
            entries={others.map((command) => ({
              label: labelOf(command),
              onSelect: () => void start(command),
            }))}
          />
        )}
      </section>
      <ProblemNote problem={problem} onClose={clear} />
      {opened && (
        <Dialog
          open={isOpen}
          onOpenChange={setOpen}
          title={opened.title}
          {...(opened.description !== undefined && { description: opened.description })}
        >
          <CommandForm
            key={opened.type}
            command={{ type: opened.type }}
            input={opened.input}
            label={opened.title}
            submitLabel={opened.title}
            isDanger={opened.confirm === true}
            disabled={disabled}
            onCommand={onCommand}
            onDone={() => setOpen(false)}
            onCancel={() => setOpen(false)}
          />
        </Dialog>
      )}
    </div>
  );
}

/** The command itself, if it needs no input and no confirmation. */
function immediateCall({ type, input, confirm }: SessionCommand): CommandCall | undefined {
  const fields = fieldsOf(input);
  if (confirm === true || needsInput(fields)) return undefined;
  const form = readForm(fields, initialValues(fields));
  return form.ok ? { ...form.input, type } : undefined;
}

function labelOf(command: SessionCommand): string {
  return immediateCall(command) === undefined ? `${command.title}…` : command.title;
}

function CommandButton({
  command,
  disabled,
  onStart,
  onOpen,
}: {
  readonly command: SessionCommand;
  readonly disabled: boolean;
  readonly onStart: () => unknown;
  readonly onOpen: () => void;
}) {
  const { title, description, confirm, input } = command;
  const isImmediate = immediateCall(command) !== undefined;
  const hasOptions = isImmediate && openFields(fieldsOf(input)).length > 0;
  return (
    <span className="inline-flex max-w-full min-w-0">
      <Button
        look={confirm ? 'danger' : 'plain'}
        disabled={disabled}
        title={description}
        onClick={onStart}
        {...(!isImmediate && { 'aria-haspopup': 'dialog' })}
        className={hasOptions ? 'rounded-r-none border-r-0' : 'min-w-0 shrink!'}
      >
        <span className="truncate">{labelOf(command)}</span>
      </Button>
      {hasOptions && (
        <IconButton
          label={`${title} with options`}
          look="plain"
          aria-haspopup="dialog"
          disabled={disabled}
          onClick={onOpen}
          className="w-7! rounded-l-none"
        >
          <ChevronDown size={14} aria-hidden />
        </IconButton>
      )}
    </span>
  );
}
