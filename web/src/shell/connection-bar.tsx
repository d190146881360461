import { RefreshCw, WifiOff } from 'lucide-react';
import { type ReactNode, useEffect } from 'react';
import { useConnection } from '../state/connection.ts';
import { checkPage, usePageVersion } from '../state/page-version.ts';
import { classes } from '../ui/classes.ts';

/** Says that the server cannot be reached, or has another version of the page. The content stays readable. */
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
          Offline. <span className="max-sm:hidden">Showing the last known state; </span>
          your actions are sent on reconnect.
        </span>
      </Bar>
    );
  }
  if (!isOld) return null;
  return (
    <Bar className="bg-calm-ground text-calm">
      <RefreshCw size={14} className="shrink-0" aria-hidden />
      <span>A newer version of this page is available.</span>
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
      aria-label="Connection"
      // Over the page: nothing of it moves when the connection is lost.
      className={classes(
        'fixed top-1 left-1/2 z-40 flex min-h-7 w-max max-w-[calc(100vw-16px)] -translate-x-1/2 items-center justify-center gap-2 rounded-full border border-current/25 px-3 py-1 text-meta font-medium',
        className,
      )}
    >
      {children}
    </div>
  );
}
