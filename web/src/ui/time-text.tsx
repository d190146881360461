import { useEffect, useState } from 'react';

const STEPS: readonly (readonly [Intl.RelativeTimeFormatUnit, number])[] = [
  ['year', 365.25 * 86_400_000],
  ['month', 30.4375 * 86_400_000],
  ['day', 86_400_000],
  ['hour', 3_600_000],
  ['minute', 60_000],
];
const relative = new Intl.RelativeTimeFormat('en', { numeric: 'auto', style: 'narrow' });
const whole = new Intl.DateTimeFormat('en', { dateStyle: 'medium', timeStyle: 'medium' });
const clock = new Intl.DateTimeFormat('en', {
  hour: '2-digit',
  minute: '2-digit',
  second: '2-digit',
  hour12: false,
});

/** How long ago, such as "5m ago". */
export function timeAgo(ts: string, now: number): string {
  const age = Date.parse(ts) - now;
  for (const [unit, length] of STEPS) {
    if (Math.abs(age) >= length) return relative.format(Math.trunc(age / length), unit);
  }
  return 'now';
}

/** The time since then; the time itself on hover. */
export function TimeAgo({
  ts,
  short = false,
  className,
}: {
  readonly ts: string;
  /** Whether to abbreviate: "5m" for "5m ago". */
  readonly short?: boolean;
  readonly className?: string;
}) {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 30_000);
    return () => clearInterval(timer);
  }, []);
  const ago = timeAgo(ts, Math.max(now, Date.parse(ts)));
  return (
    <time dateTime={ts} title={whole.format(new Date(ts))} className={className}>
      {short ? ago.replace(' ago', '') : ago}
    </time>
  );
}

/** The time of day of a fact. */
export function ClockTime({ ts, className }: { readonly ts: string; readonly className?: string }) {
  return (
    <time dateTime={ts} title={whole.format(new Date(ts))} className={className}>
      {clock.format(new Date(ts))}
    </time>
  );
}
