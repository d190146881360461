import { useEffect, useState } from 'react';
import { useOpenSession, useShown } from '../state/open-session.ts';
import { amountText, durationText } from '../ui/amount.ts';

/** What the session has spent so far: tokens, money, and the time of current work. */
export function SpentLine() {
  const shown = useShown();
  const hud = useOpenSession((state) => state.hud);
  const elapsed = useElapsed(hud !== null && hud.phase !== 'idle' ? hud.since : undefined);
  if (shown === undefined) return null;
  const { tokens, usd } = shown.spent;
  const parts = [
    ...(elapsed === undefined ? [] : [durationText(elapsed)]),
    ...(tokens > 0 ? [amountText('tokens', tokens)] : []),
    ...(usd > 0 ? [amountText('usd', usd)] : []),
  ];
  if (parts.length === 0) return null;
  return (
    <span className="shrink-0 text-meta text-soft max-lg:hidden" title="Elapsed time, tokens and cost">
      {parts.join(' · ')}
    </span>
  );
}

function useElapsed(since: string | undefined): number | undefined {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    if (since === undefined) return;
    setNow(Date.now());
    const timer = setInterval(() => setNow(Date.now()), 1000);
    return () => clearInterval(timer);
  }, [since]);
  return since === undefined ? undefined : Math.max(0, now - Date.parse(since));
}
