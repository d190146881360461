import { useEffect } from 'react';
import { enterInPalette, showPalette, typeInPalette, usePalette } from '../state/palette.ts';
import { lazyPart } from '../ui/lazy-part.tsx';
import { PALETTE_BACKDROP, PALETTE_FRAME, PALETTE_INPUT, PALETTE_PLACEHOLDER } from './palette-look.ts';

const PaletteDialog = lazyPart(
  async () => (await import('./palette-dialog.tsx')).PaletteDialog,
  LoadingPalette,
);

const IS_APPLE = /Mac|iPhone|iPad/.test(navigator.platform);

/** The keys that open the palette, as labelled on this keyboard. */
export const PALETTE_KEYS = IS_APPLE ? '⌘K' : 'Ctrl K';

/** All actions, found by typing: Ctrl-K or Command-K. It is loaded on first use. */
export function CommandPalette() {
  const wanted = usePalette((state) => state.wanted);
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key.toLowerCase() !== 'k' || !(event.metaKey || event.ctrlKey)) return;
      event.preventDefault();
      showPalette(!usePalette.getState().open);
    };
    window.addEventListener('keydown', onKeyDown);
    return () => window.removeEventListener('keydown', onKeyDown);
  }, []);
  return wanted ? <PaletteDialog /> : null;
}

/** Collects input until the palette is loaded. */
function LoadingPalette() {
  const { open, typed } = usePalette();
  if (!open) return null;
  return (
    <>
      <div aria-hidden className={PALETTE_BACKDROP} onClick={() => showPalette(false)} />
      <div role="dialog" aria-label="Commands" aria-busy className={PALETTE_FRAME}>
        <input
          // biome-ignore lint/a11y/noAutofocus: it was opened to be typed into
          autoFocus
          aria-label="Commands"
          value={typed}
          onChange={({ target }) => typeInPalette(target.value)}
          onKeyDown={({ key }) => {
            if (key === 'Escape') showPalette(false);
            if (key === 'Enter') enterInPalette();
          }}
          placeholder={PALETTE_PLACEHOLDER}
          className={PALETTE_INPUT}
        />
        <p role="status" className="p-6 text-center text-small text-soft">
          Loading…
        </p>
      </div>
    </>
  );
}
