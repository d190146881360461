import { expect, it } from 'vitest';
import { runModuleExample } from '../../test/module-example.ts';

it('the example of wayfold/repair runs', () => {
  expect(runModuleExample(new URL('./index.ts', import.meta.url))).toBe(
    [
      '"Design" is step design.',
      'Step design no longer waits for test: they waited for each other.',
      'design []',
      "build [ 'design' ]",
      "test [ 'build' ]",
      '',
    ].join('\n'),
  );
});
