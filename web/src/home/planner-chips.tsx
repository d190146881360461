import type { PlannerLine } from '../api/contracts.ts';
import { PlannerIcon } from '../shell/planner-icon.tsx';
import { classes } from '../ui/classes.ts';

/** The planners as chips: one is chosen, or inferred from the text. */
export function PlannerChips({
  planners,
  chosen,
  onChoose,
}: {
  readonly planners: readonly PlannerLine[];
  readonly chosen: PlannerLine | undefined;
  readonly onChoose: (id: string) => void;
}) {
  return (
    <fieldset className="flex min-w-0 flex-wrap gap-1">
      <legend className="sr-only">Planner</legend>
      {planners.map((each) => (
        <button
          key={each.id}
          type="button"
          title={each.description}
          aria-pressed={each.id === chosen?.id}
          onClick={() => onChoose(each.id)}
          className={classes(
            'flex h-7 items-center gap-1.5 rounded-full border px-2.5 text-meta font-medium max-sm:h-10',
            each.id === chosen?.id
              ? 'border-accent/40 bg-chosen text-accent'
              : 'text-soft hover:bg-hover hover:text-ink',
          )}
        >
          <PlannerIcon plannerId={each.id} />
          {each.name}
        </button>
      ))}
    </fieldset>
  );
}
