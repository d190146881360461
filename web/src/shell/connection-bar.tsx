import { WifiOff } from 'lucide-react';
import { useConnection } from '../state/connection.ts';

/** Says that the server is not heard. What is on the page stays readable. */
export function ConnectionBar() {
  const broken = useConnection(({ broken }) => broken);
  if (!broken) return null;
  return (
    <div
      role="status"
      className="flex h-7 shrink-0 items-center justify-center gap-2 bg-warn-ground text-meta font-medium text-warn"
    >
      <WifiOff size={14} aria-hidden />
      Not connected. What you see is the last that was heard; the page reconnects by itself.
    </div>
  );
}
