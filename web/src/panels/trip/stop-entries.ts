import { ArrowUpDown, Lock, LockOpen, Moon, Trash2 } from 'lucide-react';
import type { Anchor, Itinerary } from '../../../../src/planners/trip/itinerary/itinerary.ts';
import { nightsOf, type PlannerMutation } from '../../../../src/planners/trip/itinerary/mutation.ts';
import type { MenuEntry } from '../../ui/menu.tsx';
import { movesOf } from './stop-moves.ts';

/** The menu entries of a stop. */
export function stopEntries(
  itinerary: Itinerary,
  anchor: Anchor,
  onChange: (mutation: PlannerMutation) => void,
): readonly MenuEntry[] {
  const { id: anchorId, name, locked = false } = anchor;
  const update = (set: { readonly nights?: number; readonly locked?: boolean }) => () =>
    onChange({ op: 'UPDATE_ANCHOR', payload: { anchorId, set } });
  const lock: MenuEntry = locked
    ? { label: 'Unlock', icon: LockOpen, onSelect: update({ locked: false }) }
    : { label: 'Lock against repairs', icon: Lock, onSelect: update({ locked: true }) };
  if (locked) return [lock];
  const days = itinerary.days.filter((day) => day.anchorId === anchorId).length;
  const nights = nightsOf(itinerary, anchor);
  return [
    ...movesOf(itinerary, anchorId).map(({ label, mutation }) => ({
      label,
      icon: ArrowUpDown,
      onSelect: () => onChange(mutation),
    })),
    ...(days > 0
      ? [{ label: 'Stay a night longer', icon: Moon, onSelect: update({ nights: nights + 1 }) }]
      : []),
    ...(days > 1
      ? [{ label: 'Stay a night less', icon: Moon, onSelect: update({ nights: Math.max(nights - 1, 0) }) }]
      : []),
    lock,
    {
      label: `Remove ${name || 'this stop'}`,
      icon: Trash2,
      danger: true,
      onSelect: () => onChange({ op: 'REMOVE_ANCHOR', payload: { anchorId } }),
    },
  ];
}
