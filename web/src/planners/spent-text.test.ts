import { expect, it } from 'vitest';
import { spentText } from './spent-text.ts';

it('tells what something took, and nothing of what took nothing', () => {
  expect(spentText({ tokens: 1240, usd: 0.0031 })).toBe('1,240 tokens · $0.0031');
  expect(spentText({ tokens: 12, usd: 0 })).toBe('12 tokens');
  expect(spentText({ tokens: 0, usd: 0 })).toBe('');
});
