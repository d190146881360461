import type { ReactNode } from 'react';
import { Button } from './button.tsx';

/** What a dialog ends with: the way out of it, and what it is there for. */
export function DialogActions({
  onCancel,
  children,
}: {
  readonly onCancel: () => void;
  /** The button that does it. */
  readonly children: ReactNode;
}) {
  return (
    <div className="flex flex-wrap justify-end gap-2">
      <Button onClick={onCancel}>Cancel</Button>
      {children}
    </div>
  );
}
