/** Values that nest deeper are no answer to any schema, and what walks through them would run out of stack. */
export const MOST_LEVELS = 200;

/** Whether a value of JSON nests no deeper than so many levels. */
export function isWithinLevels(value: unknown, levels: number): boolean {
  if (typeof value !== 'object' || value === null) return true;
  return levels > 0 && Object.values(value).every((item) => isWithinLevels(item, levels - 1));
}
