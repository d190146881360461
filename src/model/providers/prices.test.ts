import { expect, it } from 'vitest';
import { costOf, PRICES } from './prices.ts';

it('counts input and output by the price of a million', () => {
  expect(costOf('openai/gpt-5.4', { input: 1_000_000, output: 100_000 })).toBeCloseTo(2.5 + 1.5);
});

it('counts cached input by its own price where that is known', () => {
  expect(costOf('openai/gpt-5.4', { input: 1_000_000, cached: 400_000, output: 0 })).toBeCloseTo(1.5 + 0.1);
  expect(costOf('google/gemini-3.5-flash', { input: 1_000_000, cached: 400_000, output: 0 })).toBeCloseTo(
    1.5,
  );
});

it('resolves a dated name to its model', () => {
  const tokens = { input: 1000, output: 1000 };
  expect(costOf('anthropic/claude-haiku-4-5-20251001', tokens)).toBe(
    costOf('anthropic/claude-haiku-4-5', tokens),
  );
});

it.each([
  'anthropic/claude-next',
  'ollama/llama3.2',
  'http://localhost/v1#gpt-5.4',
  'openai/constructor',
  'offline',
])('has no cost for %s', (id) => {
  expect(costOf(id, { input: 1, output: 1 })).toBeUndefined();
});

it('dates the prices', () => {
  for (const { asOf, models } of Object.values(PRICES)) {
    expect(asOf).toMatch(/^20\d\d-\d\d-\d\d$/);
    for (const { input, output } of Object.values(models)) expect(output).toBeGreaterThan(input);
  }
});
