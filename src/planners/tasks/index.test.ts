import { expect, it } from 'vitest';
import { runModuleExample } from '../../../test/module-example.ts';

it('the example of wayfold/tasks runs', () => {
  expect(runModuleExample(new URL('./index.ts', import.meta.url))).toBe(
    '1 Write the tests Completed\n2 Fix the bug Running\n',
  );
});
