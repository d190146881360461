import type { NewId } from '../journal/clock.ts';

/** Sequential ids: `f-1`, `f-2` … Each prefix has its own counter. */
export function sequentialIds(prefix = 'f'): NewId {
  const counts = new Map<string, number>();
  return (asked = prefix) => {
    const count = (counts.get(asked) ?? 0) + 1;
    counts.set(asked, count);
    return `${asked}-${count}`;
  };
}
