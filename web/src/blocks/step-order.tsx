import { GripVertical } from 'lucide-react';
import { type KeyboardEvent, type PointerEvent, type RefObject, useEffect, useState } from 'react';
import type { StepItem } from '../../../src/harness/module/view-block.ts';
import { useKnownCommand } from '../commands/command-forms.tsx';
import { stepValue } from '../commands/step-choices.ts';
import { usePendingAction } from '../state/commands.ts';
import { useEscape } from '../ui/use-escape.ts';
import { useBlockCommands } from './block-commands.ts';

/** Reorders the steps of a list, by pointer and keyboard. */
export interface StepOrder {
  /** The index at which a dragged step would be inserted; undefined while nothing is dragged. */
  readonly dropAt: number | undefined;
  /** The last action in words, for screen readers. */
  readonly announcement: string;
  readonly problem: ReturnType<typeof usePendingAction>['problem'];
  clear(): void;
  /** The event handlers that make the step at this index movable; undefined if it is not. */
  handleAt(at: number): HandleEvents | undefined;
}

interface HandleEvents {
  onPointerDown(event: PointerEvent<HTMLElement>): void;
  onPointerMove(event: PointerEvent<HTMLElement>): void;
  onPointerUp(): void;
  onPointerCancel(): void;
  onKeyDown(event: KeyboardEvent): void;
}

/** Lets people reorder steps. `list` is the element that contains them. */
export function useStepOrder(items: readonly StepItem[], list: RefObject<HTMLElement | null>): StepOrder {
  const { onCommand, disabled } = useBlockCommands();
  const { problem, run, clear } = usePendingAction();
  const [drag, setDrag] = useState<{ readonly from: number; readonly slot: number }>();
  const [moved, setMoved] = useState<{ readonly to: number; readonly count: number }>();
  const type = items.find(({ move }) => move)?.move?.command.type;
  const input = useKnownCommand(type ?? '')?.input;
  useEscape(drag !== undefined, () => setDrag(undefined));
  useEffect(() => {
    // The step has another place now, and the focus goes with it.
    if (moved) list.current?.children[moved.to]?.querySelector<HTMLElement>('[data-move]')?.focus();
  }, [moved, list]);

  const moveTo = async (from: number, slot: number) => {
    const move = items[from]?.move;
    const to = slot > from ? slot - 1 : slot;
    if (move === undefined || to === from || slot < 0 || slot > items.length) return;
    const next = items.slice(slot).find((item) => item.move !== undefined);
    const { command, before } = move;
    const place = next && { [before]: stepValue(next.id, input, before) };
    if (await run(async () => onCommand({ ...command, ...place }))) setMoved({ to, count: items.length });
  };
  const slotAt = (y: number): number => {
    const rows = [...(list.current?.children ?? [])];
    const slot = rows.findIndex((row) => {
      const { top, height } = row.getBoundingClientRect();
      return y < top + height / 2;
    });
    rows.at(slot)?.scrollIntoView({ block: 'nearest' });
    return slot === -1 ? rows.length : slot;
  };
  return {
    dropAt: drag?.slot,
    announcement: moved ? `Moved to position ${moved.to + 1} of ${moved.count}.` : '',
    problem,
    clear,
    handleAt(at) {
      if (disabled || items[at]?.move === undefined) return undefined;
      const end = () => setDrag(undefined);
      return {
        onPointerDown(event) {
          if (event.button !== 0) return;
          event.currentTarget.setPointerCapture(event.pointerId);
          setDrag({ from: at, slot: at });
        },
        onPointerMove(event) {
          if (drag) setDrag({ ...drag, slot: slotAt(event.clientY) });
        },
        onPointerUp() {
          end();
          if (drag) void moveTo(drag.from, drag.slot);
        },
        onPointerCancel: end,
        onKeyDown(event) {
          const slot = slotFor(event.key, at, items.length);
          if (slot === undefined) return;
          event.preventDefault();
          void moveTo(at, slot);
        },
      };
    },
  };
}

/** The index at which a key inserts the step at this one. */
function slotFor(key: string, at: number, count: number): number | undefined {
  switch (key) {
    case 'ArrowUp':
      return at - 1;
    case 'ArrowDown':
      return at + 2;
    case 'Home':
      return 0;
    case 'End':
      return count;
    default:
      return undefined;
  }
}

/** The drag handle of a step. While it has the focus, arrow keys move the step. */
export function MoveHandle({ events, title }: { readonly events: HandleEvents; readonly title: string }) {
  return (
    <button
      type="button"
      data-move
      aria-label={`Move: ${title}`}
      aria-keyshortcuts="ArrowUp ArrowDown Home End"
      title="Drag it, or press the arrow keys"
      className="grid h-8 w-6 shrink-0 cursor-grab touch-none place-items-center rounded-md text-soft hover:bg-hover hover:text-ink active:cursor-grabbing max-sm:h-10 max-sm:w-8"
      {...events}
    >
      <GripVertical size={14} aria-hidden />
    </button>
  );
}
