import { useState } from 'react';
import { useShortcuts } from '../conversation/shortcuts.ts';
import { lazyPart } from '../ui/lazy-part.tsx';

const KeysDialog = lazyPart(async () => (await import('./keys-dialog.tsx')).KeysDialog);

/** The shortcuts of every page: `?` lists them, j and k move through a list or through the sessions. */
export function PageKeys() {
  const [open, setOpen] = useState<boolean>();
  useShortcuts(true, {
    '?': () => setOpen(true),
    j: () => moveBy(1),
    k: () => moveBy(-1),
  });
  if (open === undefined) return null;
  return <KeysDialog open={open} onOpenChange={setOpen} />;
}

function moveBy(step: 1 | -1): void {
  const items = [...document.querySelectorAll<HTMLElement>('main [data-item]')];
  if (items.length > 0) {
    const at = items.findIndex((item) => item.contains(document.activeElement));
    const next = items[nextPlace(at, step, items.length)];
    next?.focus();
    next?.scrollIntoView({ block: 'nearest' });
    return;
  }
  const sessions = [...document.querySelectorAll<HTMLElement>('[data-session]')];
  const at = sessions.findIndex((session) => session.getAttribute('aria-current') === 'page');
  const next = sessions[nextPlace(at, step, sessions.length)];
  next?.scrollIntoView({ block: 'nearest' });
  next?.click();
}

/** The index before or after another in a list; from nowhere, the first. */
export function nextPlace(at: number, step: 1 | -1, length: number): number {
  return at === -1 ? 0 : Math.max(0, Math.min(length - 1, at + step));
}
