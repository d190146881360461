/** How much of it is done, from 0 to 1; undefined where nobody knows how much there is. */
export function progressShare(value: number, max: number | undefined): number | undefined {
  if (max === undefined || !(max > 0) || !Number.isFinite(value)) return undefined;
  return Math.min(1, Math.max(0, value / max));
}
