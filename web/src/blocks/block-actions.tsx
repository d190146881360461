import { Hand } from 'lucide-react';
import type { BlockAction, BlockForm } from '../../../src/harness/module/view-block.ts';
import { ActionButton } from '../commands/action-button.tsx';
import { cardOffering, goToCard } from '../commands/card-choices.ts';
import { FormButton } from '../commands/form-button.tsx';
import { usePendingAction } from '../state/commands.ts';
import { Button } from '../ui/button.tsx';
import { classes } from '../ui/classes.ts';
import { ProblemNote } from '../ui/problem-note.tsx';
import { useBlockCommands } from './block-commands.ts';
import { keyed } from './keyed.ts';

/** The actions of something on the page, as buttons, with the last refusal below them. */
export function BlockActions({
  actions = [],
  forms = [],
  subject,
  className,
}: {
  readonly actions?: readonly BlockAction[] | undefined;
  readonly forms?: readonly BlockForm[] | undefined;
  /** What they act on, for screen readers. */
  readonly subject?: string | undefined;
  readonly className?: string;
}) {
  const { onCommand, disabled, inCards } = useBlockCommands();
  const { busy, problem, run, clear } = usePendingAction();
  if (actions.length + forms.length === 0) return null;
  const cardOf = ({ command }: BlockAction) => cardOffering(inCards, command);
  const card = actions.map(cardOf).find((id) => id !== undefined);
  return (
    <div className={classes('flex min-w-0 flex-col gap-2', className)}>
      <div className="flex flex-wrap gap-1.5">
        {card !== undefined && (
          <Button
            look="quiet"
            className="-ml-2.5 text-accent"
            disabled={disabled}
            onClick={() => goToCard(card)}
          >
            <Hand size={14} aria-hidden />
            Waits for your decision
          </Button>
        )}
        {keyed(
          actions.filter((action) => cardOf(action) === undefined),
          ({ label }) => label,
        ).map(({ key, item }) => (
          <ActionButton
            key={key}
            action={item}
            disabled={disabled || busy}
            subject={subject}
            className="min-h-7 px-2.5! py-1"
            onRun={run}
            onCommand={onCommand}
          />
        ))}
        {keyed(forms, ({ label }) => label).map(({ key, item }) => (
          <FormButton
            key={key}
            form={item}
            disabled={disabled || busy}
            subject={subject}
            className="h-auto! min-h-7 px-2.5! py-1 max-sm:min-h-10"
            onCommand={onCommand}
          />
        ))}
      </div>
      <ProblemNote problem={problem} onClose={clear} />
    </div>
  );
}
