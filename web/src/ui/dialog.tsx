import { type ReactNode, useState } from 'react';
import { lazyPart } from './lazy-part.tsx';

const DialogFrame = lazyPart(async () => (await import('./dialog-frame.tsx')).DialogFrame);

export interface DialogProps {
  readonly open: boolean;
  readonly onOpenChange: (open: boolean) => void;
  readonly title: string;
  readonly description?: string;
  readonly wide?: boolean;
  readonly children: ReactNode;
}

/**
 * A question or a form above the page. Escape closes it, and the focus goes back to where it was. What draws it is loaded
 * when the first one opens.
 */
export function Dialog(props: DialogProps) {
  const [wanted, setWanted] = useState(props.open);
  if (props.open && !wanted) setWanted(true);
  if (!wanted) return null;
  return <DialogFrame {...props} />;
}
