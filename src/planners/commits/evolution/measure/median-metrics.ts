import type { MeasuredMetric } from '../evolution-facts.ts';

/**
 * What several measurements of the same come to: the median of each metric, with its spread, the interquartile range. One
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

/** The value below which a share of sorted values lies, between two of them where it falls there. */
function quantile(sorted: readonly number[], share: number): number {
  const place = (sorted.length - 1) * share;
  const below = sorted[Math.floor(place)] ?? 0;
  const above = sorted[Math.ceil(place)] ?? below;
  return below + (above - below) * (place - Math.floor(place));
}
