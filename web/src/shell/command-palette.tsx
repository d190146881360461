import { Suspense, useEffect, useState } from 'react';
import { lazyPart } from '../ui/lazy-part.ts';

const PaletteDialog = lazyPart(async () => (await import('./palette-dialog.tsx')).PaletteDialog);

/** Everything that can be done, by typing it: Ctrl-K or Command-K. It is loaded when it is first wanted. */
export function CommandPalette() {
  const [open, setOpen] = useState(false);
  const [wanted, setWanted] = useState(false);
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key.toLowerCase() !== 'k' || !(event.metaKey || event.ctrlKey)) return;
      event.preventDefault();
      setWanted(true);
      setOpen((before) => !before);
    };
    window.addEventListener('keydown', onKeyDown);
    return () => window.removeEventListener('keydown', onKeyDown);
  }, []);
  if (!wanted) return null;
  return (
    <Suspense>
      <PaletteDialog open={open} onOpenChange={setOpen} />
    </Suspense>
  );
}
