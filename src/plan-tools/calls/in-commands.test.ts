import { expect, it } from 'vitest';
import { inCommands } from './in-commands.ts';

it.each([
  ['Call planning_setup_plan first.', 'Call `wayfold plan set` first.'],
  ['Call planning_read_plan to see the steps.', 'Call `wayfold plan show` to see the steps.'],
  ['planning_read_plan, planning_setup_plan', '`wayfold plan show`, `wayfold plan set`'],
  ['Call planning_mark_step again.', 'Call planning_mark_step again.'],
  ['Use planning_read_plans or planning_.', 'Use planning_read_plans or planning_.'],
  ['Shorten it.', 'Shorten it.'],
])('names the command for a person where an agent gets the tool: %s', (text, told) => {
  expect(inCommands(text, 'wayfold plan')).toBe(told);
});
