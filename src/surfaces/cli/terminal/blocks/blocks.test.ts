import { stripVTControlCharacters, styleText } from 'node:util';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { anyBlock, hostileText } from '../../../../../test/hostile-blocks.ts';
import type { ViewBlock } from '../../../../harness/module/view-block.ts';
import { columnWidth } from '../text/column-width.ts';
import { wrappedText } from '../text/paint.ts';
import { blockLines } from './blocks.ts';

const plain = { width: 60, colors: false, unicode: true };
const lines = (block: ViewBlock, options: Partial<typeof plain> = {}) =>
  blockLines([block], { ...plain, ...options });
const steps: ViewBlock = {
  type: 'steps',
  title: 'House',
  items: [
    { id: '1', title: 'Paint', status: 'done', details: 'Two coats.', notes: ['dry by noon'] },
    {
      id: '2',
      title: 'Hang the door',
      status: 'waiting',
      dependsOn: ['1'],
      children: [{ id: '2a', title: 'Hinges', status: 'running' }],
    },
  ],
};

describe('blocks in a terminal', () => {
  it('draws steps with signs, and children below their parent', () => {
    expect(lines(steps)).toEqual([
      'House',
      '✓ 1  Paint',
      '     Two coats.',
      '     - dry by noon',
      '? 2  Hang the door (needs you; depends on 1)',
      '  ▸ 2a  Hinges',
    ]);
  });

  it('draws them in ASCII where that is all there is', () => {
    expect(lines(steps, { unicode: false })[1]).toBe('[x] 1  Paint');
  });

  it('colours them by status where there are colours', () => {
    const green = styleText('green', '✓ ', { validateStream: false });
    expect(lines(steps, { colors: true })[1]).toContain(green);
  });

  it('aligns the columns of a table and cuts the widest first', () => {
    const table: ViewBlock = {
      type: 'table',
      columns: [
        { key: 'name', label: 'Name' },
        { key: 'cost', label: 'Cost' },
      ],
      rows: [{ cells: { name: 'a very long name of a thing', cost: 5 } }, { cells: { name: 'b', cost: 12 } }],
    };
    expect(lines(table, { width: 20 })).toEqual([
      'Name            Cost',
      'a very long n…     5',
      'b                 12',
    ]);
  });

  it('lists the fields of each row where the columns do not fit', () => {
    const columns = ['a', 'b', 'c', 'd'].map((key) => ({ key, label: `${key}-column` }));
    const rows = [{ cells: { a: 'aaaaaaa', b: 'bbbbbbb', c: 'ccccccc', d: 'ddddddd' } }];
    expect(lines({ type: 'table', columns, rows }, { width: 20 })[0]).toBe('a-column: aaaaaaa');
  });

  it('draws progress as a bar that is full only at the end', () => {
    const bar = (value: number) => lines({ type: 'progress', label: 'Tasks', value, max: 10 })[0];
    expect(bar(5)).toBe(`${'█'.repeat(15)}${'░'.repeat(15)}  Tasks: 5 of 10`);
    expect(bar(9.99)).toContain('░');
    expect(bar(10)).not.toContain('░');
    expect(lines({ type: 'progress', label: 'Found', value: 3 })).toEqual(['Found: 3']);
  });

  it('draws a series as a line of signs, and bars with their values', () => {
    const points = [1, 2, 3, 8].map((y, x) => [x, y] as const);
    const series = [{ name: 'Cost', points }];
    expect(lines({ type: 'chart', kind: 'line', series })).toEqual(['Cost  ▁▂▃█  1 to 8, last 8']);
    const bars = lines({ type: 'chart', kind: 'bar', series }, { width: 20, unicode: false });
    expect(bars).toEqual(['Cost', '0  ## 1', '1  #### 2', '2  ##### 3', `3  ${'#'.repeat(14)} 8`]);
  });

  it('sketches a map with north above, and lists its points', () => {
    const map: ViewBlock = {
      type: 'map',
      points: [
        { id: 'n', label: 'North', lat: 50, lng: 10 },
        { id: 's', label: 'South', lat: 48, lng: 12, status: 'done' },
      ],
      lines: [
        {
          id: 'way',
          points: [
            [50, 10],
            [48, 12],
          ],
        },
      ],
    };
    const drawn = lines(map);
    expect(drawn[0]).toBe('1');
    expect(drawn[1]).toMatch(/^ +·+$/);
    expect(drawn[13]).toMatch(/^ +·*2$/);
    expect(drawn.slice(-4)).toEqual([
      '   Place  Latitude, longitude  Status',
      '1  North  50.000, 10.000',
      '2  South  48.000, 12.000       done',
      'line way  2 points',
    ]);
  });

  it('colours the lines of a diff', () => {
    const [added, removed] = lines({ type: 'diff', text: '+a\n-b\n' }, { colors: true });
    expect(added).toBe(styleText('green', '+a', { validateStream: false }));
    expect(removed).toBe(styleText('red', '-b', { validateStream: false }));
  });

  it('puts an empty line between two blocks and leaves out empty ones', () => {
    const text = (each: string): ViewBlock => ({ type: 'markdown', text: each });
    expect(blockLines([text('# A'), text(' '), text('b')], plain)).toEqual(['A', '', 'b']);
  });

  it('names actions where they are asked for', () => {
    const actions = [{ label: 'Pin', command: { type: 'pin', line: 3 } }];
    const block: ViewBlock = { type: 'markdown', text: 'a', actions };
    expect(blockLines([block], plain)).toEqual(['a']);
    expect(blockLines([block], { ...plain, actions: true })).toEqual(['a', '> Pin  pin {"line":3}']);
  });

  it('names the actions of points, lines, areas and series', () => {
    const actions = [{ label: 'Keep', command: { type: 'keep' } }];
    const border = [[1, 2] as const];
    const map: ViewBlock = {
      type: 'map',
      points: [{ id: 'camp', lat: 1, lng: 2, actions }],
      lines: [{ id: 'river', points: border, actions }],
      areas: [{ id: 'wood', points: border, actions }],
    };
    const series = [
      { name: 'Rain', points: [[1, 2] as const], actions },
      { name: 'Sun', points: [] },
    ];
    const chart: ViewBlock = { type: 'chart', kind: 'line', series };
    expect(blockLines([map, chart], plain).join()).not.toContain('keep');
    expect(blockLines([map], { ...plain, actions: true }).slice(-5)).toEqual([
      'camp: > Keep  keep',
      'line river  1 point',
      '  > Keep  keep',
      'area wood  1 point',
      '  > Keep  keep',
    ]);
    expect(blockLines([chart], { ...plain, actions: true }).slice(1)).toEqual([
      '  > Keep  keep',
      'Sun  no points',
    ]);
  });
});

