import { expect, it } from 'vitest';
import { span } from '../output.ts';
import { paintedLine, wrappedText } from './paint.ts';

it('draws a tab as spaces, which leave nothing of the frame before', () => {
  const terminal = { width: 40, colors: false, unicode: true };
  expect(wrappedText('a\tb', 40)).toEqual(['a    b']);
  expect(paintedLine([span('a\tb')], terminal)).toBe('a    b');
  expect(paintedLine([span('a\tbcd')], { ...terminal, width: 6, unicode: false })).toBe('a    ~');
});
