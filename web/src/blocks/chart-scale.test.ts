import { describe, expect, it } from 'vitest';
import { type ChartData, chartScale, labelRoom, niceTicks, tickText } from './chart-scale.ts';

const chart = (
  kind: ChartData['kind'],
  ...series: readonly ChartData['series'][number]['points'][]
): ChartData => ({
  type: 'chart',
  kind,
  series: series.map((points, at) => ({ name: `s${at}`, points })),
});

describe('the scale of a chart', () => {
  it('places numbers to scale and in order', () => {
    const { columns, series } = chartScale(
      chart(
        'line',
        [
          [10, 1],
          [0, 2],
        ],
        [[5, 3]],
      ),
    );
    expect(columns).toEqual([
      { label: '0', share: 0 },
      { label: '5', share: 0.5 },
      { label: '10', share: 1 },
    ]);
    expect(series.map(({ values }) => values)).toEqual([
      [2, undefined, 1],
      [undefined, 3, undefined],
    ]);
  });

  it('places words evenly in the order of their first appearance', () => {
    const { columns } = chartScale(
      chart('bar', [
        ['b', 1],
        ['a', 2],
      ]),
    );
    expect(columns).toEqual([
      { label: 'b', share: 0.25 },
      { label: 'a', share: 0.75 },
    ]);
  });

  it('shows bars from zero, and a line around its values', () => {
    expect(
      chartScale(
        chart('bar', [
          [1, 98],
          [2, 99],
        ]),
      ).min,
    ).toBe(0);
    expect(
      chartScale(
        chart('line', [
          [1, 98],
          [2, 99],
        ]),
      ).min,
    ).toBeGreaterThan(90);
    expect(
      chartScale(
        chart('bar', [
          [1, -5],
          [2, 5],
        ]),
      ),
    ).toMatchObject({ min: -6, max: 6 });
  });

  it.each([
    [[]],
    [[['a', 7]]],
    [
      [
        [1, 0],
        [2, 0],
      ],
    ],
    [
      [
        [1, Number.NaN],
        [2, 1e-9],
      ],
    ],
    [[[1, 1e15]]],
  ] as const)('has a range for %j', (points) => {
    const { min, max, ticks } = chartScale(chart('points', points));
    expect(max).toBeGreaterThan(min);
    expect(ticks.length).toBeGreaterThan(1);
    expect(ticks.length).toBeLessThan(12);
  });

  it('has round ticks around the range', () => {
    expect(niceTicks(0, 97, 5)).toEqual([0, 20, 40, 60, 80, 100]);
    expect(niceTicks(-0.03, 0.12, 3)).toEqual([-0.05, 0, 0.05, 0.1, 0.15]);
    expect(tickText(1_250_000)).toBe('1.25M');
  });

  it('writes round numbers along an axis to scale', () => {
    const { labels } = chartScale(
      chart(
        'line',
        Array.from({ length: 118 }, (_, x) => [x, 1] as const),
      ),
    );
    expect(labels.map(({ label }) => label)).toEqual(['0', '20', '40', '60', '80', '100']);
    const days = chartScale(
      chart('line', [
        [1, 1],
        [5, 1],
      ]),
    );
    expect(days.labels.map(({ label }) => label)).toEqual(['1', '2', '3', '4', '5']);
  });

  it('shortens words and leaves labels out where there is no room', () => {
    const labels = (...texts: readonly string[]) => texts.map((label) => ({ label, share: 0 }));
    const words = { labels: labels('Build', 'Documentation', 'Ship'), areWords: true };
    expect(labelRoom(words, 600)).toEqual({ step: 1, letters: 13 });
    expect(labelRoom(words, 200)).toEqual({ step: 1, letters: 9 });
    expect(labelRoom({ ...words, areWords: false }, 200)).toEqual({ step: 2, letters: 13 });
  });
});
