import { expect, it } from 'vitest';
import { runModuleExample } from '../../../test/module-example.ts';

it('the example of wayfold/commits runs', () => {
  expect(runModuleExample(new URL('./index.ts', import.meta.url))).toBe(
    "unique_steps_count: 899, lca: c100\n{ start: 'c104', end: 'c112' }\n",
  );
});
