import { expect, it } from 'vitest';
import { tableLines } from './table.ts';

it('sets cells under each other, numbers to the right, also where letters are wide', () => {
  const lines = tableLines(
    [{ title: 'ID' }, { title: 'FACTS', align: 'right' }, { title: 'ORIGIN' }],
    [
      ['a', '1', 'created'],
      ['日本', '1234567', ''],
      ['longer', '', 'fork'],
    ],
  );
  expect(lines).toEqual([
    'ID        FACTS  ORIGIN',
    'a             1  created',
    '日本    1234567',
    'longer           fork',
  ]);
});

it('is a header when there are no rows', () => {
  expect(tableLines([{ title: 'ID' }], [])).toEqual(['ID']);
});
