import { expect, it } from 'vitest';
import { runModuleExample } from '../../test/module-example.ts';

it('the example of wayfold/harness runs', () => {
  expect(runModuleExample(new URL('./index.ts', import.meta.url))).toBe('You said: Good morning\n');
});
