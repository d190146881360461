/** The maximum nesting of data from outside. Deeper data is an attempt to overflow a recursion. */
export const MAX_NESTING = 100;

/** Whether JSON nests deeper than that, checked without recursion. */
export function nestsTooDeep(json: unknown): boolean {
  let level: unknown[] = [json];
  for (let depth = 0; level.length > 0; depth++) {
    const inner = level.filter((value) => typeof value === 'object' && value !== null);
    if (inner.length > 0 && depth >= MAX_NESTING) return true;
    level = inner.flatMap((value) => Object.values(Object(value)));
  }
  return false;
}
