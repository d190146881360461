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

/** A question or form above the page. Escape closes it and restores the focus. Its code is loaded with the first one. */
export function Dialog(props: DialogProps) {
  const [wanted, setWanted] = useState(props.open);
  if (props.open && !wanted) setWanted(true);
  if (!wanted) return null;
  return <DialogFrame {...props} />;
}
