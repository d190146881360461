import { expect, it } from 'vitest';
import { stepsIn } from './step-status.ts';

it('takes one step a line, without blank lines and marks of lists', () => {
  expect(stepsIn('- Write\n\n 2) Check 2.0 again\n* [ ] Send it\n3rd thing\n  ')).toEqual([
    { title: 'Write' },
    { title: 'Check 2.0 again' },
    { title: 'Send it' },
    { title: '3rd thing' },
  ]);
});
