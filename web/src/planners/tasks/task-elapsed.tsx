import { useEffect, useState } from 'react';
import type { TasksView } from '../../api/contracts.ts';
import { durationText } from '../../ui/amount.ts';

/** How long a task took, or has taken so far. */
export function TaskElapsed({
  time,
  isRunning,
}: {
  readonly time: TasksView['times'][string] | undefined;
  readonly isRunning: boolean;
}) {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    if (!isRunning) return;
    setNow(Date.now());
    const timer = setInterval(() => setNow(Date.now()), 1000);
    return () => clearInterval(timer);
  }, [isRunning]);
  if (!time?.began) return null;
  const began = Date.parse(time.began);
  const end = time.ended ? Date.parse(time.ended) : isRunning ? Math.max(now, began) : undefined;
  if (end === undefined) return null;
  const ms = end - began;
  return (
    <span className="shrink-0 text-meta text-soft tabular-nums" title="Elapsed">
      {isRunning ? durationText(Math.floor(ms / 1000) * 1000) : durationText(ms)}
    </span>
  );
}
