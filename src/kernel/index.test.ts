import { expect, it } from 'vitest';
import { runModuleExample } from '../../test/module-example.ts';

it('the example of wayfold/kernel runs', () => {
  expect(runModuleExample(new URL('./index.ts', import.meta.url))).toBe('30 2\n');
});
