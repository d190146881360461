import { Bell } from 'lucide-react';
import { CAN_NOTIFY, chooseNotifications, useNotifications } from '../shell/notifications.ts';
import { Button } from '../ui/button.tsx';

/** Asks once whether the browser may show notifications. */
export function NotificationOffer() {
  const choice = useNotifications((state) => state.choice);
  if (choice !== 'unasked' || !CAN_NOTIFY) return null;
  return (
    <section
      aria-label="Notifications"
      className="flex shrink-0 flex-wrap items-center gap-x-3 gap-y-2 border-b bg-panel px-4 py-2 text-small"
    >
      <Bell size={16} className="shrink-0 text-soft" aria-hidden />
      <span className="min-w-48 flex-1">Be notified when something needs you while this page is hidden?</span>
      <span className="ml-7 flex gap-2">
        <Button onClick={() => chooseNotifications(true)}>Turn on</Button>
        <Button look="quiet" onClick={() => chooseNotifications(false)}>
          No, thanks
        </Button>
      </span>
    </section>
  );
}
