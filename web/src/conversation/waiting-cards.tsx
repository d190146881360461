import { CARD_OF } from '../commands/card-choices.ts';
import { CommandForms } from '../commands/command-forms.tsx';
import { panelOf } from '../panels/planner-panels.ts';
import { sendToOpen } from '../state/commands.ts';
import { useShown } from '../state/open-session.ts';
import { classes } from '../ui/classes.ts';
import { lazyPart } from '../ui/lazy-part.tsx';
import { DecidedInPanel } from './decided-in-panel.tsx';
import { DraftCard } from './draft-card.tsx';
import { OrphanedEdit, useOrphanedEdits } from './orphaned-edit.tsx';

const WaitingCard = lazyPart(async () => (await import('../commands/waiting-card.tsx')).WaitingCard);

/** Everything in this session that waits for a person: the most prominent part of the page. */
export function WaitingCards({
  className,
  isInPanel = false,
}: {
  readonly className?: string;
  /** Whether they are in the planner's panel, which offers the rest itself. */
  readonly isInPanel?: boolean;
}) {
  const shown = useShown();
  const panel = shown === undefined || shown.readOnly ? undefined : panelOf(shown.plannerId);
  const decides = panel?.decides ?? [];
  const waiting = (shown?.waiting ?? []).filter(({ type }) => !isInPanel || !decides.includes(type));
  const orphans = useOrphanedEdits(shown);
  if (shown === undefined || (waiting.length === 0 && orphans.length === 0)) return null;
  return (
    <CommandForms plannerId={shown.plannerId}>
      <div className={classes('flex flex-col gap-3', className)}>
        {orphans.map((composeId) => (
          <OrphanedEdit key={composeId} session={shown} composeId={composeId} />
        ))}
        {waiting.map((item) => {
          const draft = shown.drafts.find(({ composeId }) => item.id === `draft-${composeId}`);
          return (
            <div key={item.id} {...{ [CARD_OF]: item.id }}>
              {draft ? (
                <DraftCard draft={draft} />
              ) : panel && decides.includes(item.type) ? (
                <DecidedInPanel text={item.text} panel={panel} />
              ) : (
                <WaitingCard item={item} disabled={shown.readOnly} onCommand={sendToOpen} />
              )}
            </div>
          );
        })}
      </div>
    </CommandForms>
  );
}