describe('whatever a planner shows', () => {
  const options = fc.record({
    width: fc.integer({ min: 10, max: 120 }),
    unicode: fc.boolean(),
    actions: fc.boolean(),
  });

  it('fits the width, and nothing of it is obeyed', () => {
    fc.assert(
      fc.property(fc.array(anyBlock(), { maxLength: 3 }), options, (blocks, terminal) => {
        for (const line of blockLines(blocks, { ...terminal, colors: false })) {
          expect(line).not.toMatch(/[\p{Cc}\p{Zl}\p{Zp}\p{Bidi_Control}]/u);
          expect(columnWidth(line)).toBeLessThanOrEqual(terminal.width);
        }
      }),
      { numRuns: 300 },
    );
  });

  it('is the same with colours, but for the colours', () => {
    fc.assert(
      fc.property(fc.array(anyBlock(), { maxLength: 3 }), options, (blocks, terminal) => {
        const painted = blockLines(blocks, { ...terminal, colors: true });
        expect(painted.map((line) => stripVTControlCharacters(line).trimEnd())).toEqual(
          blockLines(blocks, { ...terminal, colors: false }),
        );
      }),
    );
  });

  it('loses no letter where it is broken into lines', () => {
    const text = fc.array(fc.oneof(hostileText, fc.constantFrom('日本語日本語', 'longerthanaline', ' ')));
    fc.assert(
      fc.property(
        text,
        fc.integer({ min: 8, max: 30 }),
        fc.constantFrom('', '  ', '        '),
        (parts, width, indent) => {
          const whole = parts.join('').replace(/\r\n?/g, '\n');
          const broken = wrappedText(whole, width, indent);
          expect(broken.join('').replace(/\s/g, '')).toBe(
            wrappedText(whole, 10_000).join('').replace(/\s/g, ''),
          );
          for (const line of broken) expect(columnWidth(line)).toBeLessThanOrEqual(width);
        },
      ),
      { numRuns: 300 },
    );
  });
});
