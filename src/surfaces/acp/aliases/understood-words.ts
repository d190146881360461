import type { AvailableCommand } from '@agentclientprotocol/sdk';

/**
 * Slash commands that the built-in planners interpret themselves, listed for completion. They reach the planner as
 * ordinary text.
 */
export const UNDERSTOOD_WORDS: Readonly<Record<string, readonly AvailableCommand[]>> = {
  tasks: [
    { name: 'done', description: 'The current task is done', input: { hint: 'the result' } },
    { name: 'fail', description: 'The current task failed', input: { hint: 'the reason' } },
    { name: 'add', description: 'Add tasks to the plan', input: { hint: 'what else to do' } },
  ],
};
