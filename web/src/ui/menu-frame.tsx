import { Menu as Base } from '@base-ui/react/menu';
import { Fragment } from 'react';
import { classes } from './classes.ts';
import type { MenuProps } from './menu.tsx';

/** A menu that is open from the start. */
export function MenuFrame({ trigger, entries }: MenuProps) {
  return (
    <Base.Root defaultOpen>
      <Base.Trigger render={trigger} />
      <Base.Portal>
        <Base.Positioner sideOffset={4} align="end" className="z-50">
          <Base.Popup className="max-h-(--available-height) min-w-44 overflow-y-auto rounded-md border bg-raised p-1 shadow-[0_8px_24px_oklch(15%_0.02_265/0.18)] outline-none">
            {entries.map(({ label, icon: Icon, danger, disabled, isParted, onSelect }) => (
              <Fragment key={label}>
                {isParted && <Base.Separator className="-mx-1 my-1 border-t" />}
                <Base.Item
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
              </Fragment>
            ))}
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  );
}
