/** Deeper values match no schema, and would overflow the stack. */
export const MAX_LEVELS = 200;

/** Whether a JSON value has at most this many levels. */
export function isWithinLevels(value: unknown, levels: number): boolean {
  if (typeof value !== 'object' || value === null) return true;
  return levels > 0 && Object.values(value).every((item) => isWithinLevels(item, levels - 1));
}
