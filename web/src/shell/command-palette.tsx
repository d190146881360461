import { Suspense, useEffect } from 'react';
import { showPalette, usePalette } from '../state/palette.ts';
import { lazyPart } from '../ui/lazy-part.ts';

const PaletteDialog = lazyPart(async () => (await import('./palette-dialog.tsx')).PaletteDialog);

const IS_APPLE = /Mac|iPhone|iPad/.test(navigator.platform);

/** The keys that open the palette, as they are written on the keyboard at hand. */
export const PALETTE_KEYS = IS_APPLE ? '⌘K' : 'Ctrl K';

/** Everything that can be done, by typing it: Ctrl-K or Command-K. It is loaded when it is first wanted. */
export function CommandPalette() {
  const { open, wanted } = usePalette();
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key.toLowerCase() !== 'k' || !(event.metaKey || event.ctrlKey)) return;
      event.preventDefault();
      showPalette(!usePalette.getState().open);
    };
    window.addEventListener('keydown', onKeyDown);
    return () => window.removeEventListener('keydown', onKeyDown);
  }, []);
  if (!wanted) return null;
  return (
    <Suspense>
      <PaletteDialog open={open} onOpenChange={showPalette} />
    </Suspense>
  );
}
