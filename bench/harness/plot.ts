/** Contenders beside each other, one bar each. */
export interface Bars {
  readonly type: 'bars';
  /** Of its file. */
  readonly name: string;
  /** What a bar's length is, with its unit. */
  readonly measure: string;
  readonly bars: readonly Bar[];
}

export interface Bar {
  /** In asterisks when it is ours, as in the tables. */
  readonly name: string;
  readonly value: number;
  /** Where most blocks lay. */
  readonly spread?: readonly [low: number, high: number];
}

/** How a figure grows with another; both by powers of ten. */
export interface Lines {
  readonly type: 'lines';
  readonly name: string;
  readonly across: string;
  readonly up: string;
  readonly series: readonly Series[];
}

export interface Series {
  readonly name: string;
  readonly points: readonly (readonly [x: number, y: number])[];
}

export type Plot = Bars | Lines;

const WIDTH = 820;
/** For figures that are longer than their column. */
const MARGIN = 16;
const STYLE = `<style>
    text { font: 13px system-ui, sans-serif; fill: #3f3f46 }
    .ours { font-weight: 600; fill: #18181b }
    .mark { fill: #a1a1aa; stroke: #a1a1aa }
    .mark.ours { fill: #4f46e5; stroke: #4f46e5 }
    .line { fill: none; stroke-width: 2 }
    .spread { stroke: #3f3f46; stroke-width: 1 }
    .grid { stroke: #e4e4e7 }
    @media (prefers-color-scheme: dark) {
      text { fill: #d4d4d8 } .ours { fill: #fafafa }
      .mark { fill: #71717a; stroke: #71717a } .mark.ours { fill: #818cf8; stroke: #818cf8 }
      .spread { stroke: #d4d4d8 } .grid { stroke: #3f3f46 }
    }
  </style>`;

/** A plot as a picture for a page, legible on a light and on a dark ground. */
export function plotSvg(plot: Plot, title: string, shown: (value: number) => string): string {
  const { height, marks } = plot.type === 'bars' ? drawBars(plot, shown) : drawLines(plot, shown);
  return `${[
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="${-MARGIN} 0 ${WIDTH + MARGIN} ${height}" width="${WIDTH + MARGIN}" height="${height}" role="img">`,
    `  <title>${escaped(title)}</title>`,
    `  ${STYLE}`,
    ...marks.map((mark) => `  ${mark}`),
    '</svg>',
  ].join('\n')}\n`;
}

interface Drawing {
  readonly height: number;
  readonly marks: readonly string[];
}

function drawBars({ measure, bars }: Bars, shown: (value: number) => string): Drawing {
  const row = 26;
  const head = 30;
  const left = 350;
  const room = WIDTH - left - 90;
  const most = Math.max(...bars.flatMap(({ value, spread }) => [value, spread?.[1] ?? 0]));
  const across = (value: number) => round(left + (room * value) / most);
  const marks = bars.flatMap(({ name, value, spread }, i) => {
    const middle = head + row * i + row / 2;
    const end = Math.max(across(value), left + 1);
    return [
      text(left - 10, middle + 4, name, { anchor: 'end' }),
      `<rect class="${classOf('mark', name)}" x="${left}" y="${middle - 8}" width="${round(end - left)}" height="16" rx="2"/>`,
      ...(spread
        ? [
            `<line class="spread" x1="${across(spread[0])}" x2="${across(spread[1])}" y1="${middle}" y2="${middle}"/>`,
          ]
        : []),
      text(Math.max(end, spread ? across(spread[1]) : 0) + 8, middle + 4, shown(value), { like: name }),
    ];
  });
  return { height: head + row * bars.length + 8, marks: [text(left, 18, measure), ...marks] };
}

function drawLines({ across, up, series }: Lines, shown: (value: number) => string): Drawing {
  const frame = { left: 70, right: WIDTH - 310, top: 34, bottom: 330 };
  const points = series.flatMap((each) => each.points);
  const x = logScale(
    points.map(([value]) => value),
    [frame.left, frame.right],
  );
  const y = logScale(
    points.map(([, value]) => value),
    [frame.bottom, frame.top],
  );
  const grid = [
    ...x.ticks.map((tick) => text(x.at(tick), frame.bottom + 20, shown(tick), { anchor: 'middle' })),
    ...y.ticks.flatMap((tick) => [
      `<line class="grid" x1="${frame.left}" x2="${frame.right}" y1="${y.at(tick)}" y2="${y.at(tick)}"/>`,
      text(frame.left - 8, y.at(tick) + 4, shown(tick), { anchor: 'end' }),
    ]),
    text(frame.left, 18, up),
    text((frame.left + frame.right) / 2, frame.bottom + 42, across, { anchor: 'middle' }),
  ];
  const ends = series.map(({ points: each }) => y.at(each.at(-1)?.[1] ?? 1));
  const labels = apart(ends, 17);
  const drawn = series.flatMap(({ name, points: each }, i) => {
    const [endX = 0] = each.at(-1) ?? [];
    const path = each.map(([px, py]) => `${x.at(px)},${y.at(py)}`).join(' ');
    return [
      `<polyline class="line ${classOf('mark', name)}" style="fill: none" points="${path}"/>`,
      ...each.map(
        ([px, py]) => `<circle class="${classOf('mark', name)}" cx="${x.at(px)}" cy="${y.at(py)}" r="3"/>`,
      ),
      `<line class="grid" x1="${x.at(endX) + 5}" x2="${frame.right + 8}" y1="${ends[i]}" y2="${labels[i]}"/>`,
      text(frame.right + 12, (labels[i] ?? 0) + 4, name),
    ];
  });
  return { height: frame.bottom + 56, marks: [...grid, ...drawn] };
}

interface Scale {
  readonly ticks: readonly number[];
  at(value: number): number;
}

/** Whole powers of ten around all values. */
function logScale(values: readonly number[], [from, to]: readonly [number, number]): Scale {
  const low = Math.floor(Math.log10(Math.min(...values)));
  const high = Math.max(low + 1, Math.ceil(Math.log10(Math.max(...values))));
  return {
    ticks: Array.from({ length: high - low + 1 }, (_, i) => 10 ** (low + i)),
    at: (value) => round(from + ((to - from) * (Math.log10(value) - low)) / (high - low)),
  };
}

/** Places for labels: near where they belong, in the same order, and far enough from each other to be read. */
function apart(wanted: readonly number[], distance: number): number[] {
  const order = wanted.map((_, i) => i).sort((a, b) => (wanted[a] ?? 0) - (wanted[b] ?? 0));
  const places = [...wanted];
  for (const [rank, i] of order.entries()) {
    const above = order[rank - 1];
    if (above === undefined) continue;
    places[i] = round(Math.max(places[i] ?? 0, (places[above] ?? 0) + distance));
  }
  return places;
}

function text(
  x: number,
  y: number,
  words: string,
  { anchor = 'start', like = words }: { readonly anchor?: string; readonly like?: string } = {},
): string {
  return `<text x="${round(x)}" y="${round(y)}" text-anchor="${anchor}" class="${classOf('', like)}">${escaped(words.replaceAll(/[*`]/g, ''))}</text>`;
}

function classOf(kind: string, name: string): string {
  return `${kind}${name.startsWith('**') ? ' ours' : ''}`.trim();
}

function escaped(words: string): string {
  return words.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}

function round(value: number): number {
  return Math.round(value * 10) / 10;
}
