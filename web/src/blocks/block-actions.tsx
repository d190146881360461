import type { BlockAction } from '../../../src/harness/module/view-block.ts';
import { useDoing } from '../state/commands.ts';
import { Button } from '../ui/button.tsx';
import { classes } from '../ui/classes.ts';
import { ProblemNote } from '../ui/problem-note.tsx';
import { useBlockCommands } from './block-commands.ts';
import { keyed } from './keyed.ts';

/** What can be done with something that is shown, as buttons; what was refused stands below them. */
export function BlockActions({
  actions = [],
  subject,
  className,
}: {
  readonly actions?: readonly BlockAction[] | undefined;
  /** What they act on, for those who hear a button's name without what is around it. */
  readonly subject?: string | undefined;
  readonly className?: string;
}) {
  const { onCommand, disabled } = useBlockCommands();
  const { busy, problem, run, clear } = useDoing();
  if (actions.length === 0) return null;
  return (
    <div className={classes('flex min-w-0 flex-col gap-2', className)}>
      <div className="flex flex-wrap gap-1.5">
        {keyed(actions, ({ label }) => label).map(({ key, item: { label, command } }) => (
          <Button
            key={key}
            disabled={disabled || busy}
            onClick={() => run(async () => onCommand(command))}
            {...(subject && { 'aria-label': `${label}: ${subject}` })}
            className="h-auto! min-h-7 max-w-full shrink! px-2.5! py-1 text-left whitespace-normal! max-sm:min-h-10"
          >
            {label}
          </Button>
        ))}
      </div>
      <ProblemNote problem={problem} onClose={clear} />
    </div>
  );
}
