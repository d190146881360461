import { useEffect, useState } from 'react';
import type { StepItem } from '../../../src/harness/module/view-block.ts';
import { durationText } from '../ui/amount.ts';
import { useBlockCommands } from './block-commands.ts';

/** How long a step took or, in the present, has taken so far. */
export function StepElapsed({ step: { startedAt, endedAt, status } }: { readonly step: StepItem }) {
  const { disabled } = useBlockCommands();
  const isRunning = startedAt !== undefined && endedAt === undefined && status === 'running' && !disabled;
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    if (!isRunning) return;
    setNow(Date.now());
    const timer = setInterval(() => setNow(Date.now()), 1000);
    return () => clearInterval(timer);
  }, [isRunning]);
  if (startedAt === undefined || (endedAt === undefined && !isRunning)) return null;
  const ms = Math.max(0, (endedAt === undefined ? now : Date.parse(endedAt)) - Date.parse(startedAt));
  return (
    <span className="mt-px shrink-0 text-meta leading-[18px] text-soft tabular-nums">{durationText(ms)}</span>
  );
}
