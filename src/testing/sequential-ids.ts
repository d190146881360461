import type { NewId } from '../journal/clock.ts';

/** Ids that count: `f-1`, `f-2` … Each prefix a caller asks for has a count of its own. */
export function sequentialIds(prefix = 'f'): NewId {
  const counts = new Map<string, number>();
  return (asked = prefix) => {
    const count = (counts.get(asked) ?? 0) + 1;
    counts.set(asked, count);
    return `${asked}-${count}`;
  };
}
