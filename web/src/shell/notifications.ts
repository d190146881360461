import { useEffect } from 'react';
import { useLocation } from 'wouter';
import { create } from 'zustand';
import { type AttentionItem, needKey, needsIn } from '../state/attention.ts';
import { useSessions } from '../state/sessions.ts';
import { notify } from '../ui/toast.tsx';

type Choice = 'unasked' | 'on' | 'off';

const KEY = 'wayfold-notifications';

/** Whether the browser should show notifications; off by default. */
export const useNotifications = create<{ readonly choice: Choice }>(() => ({ choice: stored() }));

/** Whether this browser supports notifications from a page: on Android it cannot create them itself. */
export const CAN_NOTIFY = 'Notification' in window && !/Android/.test(navigator.userAgent);

/** Turns notifications on, for which the browser asks permission, or off. */
export async function chooseNotifications(wanted: boolean): Promise<void> {
  const isGranted = wanted && (await Notification.requestPermission()) === 'granted';
  if (wanted && !isGranted)
    notify({
      title: 'The browser blocks notifications of this page',
      description: 'Allow them in its settings for this site, then turn them on again.',
    });
  const choice = isGranted ? 'on' : 'off';
  localStorage.setItem(KEY, choice);
  useNotifications.setState({ choice });
}

/** Notifies of new items that need a person while the page is hidden. */
export function useAttentionNotices(): void {
  const choice = useNotifications((state) => state.choice);
  const [, go] = useLocation();
  useEffect(() => {
    if (choice !== 'on') return;
    return useSessions.subscribe(({ lines }, { lines: before }) => {
      if (lines === before || lines === undefined || before === undefined || !document.hidden) return;
      const known = new Set(needsIn(before).map(needKey));
      for (const need of needsIn(lines)) {
        if (known.has(needKey(need))) continue;
        show(need, go);
      }
    });
  }, [choice, go]);
}

function show(need: AttentionItem, go: (address: string) => void): void {
  const { line, item, isFailure } = need;
  const notice = new Notification(`${line.title || line.id} ${isFailure ? 'failed' : 'needs you'}`, {
    ...(item && { body: item.text.slice(0, 200) }),
    tag: needKey(need),
  });
  notice.addEventListener('click', () => {
    window.focus();
    go(`/sessions/${encodeURIComponent(line.id)}`);
    notice.close();
  });
}

function stored(): Choice {
  const kept = localStorage.getItem(KEY);
  return kept === 'on' || kept === 'off' ? kept : 'unasked';
}
