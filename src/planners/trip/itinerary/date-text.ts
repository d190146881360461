const dayName = new Intl.DateTimeFormat('en', {
  weekday: 'short',
  day: 'numeric',
  month: 'short',
  year: 'numeric',
  timeZone: 'UTC',
});

/** A date for people, such as "Sat, May 1, 2027"; other texts are unchanged. */
export function dateText(date: string): string {
  const time = Date.parse(date);
  return Number.isNaN(time) ? date : dayName.format(time);
}
