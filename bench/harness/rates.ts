import type { Comparison } from './blocks.ts';
import { exactly, figure } from './figure.ts';
import { type Goal, goalCell } from './goal.ts';
import type { Bars } from './plot.ts';
import type { Table } from './table.ts';

export interface RateColumns {
  /** What is done so many times a second. */
  readonly unit: string;
  /** The column that sets a row beside what it is compared with. */
  readonly compared: { readonly column: string; cell(perOperation: number): string };
  /** By name of the row. */
  readonly goals: ReadonlyMap<string, Goal>;
}

/** One row for each of `names`: how many a second, how much that varied, how long one took. */
export function rateTable(
  names: readonly string[],
  { timings, missing }: Comparison,
  { unit, compared, goals }: RateColumns,
): Table {
  return {
    columns: ['', `${unit}/s`, 'p10 to p90', 'µs each', compared.column, 'goal'],
    rows: names.map((name) => {
      const timing = timings.get(name);
      if (timing === undefined) return [name, `not run: ${missing.get(name)}`];
      const goal = goals.get(name);
      return [
        name,
        perSecond(timing.median),
        `${perSecond(timing.at(0.9))} to ${perSecond(timing.at(0.1))}`,
        figure(timing.median),
        compared.cell(timing.median),
        goal ? goalCell(goal) : '',
      ];
    }),
  };
}

/** The same rows as bars, with where most of their blocks lay. */
export function rateBars(
  name: string,
  names: readonly string[],
  { timings }: Comparison,
  measure: string,
): Bars {
  return {
    type: 'bars',
    name,
    measure,
    bars: names.flatMap((row) => {
      const timing = timings.get(row);
      if (timing === undefined) return [];
      const rate = (share: number) => 1_000_000 / timing.at(share);
      return [{ name: row, value: 1_000_000 / timing.median, spread: [rate(0.9), rate(0.1)] as const }];
    }),
  };
}

function perSecond(microseconds: number): string {
  return exactly(Number((1_000_000 / microseconds).toPrecision(3)));
}
