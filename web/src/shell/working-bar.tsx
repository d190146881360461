import { usePendingWork } from '../state/pending-work.ts';

/** A bar at the top while an action is in progress, whatever started it. */
export function WorkingBar() {
  const isWorking = usePendingWork(({ count }) => count > 0);
  if (!isWorking) return null;
  return (
    <div role="status" className="pointer-events-none fixed inset-x-0 top-0 z-60">
      <div
        role="progressbar"
        aria-label="Working"
        className="animate-come-late h-0.5 overflow-hidden bg-accent/25"
      >
        <div className="animate-pass-by h-full w-1/3 bg-accent" />
      </div>
    </div>
  );
}
