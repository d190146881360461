import { expect, it } from 'vitest';
import { runModuleExample } from '../../../test/module-example.ts';

it('the example of wayfold/trip runs', () => {
  expect(runModuleExample(new URL('./index.ts', import.meta.url))).toBe(
    [
      'CONTINUE_PLAN',
      'Los Angeles, Barstow, Las Vegas, Flagstaff',
      'Las Vegas is at (95, -115.13722), which is nowhere. Replace it by Las Vegas, NV',
      '',
    ].join('\n'),
  );
});
