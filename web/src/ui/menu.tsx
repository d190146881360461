import { Menu as Base } from '@base-ui/react/menu';
import type { LucideIcon } from 'lucide-react';
import type { ReactElement } from 'react';
import { classes } from './classes.ts';

export interface MenuEntry {
  readonly label: string;
  readonly icon?: LucideIcon;
  readonly danger?: boolean;
  readonly disabled?: boolean;
  onSelect(): void;
}

/** What can be done with something, behind one button. */
export function Menu({
  trigger,
  entries,
}: {
  readonly trigger: ReactElement;
  readonly entries: readonly MenuEntry[];
}) {
  return (
    <Base.Root>
      <Base.Trigger render={trigger} />
      <Base.Portal>
        <Base.Positioner sideOffset={4} align="end" className="z-50">
          <Base.Popup className="max-h-(--available-height) min-w-44 overflow-y-auto rounded-md border bg-raised p-1 shadow-[0_8px_24px_oklch(15%_0.02_265/0.18)] outline-none">
            {entries.map(({ label, icon: Icon, danger, disabled, onSelect }) => (
              <Base.Item
                key={label}
                disabled={disabled ?? false}
                onClick={onSelect}
                className={classes(
                  'flex h-8 cursor-default items-center gap-2 rounded-sm px-2 text-small outline-none data-disabled:opacity-50 data-highlighted:bg-hover max-sm:h-10',
                  danger && 'text-bad',
                )}
              >
                {Icon && <Icon size={16} aria-hidden />}
                {label}
              </Base.Item>
            ))}
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  );
}
