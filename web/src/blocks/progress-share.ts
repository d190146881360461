/** The share that is done, from 0 to 1; undefined if the total is unknown. */
export function progressShare(value: number, max: number | undefined): number | undefined {
  if (max === undefined || !(max > 0) || !Number.isFinite(value)) return undefined;
  return Math.min(1, Math.max(0, value / max));
}
