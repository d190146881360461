import type { AvailableCommand } from '@agentclientprotocol/sdk';

/**
 * Words with a slash that the built-in planners understand themselves, for editors to complete. What they mean is up to
 * the planner: they are said to it like any other words.
 */
export const UNDERSTOOD_WORDS: Readonly<Record<string, readonly AvailableCommand[]>> = {
  tasks: [
    { name: 'done', description: 'The current task is done', input: { hint: 'the result' } },
    { name: 'fail', description: 'The current task failed', input: { hint: 'the reason' } },
    { name: 'add', description: 'Add tasks to the plan', input: { hint: 'what else to do' } },
  ],
};
