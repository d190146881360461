import { expect, it } from 'vitest';
import { rollupSections } from './rollup-sections.ts';

it('takes a rollup apart by its headings, and keeps every line', () => {
  const lines = [
    'unique_steps_count: 9, lca: abc',
    'Earliest unique steps:',
    '- one: with a colon:',
    '- two',
    'Omitted 3 older unique step(s)',
    'Recent unique steps:',
    '- three',
  ];
  expect(rollupSections(lines)).toEqual([
    { title: undefined, lines: ['unique_steps_count: 9, lca: abc'] },
    { title: 'Earliest unique steps', lines: ['one: with a colon:', 'two'] },
    { title: undefined, lines: ['Omitted 3 older unique step(s)'] },
    { title: 'Recent unique steps', lines: ['three'] },
  ]);
});
