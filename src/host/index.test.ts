import { expect, it } from 'vitest';
import { runModuleExample } from '../../test/module-example.ts';

it('the example of wayfold/host runs', () => {
  expect(runModuleExample(new URL('./index.ts', import.meta.url))).toBe(
    'mail_approved\nclaimed\nmail_sent\nreaction_settled\n',
  );
});
