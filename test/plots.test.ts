import { DOMParser, type Element } from '@xmldom/xmldom';
import { describe, expect, it } from 'vitest';
import { type Plot, plotSvg } from '../bench/harness/plot.ts';

describe('a plot of the benchmarks', () => {
  it('has bars proportional to their values, and highlights ours', () => {
    const drawn = draw({
      type: 'bars',
      name: 'rates',
      measure: 'appends a second',
      bars: [
        { name: '**Wayfold**', value: 400 },
        { name: 'a peer', value: 100, spread: [50, 150] },
      ],
    });
    const [ours, peer] = all(drawn, 'rect').map((bar) => Number(bar.getAttribute('width')));
    expect(Number(ours) / Number(peer)).toBeCloseTo(4);
    expect(all(drawn, 'rect').map((bar) => bar.getAttribute('class'))).toEqual(['mark ours', 'mark']);
    const [spread] = all(drawn, 'line').map((line) =>
      ['x1', 'x2'].map((end) => Number(line.getAttribute(end)) - 350),
    );
    expect(spread).toEqual([Number(peer) / 2, Number(peer) * 1.5]);
    expect(words(drawn)).toEqual(['appends a second', 'Wayfold', '400 each', 'a peer', '100 each']);
  });

  it('has lines over powers of ten, with labels that do not overlap', () => {
    const drawn = draw({
      type: 'lines',
      name: 'growth',
      across: 'steps',
      up: 'bytes',
      series: ['first', '**second**', 'third'].map((name, i) => ({
        name,
        points: [
          [100, 500],
          [10_000, 500 + i],
        ],
      })),
    });
    const heights = all(drawn, 'text')
      .filter((text) => ['first', 'second', 'third'].includes(text.textContent ?? ''))
      .map((text) => Number(text.getAttribute('y')))
      .sort((a, b) => a - b);
    expect(heights).toHaveLength(3);
    expect(Math.min(Number(heights[1]) - Number(heights[0]), Number(heights[2]) - Number(heights[1]))).toBe(
      17,
    );
    expect(words(drawn).slice(0, 5)).toEqual([
      '100 each',
      '1000 each',
      '10000 each',
      '100 each',
      '1000 each',
    ]);
    expect(all(drawn, 'polyline').map((line) => line.getAttribute('class'))).toEqual([
      'line mark',
      'line mark ours',
      'line mark',
    ]);
  });

  it('stays well-formed with any names', () => {
    const bars = [{ name: '<script> & "co"', value: 1 }];
    const drawn = draw({ type: 'bars', name: 'odd', measure: 'a < b', bars });
    expect(words(drawn)).toEqual(['a < b', '<script> & "co"', '1 each']);
  });
});

function draw(plot: Plot): Element {
  const svg = plotSvg(plot, 'How fast?', (value) => `${value} each`);
  const root = new DOMParser({ onError: fail }).parseFromString(svg, 'image/svg+xml').documentElement;
  if (root === null) throw new Error('There is no picture.');
  expect(all(root, 'title').map((title) => title.textContent)).toEqual(['How fast?']);
  return root;
}

function fail(_: unknown, message: string): never {
  throw new Error(message);
}

function all(root: Element, tag: string): Element[] {
  return [...root.getElementsByTagName(tag)];
}

function words(root: Element): (string | null)[] {
  return all(root, 'text').map((text) => text.textContent);
}
