const MINUTE = 60;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** A readable time ago; long ago or in the future, the date. */
export function timeAgo(ts: string, now: number): string {
  const seconds = Math.floor((now - Date.parse(ts)) / 1000);
  if (seconds < 0 || seconds >= 30 * DAY) return ts.slice(0, 10);
  if (seconds < MINUTE) return seconds < 5 ? 'just now' : `${seconds} s ago`;
  if (seconds < HOUR) return `${Math.floor(seconds / MINUTE)} min ago`;
  if (seconds < DAY) return `${Math.floor(seconds / HOUR)} h ago`;
  return `${Math.floor(seconds / DAY)} d ago`;
}
