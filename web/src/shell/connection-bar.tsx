import { RefreshCw, WifiOff } from 'lucide-react';
import { type ReactNode, useEffect } from 'react';
import { useConnection } from '../state/connection.ts';
import { checkPage, usePageVersion } from '../state/page-version.ts';
import { classes } from '../ui/classes.ts';

/** Says that the server is not heard, or that it came back with another page. What is on this one stays readable. */
export function ConnectionBar() {
  const isAway = useConnection(({ broken, waiting }) => broken || waiting > 0);
  const isOld = usePageVersion((state) => state.isOld);
  useEffect(
    () =>
      useConnection.subscribe((now, before) => {
        if (before.broken && !now.broken) void checkPage();
      }),
    [],
  );
  if (isAway) {
    return (
      <Bar className="bg-warn-ground text-warn">
        <WifiOff size={14} className="shrink-0" aria-hidden />
        <span>
          Not connected. What you see is the last that was heard; what you do waits.
          <span className="max-sm:hidden"> The page reconnects by itself.</span>
        </span>
      </Bar>
    );
  }
  if (!isOld) return null;
  return (
    <Bar className="bg-calm-ground text-calm">
      <RefreshCw size={14} className="shrink-0" aria-hidden />
      <span>The server has a newer page than this one.</span>
      <button type="button" className="rounded-sm underline" onClick={() => window.location.reload()}>
        Reload
      </button>
    </Bar>
  );
}

function Bar({ className, children }: { readonly className: string; readonly children: ReactNode }) {
  return (
    <div
      role="status"
      className={classes(
        'flex min-h-7 shrink-0 items-center justify-center gap-2 px-3 py-1 text-meta font-medium',
        className,
      )}
    >
      {children}
    </div>
  );
}
