import { expect, it } from 'vitest';
import { painted, span, wrapped } from './styled-line.ts';

const output = { style: (_: string, text: string) => text };

it('draws a tab as spaces, which leave nothing of the frame before', () => {
  expect(wrapped('a\tb', 40)).toEqual(['a    b']);
  expect(painted([span('a\tb')], { output, columns: 40, cut: '…' })).toBe('a    b');
  expect(painted([span('a\tbcd')], { output, columns: 6, cut: '~' })).toBe('a    ~');
});
