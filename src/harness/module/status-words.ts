/** The word for each status of a session, a step or a conversation, the same on every surface. */
export const STATUS_WORDS = {
  idle: 'Idle',
  'setup-needed': 'Needs setup',
  pending: 'Pending',
  working: 'Working',
  running: 'Running',
  waiting: 'Needs you',
  paused: 'Paused',
  blocked: 'Blocked',
  done: 'Done',
  completed: 'Done',
  simulated: 'Simulated',
  failed: 'Failed',
  canceled: 'Cancelled',
  cancelled: 'Cancelled',
  rejected: 'Rejected',
  archived: 'Archived',
} as const;
