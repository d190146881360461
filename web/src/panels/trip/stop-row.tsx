import { Ellipsis, GripVertical, Lock } from 'lucide-react';
import type { KeyboardEvent } from 'react';
import type { Anchor } from '../../../../src/planners/trip/itinerary/itinerary.ts';
import { IconButton } from '../../ui/button.tsx';
import { classes } from '../../ui/classes.ts';
import { Menu } from '../../ui/menu.tsx';
import { regionText } from './day-plan.ts';
import { stopEntries } from './stop-entries.ts';
import { STATUS_WORDS } from './stop-status.ts';
import { useTripList } from './trip-list-context.ts';

const DOT = {
  good: 'border-good text-good',
  warn: 'border-warn bg-warn-ground text-warn',
  bad: 'border-bad bg-bad-ground text-bad',
  unchecked: 'border-edge text-soft',
} as const;

/** A stop in the list: selected here and on the map alike, dragged by its handle, and changed through its menu. */
export function StopRow({
  anchor,
  note,
  draggable = true,
}: {
  readonly anchor: Anchor;
  readonly note: string;
  readonly draggable?: boolean;
}) {
  const { itinerary, chosen, broken, hovered, standing, canChange, hasControls, drag, ...list } =
    useTripList();
  const { handleOf, onChoose, onHover, onChange, onMove } = list;
  const { id, name, locked } = anchor;
  const number = itinerary.anchors.indexOf(anchor) + 1;
  const isTarget = drag !== undefined && drag.over === id && drag.anchorId !== id;
  const stands = standing(anchor);
  const keys = (event: KeyboardEvent) => {
    const step = event.key === 'ArrowUp' ? -1 : event.key === 'ArrowDown' ? 1 : undefined;
    if (!event.altKey || step === undefined || !canChange) return;
    event.preventDefault();
    onMove(id, step);
  };
  return (
    <div
      data-stop-row={id}
      onPointerEnter={() => onHover(id)}
      onPointerLeave={() => onHover(undefined)}
      className={classes(
        'flex items-center gap-1 rounded-md',
        id === chosen ? 'bg-chosen' : id === hovered && 'bg-hover',
        id === broken && 'animate-pulse-broken outline-2 -outline-offset-2 outline-bad',
        isTarget && 'ring-2 ring-accent',
        drag?.anchorId === id && 'opacity-50',
      )}
    >
      {canChange && draggable && !locked ? (
        <span
          {...handleOf(id)}
          data-handle={id}
          title={`Drag ${name} to another day`}
          className="flex h-8 w-6 shrink-0 cursor-grab touch-none items-center justify-center text-soft active:cursor-grabbing max-sm:h-11 max-sm:w-8"
        >
          <GripVertical size={16} aria-hidden />
        </span>
      ) : (
        <span className="flex w-6 shrink-0 justify-center text-soft max-sm:w-8">
          {locked && <Lock size={16} aria-label="Locked" />}
        </span>
      )}
      <button
        type="button"
        data-stop-button={id}
        aria-pressed={id === chosen}
        aria-keyshortcuts="Alt+ArrowUp Alt+ArrowDown"
        onClick={() => onChoose(id)}
        onKeyDown={keys}
        className="flex min-h-8 min-w-0 flex-1 items-center gap-2 rounded-md text-left max-sm:min-h-11"
      >
        <span
          className={classes(
            'grid size-5 shrink-0 place-items-center rounded-full border-2 text-meta leading-none font-semibold',
            DOT[stands],
          )}
        >
          {number}
        </span>
        {/* A region that does not fit beside the name wraps out of sight: a letter of it says nothing. */}
        <span className="flex h-5 min-w-0 flex-wrap gap-x-2 overflow-hidden leading-5">
          <span className="max-w-full truncate font-medium">{name || 'Stop without a name'}</span>
          <span className="text-small text-soft">{regionText(anchor)}</span>
        </span>
        {stands !== 'good' && <span className="sr-only">, {STATUS_WORDS[stands]}</span>}
        <span className="ml-auto shrink-0 pr-1 text-meta text-soft">{note}</span>
      </button>
      {hasControls && (
        <Menu
          trigger={
            <IconButton label={`Change ${name || 'the stop'}`} className={canChange ? '' : 'invisible'}>
              <Ellipsis size={16} aria-hidden />
            </IconButton>
          }
          entries={stopEntries(itinerary, anchor, onChange)}
        />
      )}
    </div>
  );
}
