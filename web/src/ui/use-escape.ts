import { useEffect, useRef } from 'react';

/** Lets Escape cancel what is in progress, such as a drag, before anything else. */
export function useEscape(isUnderWay: boolean, takeBack: () => void): void {
  const latest = useRef(takeBack);
  latest.current = takeBack;
  useEffect(() => {
    if (!isUnderWay) return;
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key !== 'Escape') return;
      event.preventDefault();
      event.stopPropagation();
      latest.current();
    };
    // What is dragged need not have the focus.
    window.addEventListener('keydown', onKeyDown, { capture: true });
    return () => window.removeEventListener('keydown', onKeyDown, { capture: true });
  }, [isUnderWay]);
}
