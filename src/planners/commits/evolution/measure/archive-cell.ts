import type { EvolutionSetup, MeasuredMetric } from '../evolution-facts.ts';

/** The value of a metric in an evaluation. */
export function metricValue(metrics: readonly MeasuredMetric[], name: string): number | undefined {
  return metrics.find((metric) => metric.name === name)?.value;
}

/** The archive cell of measured values. Values outside a range count as its ends. */
export function cellOf(
  metrics: readonly MeasuredMetric[],
  { measures }: Pick<EvolutionSetup, 'measures'>,
): number | undefined {
  let cell = 0;
  for (const { metric, from, to, cells } of measures) {
    const value = metricValue(metrics, metric);
    if (value === undefined) return undefined;
    const share = to > from ? (value - from) / (to - from) : 0;
    cell = cell * cells + Math.min(cells - 1, Math.max(0, Math.floor(share * cells)));
  }
  return cell;
}

/** The number of cells of an archive. */
export function cellCount({ measures }: Pick<EvolutionSetup, 'measures'>): number {
  return measures.reduce((count, { cells }) => count * cells, 1);
}

/** Whether one objective is better than another. */
export function isBetter(one: number, other: number, { direction }: EvolutionSetup['objective']): boolean {
  return direction === 'higher' ? one > other : one < other;
}

/** An objective value, and the spread of its measurements. */
export interface MeasuredValue {
  readonly objective: number;
  readonly spread: number;
}

/** The objective among the metrics of an evaluation. */
export function objectiveIn(metrics: readonly MeasuredMetric[], name: string): MeasuredValue | undefined {
  const found = metrics.find((metric) => metric.name === name);
  return found && { objective: found.value, spread: found.spread ?? 0 };
}

/** Whether one value is better than another by more than the sum of their spreads. */
export function beats(
  one: MeasuredValue,
  other: MeasuredValue,
  objective: EvolutionSetup['objective'],
): boolean {
  const isClear = Math.abs(one.objective - other.objective) > one.spread + other.spread;
  return isClear && isBetter(one.objective, other.objective, objective);
}

/** A measured value as text, with its spread. */
export function valueText({ objective, spread }: MeasuredValue): string {
  return spread === 0 ? numberText(objective) : `${numberText(objective)} ± ${numberText(spread)}`;
}

/** A number as text. */
export function numberText(value: number): string {
  return String(Number(value.toPrecision(6)));
}
