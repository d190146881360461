import type { ViewBlock } from '../../../../harness/module/view-block.ts';
import { type StyledLine, span } from '../output.ts';
import { columnWidth, cutToColumns } from '../text/column-width.ts';
import { type Terminal, terminalGlyphs } from '../text/paint.ts';
import { onOneLine } from '../text/printable.ts';
import type { OfferedLines } from './offered-lines.ts';

type Chart = Extract<ViewBlock, { type: 'chart' }>;
type Series = Chart['series'][number];

/** The maximum number of bars in a series. */
const MAX_BARS = 20;
const LEVELS = { unicode: '▁▂▃▄▅▆▇█', ascii: '_.:-=+*#' };

/** Renders a chart for a terminal: bars with their values, or a sparkline. */
export function chartLines(chart: Chart, terminal: Terminal, offered: OfferedLines): StyledLine[] {
  const axes = [chart.x, chart.y].filter((axis) => axis !== undefined).join(' / ');
  return [
    ...(axes === '' ? [] : [[span(axes, 'dim')]]),
    ...chart.series.flatMap((series) => [
      ...(chart.kind === 'bar' ? barLines(series, terminal) : [sparkline(series, terminal)]),
      ...offered(series.actions, '  '),
    ]),
  ];
}

function barLines({ name, points }: Series, terminal: Terminal): StyledLine[] {
  const { full } = terminalGlyphs(terminal);
  const shown = points.slice(0, MAX_BARS);
  const labels = shown.map(([x]) => cutToColumns(onOneLine(String(x)), Math.floor(terminal.width / 3)));
  const column = labels.reduce((most, label) => Math.max(most, columnWidth(label)), 0);
  const most = shown.reduce((highest, [, y]) => Math.max(highest, Math.abs(y)), 0);
  const digits = shown.reduce((longest, [, y]) => Math.max(longest, String(y).length), 0);
  const room = Math.max(1, Math.min(40, terminal.width - column - digits - 4));
  return [
    [span(name, 'bold')],
    ...shown.map(([, y], i) => {
      const label = labels[i] ?? '';
      const length = most === 0 ? 0 : Math.round((Math.abs(y) / most) * room);
      return [
        span(`${label}${' '.repeat(column - columnWidth(label))}  `),
        span(full.repeat(length), y < 0 ? 'red' : 'green'),
        span(`${length === 0 ? '' : ' '}${y}`),
      ];
    }),
    ...(points.length > MAX_BARS ? [[span(`${points.length - MAX_BARS} more`, 'dim')]] : []),
  ];
}

function sparkline({ name, points }: Series, terminal: Terminal): StyledLine {
  const values = points.map(([, y]) => y);
  const [first, last] = [values[0], values.at(-1)];
  if (first === undefined) return [span(name, 'bold'), span('  no points', 'dim')];
  const low = values.reduce((least, y) => Math.min(least, y), first);
  const high = values.reduce((most, y) => Math.max(most, y), first);
  const label = cutToColumns(onOneLine(name), Math.floor(terminal.width / 3));
  const summary = low === high ? `${low}` : `${low} to ${high}, last ${last}`;
  const room = Math.max(1, Math.min(60, terminal.width - columnWidth(label) - summary.length - 4));
  const levels = terminal.unicode ? LEVELS.unicode : LEVELS.ascii;
  const signs = sampled(values, room).map((y) => {
    // Halved first, because the difference of two large numbers may overflow.
    const share = low === high ? 0.5 : (y / 2 - low / 2) / (high / 2 - low / 2);
    return levels[Math.min(levels.length - 1, Math.floor(share * levels.length))] ?? '';
  });
  return [span(label, 'bold'), span('  '), span(signs.join(''), 'green'), span(`  ${summary}`, 'dim')];
}

/** At most `count` evenly spaced values, including the first and the last. */
function sampled(values: readonly number[], count: number): number[] {
  if (values.length <= count) return [...values];
  const step = (values.length - 1) / Math.max(1, count - 1);
  return Array.from({ length: count }, (_, i) => values[Math.round(i * step)] ?? 0);
}
