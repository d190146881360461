import type { A2aStatus } from '../facts.ts';

const FINAL: ReadonlySet<A2aStatus> = new Set(['completed', 'failed', 'canceled', 'rejected']);

/** The states that a task ends in. */
export type FinalStatus = Extract<A2aStatus, 'completed' | 'failed' | 'canceled' | 'rejected'>;

/** Whether a task in this state can never change again. */
export function isFinal(status: A2aStatus | undefined): status is FinalStatus {
  return status !== undefined && FINAL.has(status);
}

/** Whether a task in this state waits for its client. */
export function isSettled(status: A2aStatus): boolean {
  return isFinal(status) || status === 'input-required';
}

/** Whether a task in this state is being worked on. */
export function isUnderWay(status: A2aStatus): boolean {
  return status === 'initializing' || status === 'submitted' || status === 'working';
}
