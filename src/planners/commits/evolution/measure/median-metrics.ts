import type { MeasuredMetric } from '../evolution-facts.ts';

/**
 * Combines several measurements: the median of each metric, with its interquartile range as the spread. A single
 * measurement has no spread.
 */
export function medianMetrics(runs: readonly (readonly MeasuredMetric[])[]): readonly MeasuredMetric[] {
  const [first = [], ...others] = runs;
  if (others.length === 0) return first;
  const values = new Map<string, number[]>();
  const newest = new Map<string, MeasuredMetric>();
  for (const metric of runs.flat()) {
    values.set(metric.name, [...(values.get(metric.name) ?? []), metric.value]);
    newest.set(metric.name, metric);
  }
  return Array.from(newest.values(), (metric) => {
    const sorted = (values.get(metric.name) ?? []).toSorted((a, b) => a - b);
    const spread = quantile(sorted, 0.75) - quantile(sorted, 0.25);
    return { ...metric, value: quantile(sorted, 0.5), spread };
  });
}

/** The quantile of sorted values, interpolated. */
function quantile(sorted: readonly number[], share: number): number {
  const place = (sorted.length - 1) * share;
  const below = sorted[Math.floor(place)] ?? 0;
  const above = sorted[Math.ceil(place)] ?? below;
  return below + (above - below) * (place - Math.floor(place));
}
