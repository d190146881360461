import { expect, it } from 'vitest';
import { runModuleExample } from '../../test/module-example.ts';

it('the example of wayfold/journal runs', () => {
  expect(runModuleExample(new URL('./index.ts', import.meta.url))).toBe('written as seq 1\n1 stop_added\n');
});
