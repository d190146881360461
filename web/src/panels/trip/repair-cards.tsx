import { Wrench } from 'lucide-react';
import { useMemo, useRef } from 'react';
import type { Itinerary } from '../../../../src/planners/trip/itinerary/itinerary.ts';
import type { PlannerAction, PlannerRepairOption } from '../../../../src/planners/trip/planner-state.ts';
import { classes } from '../../ui/classes.ts';
import { outlineOption } from './option-outline.ts';

/** The repairs that the planner offers, each with what it changes and keeps. */
export function RepairCards({
  action,
  itinerary,
  previewed,
  canChoose,
  onPreview,
  onChoose,
}: {
  readonly action: Extract<PlannerAction, { readonly type: 'SUGGEST_REPAIR' }>;
  readonly itinerary: Itinerary;
  readonly previewed: string | undefined;
  readonly canChoose: boolean;
  readonly onPreview: (optionId: string | undefined) => void;
  readonly onChoose: (option: PlannerRepairOption) => void;
}) {
  const outlined = useMemo(
    () => action.options.map((option) => ({ option, outline: outlineOption(itinerary, option.mutation) })),
    [action, itinerary],
  );
  // A finger cannot hover: its first tap looks at an option, the second one chooses it.
  const looksFirst = useRef(false);
  return (
    <section
      aria-label="Repairs"
      data-options
      className="border-b bg-bad-ground/60 p-3"
      onPointerLeave={({ pointerType }) => pointerType !== 'touch' && onPreview(undefined)}
      onBlur={({ currentTarget, relatedTarget }) => {
        if (!(relatedTarget instanceof Node && currentTarget.contains(relatedTarget))) onPreview(undefined);
      }}
    >
      <p className="flex items-start gap-2 pb-2 text-small font-medium">
        <Wrench size={16} className="mt-px shrink-0 text-bad" aria-hidden />
        <span className="min-w-0 break-words">{action.reason}</span>
      </p>
      <ul className="grid gap-1.5 @md:grid-cols-2">
        {outlined.map(({ option, outline }) => (
          <li key={option.id}>
            <button
              type="button"
              aria-disabled={!canChoose}
              // Not when it comes to lie under a pointer that rests, as after a stop was dropped.
              onPointerMove={({ pointerType, movementX, movementY }) => {
                if (pointerType !== 'touch' && (movementX !== 0 || movementY !== 0)) onPreview(option.id);
              }}
              onPointerDown={({ pointerType }) => {
                looksFirst.current = pointerType === 'touch' && previewed !== option.id;
              }}
              onFocus={() => onPreview(option.id)}
              onKeyDown={() => {
                looksFirst.current = false;
              }}
              onClick={() => {
                if (looksFirst.current) onPreview(option.id);
                else if (canChoose) onChoose(option);
              }}
              className={classes(
                'flex h-full w-full flex-col rounded-md border bg-raised px-3 py-1.5 text-left transition-colors duration-120 aria-disabled:cursor-default aria-disabled:opacity-55',
                previewed === option.id ? 'border-accent' : 'hover:border-edge',
              )}
            >
              <span className="block font-medium">{option.label}</span>
              <span className="block text-small text-soft">{outline.changes}</span>
              <span className="block text-small text-good">{outline.stays}</span>
              {previewed === option.id && canChoose && (
                <span className="hidden text-small text-accent [@media(hover:none)]:block">
                  Tap again to choose it
                </span>
              )}
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}
