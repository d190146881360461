import { Dialog as Base } from '@base-ui/react/dialog';
import { X } from 'lucide-react';
import { useRef } from 'react';
import { IconButton } from './button.tsx';
import { classes } from './classes.ts';
import type { DialogProps } from './dialog.tsx';

/** Of radio buttons, the checked one, which the keyboard would reach. */
const FIRST = ':is(input:not([type=radio]:not(:checked)), select, textarea, button, a[href]):not(:disabled)';

/** The frame of a dialog, with its title and a way to close it. */
export function DialogFrame({ open, onOpenChange, title, description, wide = false, children }: DialogProps) {
  const body = useRef<HTMLDivElement>(null);
  return (
    <Base.Root open={open} onOpenChange={(next) => onOpenChange(next)}>
      <Base.Portal>
        <Base.Backdrop className="fixed inset-0 z-40 bg-[oklch(15%_0.01_265/0.45)] transition-opacity duration-150 data-ending-style:opacity-0 data-starting-style:opacity-0" />
        <Base.Popup
          // Not at the cross, which comes first: at what there is to fill in or to press.
          initialFocus={(by) => by === 'touch' || (body.current?.querySelector<HTMLElement>(FIRST) ?? true)}
          className={classes(
            'fixed top-[8vh] left-1/2 z-50 flex max-h-[84vh] w-[calc(100vw-24px)] -translate-x-1/2 flex-col overflow-hidden rounded-md border bg-ground shadow-[0_12px_40px_oklch(15%_0.02_265/0.25)] transition-all duration-150 data-ending-style:opacity-0 data-starting-style:translate-y-1 data-starting-style:opacity-0',
            wide ? 'max-w-4xl' : 'max-w-lg',
          )}
        >
          <header className="flex items-start gap-2 border-b px-4 py-3">
            <div className="min-w-0 flex-1">
              <Base.Title className="text-title font-semibold">{title}</Base.Title>
              {description && (
                <Base.Description className="text-small text-soft">{description}</Base.Description>
              )}
            </div>
            <Base.Close render={<IconButton label="Close" className="-mt-1 -mr-2" />}>
              <X size={16} aria-hidden />
            </Base.Close>
          </header>
          <div ref={body} className="min-h-0 flex-1 overflow-y-auto p-4">
            {children}
          </div>
        </Base.Popup>
      </Base.Portal>
    </Base.Root>
  );
}
