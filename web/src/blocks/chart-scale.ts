import type { ViewBlock } from '../../../src/harness/module/view-block.ts';

/** What a chart block holds. */
export type ChartData = Extract<ViewBlock, { type: 'chart' }>;

/** A position on the horizontal axis. */
export interface ChartColumn {
  readonly label: string;
  /** From 0 at the left to 1 at the right. */
  readonly share: number;
}

/** A chart without its size: columns on the x axis, ticks on the y axis, and the values of each series by column. */
export interface ChartScale {
  readonly columns: readonly ChartColumn[];
  /** The labels of the x axis: the columns, or round numbers if they are to scale. */
  readonly labels: readonly ChartColumn[];
  /** Whether the columns are words, which may be shortened. */
  readonly areWords: boolean;
  readonly ticks: readonly number[];
  readonly min: number;
  readonly max: number;
  readonly series: readonly { readonly name: string; readonly values: readonly (number | undefined)[] }[];
}

/** Below this share of the largest value, the axis begins at zero. */
const NEAR_ZERO = 0.6;
const X_TICKS = 8;
const number = new Intl.NumberFormat('en', { maximumFractionDigits: 6 });
const short = new Intl.NumberFormat('en', { notation: 'compact', maximumFractionDigits: 2 });

/** Computes a chart's layout. Numbers are to scale on the x axis, words in order of first appearance. */
export function chartScale({ kind, series }: ChartData, tickCount = 5): ChartScale {
  const usable = series.map(({ name, points }) => ({
    name,
    points: points.filter(([x, y]) => Number.isFinite(y) && (typeof x === 'string' || Number.isFinite(x))),
  }));
  const xs = [...new Set(usable.flatMap(({ points }) => points.map(([x]) => x)))];
  const areNumbers = xs.every((x) => typeof x === 'number');
  if (areNumbers) xs.sort((a, b) => Number(a) - Number(b));
  const isToScale = areNumbers && kind !== 'bar';
  const columns = isToScale ? toScale(xs.map(Number)) : evenly(xs, kind === 'bar');
  const ys = usable.flatMap(({ points }) => points.map(([, y]) => y));
  const { min, max, ticks } = valueAxis(ys, kind === 'bar', tickCount);
  return {
    columns,
    labels: isToScale ? roundLabels(xs.map(Number), columns) : columns,
    areWords: !areNumbers,
    ticks,
    min,
    max,
    series: usable.map(({ name, points }) => {
      const byX = new Map<string | number, number>(points);
      return { name, values: xs.map((x) => byX.get(x)) };
    }),
  };
}

function toScale(xs: readonly number[]): readonly ChartColumn[] {
  const [first = 0, last = 0] = [xs[0], xs.at(-1)];
  return xs.map((x) => ({
    label: number.format(x),
    share: last === first ? 0.5 : (x - first) / (last - first),
  }));
}

function roundLabels(xs: readonly number[], columns: readonly ChartColumn[]): readonly ChartColumn[] {
  const [first = 0, last = 0] = [xs[0], xs.at(-1)];
  if (last === first) return columns;
  const areWhole = xs.every(Number.isInteger);
  return niceTicks(first, last, X_TICKS)
    .filter((tick) => tick >= first && tick <= last && (!areWhole || Number.isInteger(tick)))
    .map((tick) => ({ label: tickText(tick), share: (tick - first) / (last - first) }));
}

/** Bars stand in the middle of their part of the axis; points reach from one end to the other. */
function evenly(xs: readonly (string | number)[], areBars: boolean): readonly ChartColumn[] {
  const count = xs.length;
  return xs.map((x, at) => ({
    label: typeof x === 'number' ? number.format(x) : x,
    share: areBars ? (at + 0.5) / count : count === 1 ? 0.5 : at / (count - 1),
  }));
}

function valueAxis(ys: readonly number[], fromZero: boolean, tickCount: number) {
  const low = ys.reduce((least, y) => Math.min(least, y), Number.POSITIVE_INFINITY);
  const high = ys.reduce((most, y) => Math.max(most, y), Number.NEGATIVE_INFINITY);
  if (ys.length === 0) return { min: 0, max: 1, ticks: [0, 1] };
  const withZero = fromZero || (low > 0 && low < high * NEAR_ZERO) || (high < 0 && high > low * NEAR_ZERO);
  const [from, to] = withZero ? [Math.min(0, low), Math.max(0, high)] : [low, high];
  const room = to === from ? Math.abs(to) || 1 : 0;
  const ticks = niceTicks(from - room / 2, to + room / 2, tickCount);
  return { min: ticks[0] ?? from, max: ticks.at(-1) ?? to, ticks };
}

/** Round numbers around a range, about as many as are wanted; the range lies between the first and the last. */
export function niceTicks(from: number, to: number, count: number): readonly number[] {
  const rough = (to - from) / Math.max(1, count);
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = ([1, 2, 2.5, 5, 10].find((factor) => factor * power >= rough * 0.999) ?? 10) * power;
  const [first, last] = [Math.floor(from / step + 1e-9), Math.ceil(to / step - 1e-9)];
  const digits = Math.max(0, 2 - Math.floor(Math.log10(step)));
  return Array.from({ length: last - first + 1 }, (_, at) =>
    Number(((first + at) * step).toFixed(Math.min(digits, 20))),
  );
}

/** A number beside an axis: long ones are shortened. */
export function tickText(value: number): string {
  return Math.abs(value) >= 10_000 ? short.format(value) : number.format(value);
}

const LETTER_WIDTH = 6.5;
const LABEL_GAP = 12;
const MAX_WORD_LENGTH = 14;
/** Words are not shortened further than this. */
const MIN_WORD_LENGTH = 5;

/** Which labels have room along an axis, and how many letters of each. */
export function labelRoom(
  { labels, areWords }: Pick<ChartScale, 'labels' | 'areWords'>,
  width: number,
): { readonly step: number; readonly letters: number } {
  const longest = labels.reduce((most, { label }) => Math.max(most, label.length), 1);
  const fitting = Math.floor((width / Math.max(1, labels.length) - LABEL_GAP / 2) / LETTER_WIDTH);
  const letters = areWords ? Math.min(longest, MAX_WORD_LENGTH, Math.max(MIN_WORD_LENGTH, fitting)) : longest;
  const count = Math.max(1, Math.floor(width / (letters * LETTER_WIDTH + LABEL_GAP / 2)));
  return { step: Math.max(1, Math.ceil(labels.length / count)), letters };
}
