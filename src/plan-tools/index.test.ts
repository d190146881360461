import { expect, it } from 'vitest';
import { runModuleExample } from '../../test/module-example.ts';

it('the example of wayfold/plan-tools runs', () => {
  expect(runModuleExample(new URL('./index.ts', import.meta.url))).toBe(
    [
      'Plan set up with 2 steps: S001, S002.',
      '# Triage the open bug reports',
      '',
      'Status: active, 1 of 2 steps done',
      '',
      '- [x] S001: List the open reports',
      '  - Found 14.',
      '- [ ] S002: Label each report',
      '',
    ].join('\n'),
  );
});
