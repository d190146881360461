const clock = new Intl.DateTimeFormat('en', {
  month: 'short',
  day: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
  second: '2-digit',
  hourCycle: 'h23',
});

const MINUTE = 60;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** A time as the visitor's clock shows it. */
export function moment(ts: string): string {
  return clock.format(new Date(ts));
}

export function ago(ts: string): string {
  const seconds = Math.floor((Date.now() - Date.parse(ts)) / 1000);
  if (seconds < 0 || seconds > 7 * DAY) return moment(ts);
  if (seconds < 10) return 'just now';
  if (seconds < MINUTE) return `${seconds} s ago`;
  if (seconds < HOUR) return `${Math.floor(seconds / MINUTE)} min ago`;
  if (seconds < DAY) return `${Math.floor(seconds / HOUR)} h ago`;
  return `${Math.floor(seconds / DAY)} d ago`;
}
