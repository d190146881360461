import { expect, it } from 'vitest';
import { outlineOf } from './outline.ts';

it('takes titles and lists apart, and leaves other lines as they are', () => {
  expect(outlineOf('# Trip\n\n## Day 1\n\nAbout 5 km.\nBy car.\n\n- A\n- B\n\nEnd')).toEqual([
    { line: 0, type: 'title', text: 'Trip', level: 1 },
    { line: 2, type: 'title', text: 'Day 1', level: 2 },
    { line: 4, type: 'lines', text: 'About 5 km.\nBy car.' },
    { line: 7, type: 'list', items: ['A', 'B'] },
    { line: 10, type: 'lines', text: 'End' },
  ]);
});

it('takes nothing away from plain text', () => {
  expect(outlineOf('Planned:\n1. Write\n\n2. Test #3 - now')).toEqual([
    { line: 0, type: 'lines', text: 'Planned:\n1. Write\n\n2. Test #3 - now' },
  ]);
});
