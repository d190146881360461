import type { ReactNode } from 'react';
import { Button } from './button.tsx';

/** The end of a dialog: a button to cancel, and its action. */
export function DialogActions({
  onCancel,
  children,
}: {
  readonly onCancel: () => void;
  /** The button of the action. */
  readonly children: ReactNode;
}) {
  return (
    <div className="flex flex-wrap justify-end gap-2">
      <Button onClick={onCancel}>Cancel</Button>
      {children}
    </div>
  );
}
