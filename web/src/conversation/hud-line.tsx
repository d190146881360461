import { LoaderCircle } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useOpenSession } from '../state/open-session.ts';

const PHASES: Readonly<Record<string, string>> = {
  reading: 'Reading',
  planning: 'Planning',
  tool: 'Using a tool',
  drafting: 'Writing a draft',
  waiting: 'Waiting',
};

/** What the planner is doing, while it does something. */
export function HudLine() {
  const hud = useOpenSession((state) => state.hud);
  const [now, setNow] = useState(() => Date.now());
  const since = hud?.since;
  useEffect(() => {
    if (since === undefined) return;
    setNow(Date.now());
    const timer = setInterval(() => setNow(Date.now()), 1000);
    return () => clearInterval(timer);
  }, [since]);
  if (hud === null || hud.phase === 'idle') return null;
  const seconds = Math.max(0, Math.floor((now - Date.parse(hud.since)) / 1000));
  return (
    <p role="status" className="mt-3 flex items-center gap-2 text-small text-soft">
      <LoaderCircle size={14} className="animate-spin text-calm" aria-hidden />
      {PHASES[hud.phase] ?? hud.phase}
      {hud.label && <span className="truncate font-mono text-meta">{hud.label}</span>}
      {seconds > 0 && <span className="text-meta">{seconds} s</span>}
    </p>
  );
}
