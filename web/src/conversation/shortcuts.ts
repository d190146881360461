import { useEffect, useRef } from 'react';
import { usePalette } from '../state/palette.ts';

/** Keyboard shortcuts of a single key, active while nothing is being typed. */
export function useShortcuts(active: boolean, actions: Readonly<Record<string, () => void>>): void {
  const current = useRef(actions);
  current.current = actions;
  useEffect(() => {
    if (!active) return;
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.altKey || event.repeat || isWriting(event.target)) return;
      // What is typed right after the palette was asked for is meant for it, even before it is there.
      if (usePalette.getState().open) return;
      const action = current.current[event.key.toLowerCase()];
      if (action === undefined) return;
      event.preventDefault();
      action();
    };
    window.addEventListener('keydown', onKeyDown);
    return () => window.removeEventListener('keydown', onKeyDown);
  }, [active]);
}

function isWriting(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false;
  return (
    target.isContentEditable ||
    target.closest('input, textarea, select, [role=dialog], [role=menu], [role=slider]') !== null
  );
}
