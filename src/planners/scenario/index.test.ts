import { expect, it } from 'vitest';
import { runModuleExample } from '../../../test/module-example.ts';

it('the example of wayfold/scenario runs', () => {
  expect(runModuleExample(new URL('./index.ts', import.meta.url))).toBe(
    ['agents[0].tools[0].inputSchema.type must be "object": arguments have names', ''].join('\n'),
  );
});
