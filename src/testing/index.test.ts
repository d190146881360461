import { expect, it } from 'vitest';
import { runModuleExample } from '../../test/module-example.ts';

it('the example of wayfold/testing runs', () => {
  expect(runModuleExample(new URL('./index.ts', import.meta.url))).toBe(
    'f-1 2026-06-01T12:00:00.000Z\nf-2 2026-06-01T12:00:01.000Z\n',
  );
});
