import { useEffect } from 'react';
import { create } from 'zustand';
import { needKey, needsIn } from '../state/attention.ts';
import { useSessions } from '../state/sessions.ts';

type Choice = 'unasked' | 'on' | 'off';

const KEY = 'wayfold-notifications';

/** Whether somebody wants to be notified by the browser; off until they say so. */
export const useNotifications = create<{ readonly choice: Choice }>(() => ({ choice: stored() }));

/** Turns them on, which the browser asks about, or off for good. */
export async function chooseNotifications(wanted: boolean): Promise<void> {
  const isGranted = wanted && (await Notification.requestPermission()) === 'granted';
  const choice = isGranted ? 'on' : 'off';
  localStorage.setItem(KEY, choice);
  useNotifications.setState({ choice });
}

/** Notifies of what comes to need a person while nobody looks at the page. */
export function useAttentionNotices(): void {
  const choice = useNotifications((state) => state.choice);
  useEffect(() => {
    if (choice !== 'on') return;
    return useSessions.subscribe(({ lines }, { lines: before }) => {
      if (lines === before || lines === undefined || before === undefined || !document.hidden) return;
      const known = new Set(needsIn(before).map(needKey));
      for (const need of needsIn(lines)) {
        if (known.has(needKey(need))) continue;
        const { line, item, isFailure } = need;
        new Notification(`${line.title || line.id} ${isFailure ? 'failed' : 'needs you'}`, {
          ...(item && { body: item.text.slice(0, 200) }),
          tag: needKey(need),
        });
      }
    });
  }, [choice]);
}

function stored(): Choice {
  const kept = localStorage.getItem(KEY);
  return kept === 'on' || kept === 'off' ? kept : 'unasked';
}
