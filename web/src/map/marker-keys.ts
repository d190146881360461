import type { KeyboardEvent } from 'react';

/** Moves the focus to the next marker in a `fieldset` with the arrow keys. */
export function goToNextMarker(event: KeyboardEvent<HTMLButtonElement>): void {
  const forward = event.key === 'ArrowRight' || event.key === 'ArrowDown';
  const back = event.key === 'ArrowLeft' || event.key === 'ArrowUp';
  if (!forward && !back) return;
  event.preventDefault();
  const all = [...(event.currentTarget.closest('fieldset')?.querySelectorAll('button') ?? [])];
  const next = all[(all.indexOf(event.currentTarget) + (forward ? 1 : -1) + all.length) % all.length];
  next?.focus();
}
